import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { BarsTable } from '#client/features/console/debarments/debarments-table.tsx';
import { ProposalsTable } from '#client/features/console/debarments/proposals-table.tsx';
import { DebtsTable } from '#client/features/console/debts/debts-table.tsx';
import { DebtsPage } from '#client/features/cabinet/debts/debts-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { DebarmentProposal, ConsoleBar } from '#shared/api/console/console-debarments.ts';
import type { DocumentView } from '#shared/api/cabinet/files.ts';
import type { OwnDebt, StaffDebt } from '#shared/api/console/debts.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-25T18:00:00+05:00');
const PERSON = { name: 'X*** N***', idMasked: '**********0015' };
const FILE: DocumentView = {
  id: 4,
  uploadId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001',
  name: 'dalil.pdf',
  sizeBytes: 10,
  createdAtMs: AT_MS,
  type: 'application/pdf',
  url: '/api/shop/file/document/4',
  isPublic: false,
};
const bar = (more: Partial<ConsoleBar> = {}): ConsoleBar => ({
  id: 3,
  person: PERSON,
  lot: { id: 7, title: inAll('Chevrolet Cobalt') },
  cause: 'unpaid',
  causeName: inAll('unpaid by the buyer'),
  reason: 'rules',
  by: null,
  startDate: '2026-11-01',
  endDate: '2026-12-31',
  remainingDays: 37,
  state: 'in-force',
  lifted: null,
  evidence: [],
  mayLift: true,
  ...more,
});
const proposal = (more: Partial<DebarmentProposal> = {}): DebarmentProposal => ({
  id: 9,
  kind: 'add',
  state: 'open',
  person: PERSON,
  barId: null,
  lot: null,
  cause: 'collusion',
  causeName: inAll('agreed prices'),
  lastDay: '2027-01-23',
  reason: 'the same device bid for both',
  expiresAtMs: AT_MS,
  decided: null,
  proposed: { by: 'Nodira', atMs: AT_MS, own: false },
  evidence: [FILE],
  may: ['approve', 'turn-down'],
  ...more,
});
const page = <Item,>(items: Item[], more: object) => ({
  body: { items, total: items.length, page: 1, size: 20, ...more },
});
const BARS = 'GET /api/console/bars';
const PROPOSALS = 'GET /api/console/bar-proposals';
const DOCUMENTS = 'GET /api/shop/file/documents';
/** As staff call and order them. */
const CAUSES = {
  body: [
    { id: 'collusion', label: inAll('Agreed prices'), hidden: false },
    { id: 'unpaid', label: inAll('Not paid'), hidden: false },
  ],
};
const DEBTS = 'GET /api/shop/user/debts';

function open(screenOf: React.ReactNode, answers: Answers, at: string) {
  const asked = serve(Object.assign(answers, { 'GET /api/shop/dictionaries/get-dynamic-list': CAUSES }));
  show(
    <>
      {screenOf}
      <Toasts />
    </>,
    at,
  );
  return asked;
}
const posted = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-bars', 'console-debts', 'debts', 'files']);
  useSession.setState({ me: { id: 'me', roles: ['operator'] } as never });
});

describe('bars, for staff', () => {
  it('are proposed for one person found by an exact number, and go on to the evidence', async () => {
    const documents = {
      items: [],
      usedBytes: 0,
      scanned: true,
      limits: { minCount: 0, count: 20, totalBytes: 1, fileBytes: 1 },
    };
    const asked = open(
      <BarsTable />,
      {
        [BARS]: page([bar()], { inForce: 1 }),
        [DOCUMENTS]: { body: documents },
        'POST /api/console/bars/find-person': {
          body: { found: { personId: 'p-1', ...PERSON, accounts: 2, bars: [] } },
        },
        'POST /api/console/bars/of/p-1/propose': { body: proposal({ state: 'draft' }) },
        'POST /api/console/bar-proposals/9/submit': { body: proposal() },
      },
      '/console/bars',
    );
    expect(await screen.findByText('In force: 1.')).toBeVisible();
    expect(screen.getByText('37 days left')).toBeVisible();
    expect(screen.getByText('unpaid by the buyer')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Propose a bar' }));
    let dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), '3019');
    await userEvent.click(dialog.getByRole('button', { name: 'Find' }));
    expect(dialog.getByText('Write the whole number')).toBeVisible();
    expect(posted(asked)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), '0190000015');
    await userEvent.click(dialog.getByRole('button', { name: 'Find' }));
    expect(await screen.findByText(/2 accounts/)).toBeVisible();
    dialog = within(screen.getByRole('dialog'));
    const causes = within(dialog.getByLabelText('Cause')).getAllByRole('option');
    expect(causes.map(({ textContent }) => textContent)).toEqual(['Agreed prices', 'Not paid']);
    await userEvent.selectOptions(dialog.getByLabelText('Cause'), 'Agreed prices');
    await userEvent.type(dialog.getByLabelText('Reason'), 'the same device bid for both');
    await userEvent.click(dialog.getByRole('button', { name: 'Go on to the evidence' }));
    expect(dialog.getByText('Write the number in digits')).toBeVisible();
    expect(posted(asked)).toHaveLength(1);
    await userEvent.type(dialog.getByLabelText('Number of the lot'), '7');
    await userEvent.click(dialog.getByRole('button', { name: 'Go on to the evidence' }));
    expect(await screen.findByText('Proposal No. 9: evidence')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Submit to a second person' }));
    expect(await screen.findByText('Proposal No. 9 waits for a second person.')).toBeVisible();
    expect(posted(asked)).toEqual([
      ['/api/console/bars/find-person', { by: 'pinfl', value: '30190190000015' }],
      [
        '/api/console/bars/of/p-1/propose',
        { cause: 'collusion', lotId: 7, lastDay: null, reason: 'the same device bid for both' },
      ],
      ['/api/console/bar-proposals/9/submit', {}],
    ]);
  });

  it('are decided by a second person, who sees the evidence and writes why not', async () => {
    const asked = open(
      <ProposalsTable />,
      {
        [PROPOSALS]: page([proposal()], { waiting: 1 }),
        'POST /api/console/bar-proposals/9/turn-down': {
          status: 409,
          body: { ERROR: { code: 'bars.decided', message: 'Decided meanwhile.' } },
        },
      },
      '/console/bar-proposals',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Turn down: № 9' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('New bar: agreed prices')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'dalil.pdf' })).toHaveAttribute('href', FILE.url);
    await userEvent.click(dialog.getByRole('button', { name: 'Turn down' }));
    expect(dialog.getByText('Write at least 10 letters')).toBeVisible();
    expect(posted(asked)).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), 'this proves nothing');
    await userEvent.click(dialog.getByRole('button', { name: 'Turn down' }));
    expect(await dialog.findByText('Decided meanwhile.')).toBeVisible();
    expect(posted(asked)).toEqual([
      ['/api/console/bar-proposals/9/turn-down', { note: 'this proves nothing' }],
    ]);
  });

  it('show when and why one was lifted, and offer nothing more', async () => {
    const lifted = { proposed: 'Nodira', approved: 'Botir', atMs: AT_MS, reason: 'paid in time after all' };
    open(
      <BarsTable />,
      { [BARS]: page([bar({ state: 'lifted', remainingDays: 0, lifted, mayLift: false })], { inForce: 0 }) },
      '/console/bars?state=lifted',
    );
    expect(await screen.findByText(/Nodira, Botir. paid in time after all/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Propose lifting/ })).toBeNull();
  });
});

describe('debts', () => {
  const own = (more: Partial<OwnDebt> = {}): OwnDebt => ({
    id: 5,
    kind: 'penalty',
    about: { kind: 'order', id: '12' },
    amountTiyin: 41_200_000,
    owedSinceMs: AT_MS,
    paidAtMs: null,
    ofOtherAccount: false,
    ...more,
  });
  const owed = { owedTiyin: 51_200_000, ownOwedTiyin: 41_200_000, ownUnpaidIds: [5] };

  it('are paid together once that is confirmed; those of another account are not paid here', async () => {
    const answers: Answers = {
      [DEBTS]: page([own(), own({ id: 6, amountTiyin: 10_000_000, ofOtherAccount: true })], owed),
      'POST /api/shop/user/debts/pay': { body: { verdict: 'paid', repeated: false, owedTiyin: 10_000_000 } },
    };
    const asked = open(<DebtsPage />, answers, '/profile/debts');
    expect(await screen.findByText(/Part of it is owed by another account/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay: № 5' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay: № 6' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Pay all' }));
    expect(posted(asked)).toEqual([]);
    answers[DEBTS] = page([own({ paidAtMs: AT_MS })], { owedTiyin: 0, ownOwedTiyin: 0, ownUnpaidIds: [] });
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay' }));
    expect(await screen.findByText('The debt is paid.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/You owe/)).toBeNull());
    expect(posted(asked)).toEqual([['/api/shop/user/debts/pay', { ids: [5] }]]);
  });

  it('lead to a top-up of what is missing', async () => {
    open(
      <DebtsPage />,
      {
        [DEBTS]: page([own()], { ...owed, owedTiyin: 41_200_000 }),
        'POST /api/shop/user/debts/pay': { body: { verdict: 'short', missingTiyin: 1_200_000 } },
      },
      '/profile/debts',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Pay: № 5' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay' }));
    expect(await screen.findByText(/short of 12.000/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute(
      'href',
      expect.stringContaining('/profile/top-up?amount=1200000'),
    );
  });

  it('of everybody are shown to staff by person', async () => {
    const debt: StaffDebt = {
      id: 5,
      kind: 'sale-claim',
      about: { kind: 'lot', id: '7' },
      amountTiyin: 41_200_000,
      owedSinceMs: AT_MS,
      paidAtMs: null,
      person: { id: 'p-1', name: 'Sotuvchi Namuna' },
      paidTiyin: 0,
      leftTiyin: 41_200_000,
    };
    const asked = open(
      <DebtsTable />,
      { 'GET /api/console/debts': page([debt], { owedTiyin: 41_200_000, sums: { amountTiyin: 0 } }) },
      '/console/debts?kind=sale-claim',
    );
    expect(await screen.findByText(/Owed in all: 412.000/)).toBeVisible();
    expect(asked[0]!.search.get('kind')).toBe('sale-claim');
    expect(screen.getByRole('link', { name: 'All debts of this person' })).toHaveAttribute(
      'href',
      '/console/debts?person=p-1&state=all',
    );
    expect(screen.getByRole('link', { name: 'Lot No. 7' })).toBeVisible();
  });
});
