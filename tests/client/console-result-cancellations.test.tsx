import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { SaleDebt } from '#client/entities/wallet/sale-debt.tsx';
import { CancellationsTable } from '#client/features/console/result-cancellations/cancellations-table.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { StaffResultCancellation } from '#shared/api/console/result-cancellations.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/console/result-cancellations';
const AT_MS = Date.parse('2026-11-25T18:00:00+05:00');
const REASON = 'The notice named another property.';

const cancellation = (more: Partial<StaffResultCancellation> = {}): StaffResultCancellation => ({
  id: 3,
  lotId: 7,
  title: inAll('Chevrolet Cobalt'),
  lotStatus: 7,
  reason: REASON,
  kind: 'cancel',
  toSellerTiyin: 0,
  saleNumber: null,
  claim: null,
  state: 'proposed',
  proposedBy: { id: 'p-1', name: 'Nodira Namuna' },
  createdAtMs: AT_MS,
  proposedAtMs: AT_MS,
  decidedBy: null,
  decidedAtMs: null,
  note: null,
  blockedBy: null,
  returnsTiyin: 60_000_000_00,
  owedTiyin: 58_500_000_00,
  documents: [{ id: 5, name: 'decision.pdf', url: '/api/shop/file/document/5' }],
  may: ['approve', 'turn-down'],
  ...more,
});
const listed = (items: StaffResultCancellation[], mayBegin = true) => ({
  body: { items, open: items.length, mayBegin, total: items.length, page: 1, size: 20 },
});

function open(answers: Answers, at = '/console/result-cancellations') {
  const asked = serve(answers);
  show(
    <>
      <CancellationsTable />
      <Toasts />
    </>,
    at,
  );
  return asked;
}
const sent = (asked: ReturnType<typeof serve>) => asked.find(({ method }) => method === 'POST');

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-result-cancellations', 'files', 'sale-debt']);
});

describe('cancelled results, for staff', () => {
  it('are approved with the sums that were shown', async () => {
    const asked = open({
      [LIST]: listed([cancellation()]),
      'POST /api/console/result-cancellations/3/approve': { body: cancellation({ state: 'approved' }) },
    });
    expect(await screen.findByRole('link', { name: 'decision.pdf' })).toBeVisible();
    expect(screen.getByText('the seller owes the buyer')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the result: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/cannot be taken back/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the result' }));
    expect(await screen.findByText('Lot 7: the result is cancelled.')).toBeVisible();
    expect(sent(asked)?.body).toEqual({ returnsTiyin: 60_000_000_00, owedTiyin: 58_500_000_00 });
  });

  it('are turned down with the reason only', async () => {
    const asked = open({
      [LIST]: listed([cancellation()]),
      'POST /api/console/result-cancellations/3/turn-down': { body: cancellation({ state: 'turned-down' }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Turn down: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Turn down' }));
    expect(dialog.getByText('Write at least 3 characters')).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    await userEvent.type(dialog.getByRole('textbox'), 'no ground');
    await userEvent.click(dialog.getByRole('button', { name: 'Turn down' }));
    await waitFor(() => expect(sent(asked)?.body).toEqual({ note: 'no ground' }));
  });

  it('begin from a won lot with the reason, and ask for the document next', async () => {
    const asked = open(
      {
        [LIST]: listed([]),
        'POST /api/console/lots/7/cancel-result': {
          body: cancellation({ state: 'prepared', documents: [], may: ['documents', 'drop'] }),
        },
        'GET /api/shop/file/documents': {
          body: {
            items: [],
            usedBytes: 0,
            scanned: false,
            limits: { minCount: 0, count: 20, totalBytes: 9, fileBytes: 9 },
          },
        },
      },
      '/console/result-cancellations?begin=7',
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Number of the lot')).toHaveValue('7');
    await userEvent.type(dialog.getByLabelText(/Reason/), 'too short');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel a result' }));
    expect(dialog.getByText('Write at least 20 characters')).toBeVisible();
    expect(dialog.getByText('Choose why')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText(/^Why it is cancelled/), 'other');
    await userEvent.clear(dialog.getByLabelText(/Reason/));
    await userEvent.type(dialog.getByLabelText(/Reason/), REASON);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel a result' }));
    await waitFor(() => expect(sent(asked)?.body).toEqual({ reason: REASON }));
    expect(await screen.findByRole('dialog', { name: 'Lot 7: documents' })).toBeVisible();
  });

  it('name the sale of a lot at a fixed price, and begin from it', async () => {
    const asked = open(
      {
        [LIST]: listed([cancellation({ saleNumber: 2 })]),
        'POST /api/console/lots/7/cancel-result': {
          body: cancellation({ state: 'prepared', may: ['drop'] }),
        },
      },
      '/console/result-cancellations?begin=7&sale=31',
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/Reason/), REASON);
    await userEvent.selectOptions(dialog.getByLabelText(/^Why it is cancelled/), 'seller');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel a result' }));
    const body = { reason: REASON, settlementId: 31, notHandedOver: true };
    await waitFor(() => expect(sent(asked)?.body).toEqual(body));
    expect(screen.getAllByText(/Sale 2, sale cancelled/)[0]).toBeInTheDocument();
  });

  it('say to who decides that it counts for the seller, who did not hand over', async () => {
    open({ [LIST]: listed([cancellation({ kind: 'not-handed-over', saleNumber: 2 })]) });
    expect((await screen.findAllByText(/Sale 2, not handed over by the seller/))[0]).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the result: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/counts as a withdrawal of theirs/)).toBeVisible();
  });

  it('show what the buyer is owed since, and how it ended', async () => {
    const done: Partial<StaffResultCancellation> = { state: 'approved', may: [] };
    const claim = { id: 4, amountTiyin: 58_500_000_00, sinceMs: AT_MS, court: null };
    open({
      [LIST]: listed([
        cancellation({ ...done, claim: { ...claim, ended: null, endedAtMs: null } }),
        cancellation({ ...done, id: 5, claim: { ...claim, ended: 'repaid', endedAtMs: AT_MS } }),
      ]),
    });
    expect(await screen.findByText(/the buyer is owed 58\s500\s000\sUZS since 25.11.2026/)).toBeVisible();
    expect(screen.getByText('returned by the seller on 25.11.2026')).toBeVisible();
  });

  it('lead to a proposal of how ends what the buyer is owed', async () => {
    await loadNamespaces(['console-decisions']);
    const claim = { id: 4, amountTiyin: 58_500_000_00, sinceMs: AT_MS, court: null, ended: null };
    const asked = open({
      [LIST]: listed([cancellation({ state: 'approved', may: [], claim: { ...claim, endedAtMs: null } })]),
      'POST /api/console/decisions/propose': { body: { id: 12 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'End what is owed: № 7' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End what a buyer is owed' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'the buyer waives it' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'The parties have agreed.');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(dialog.getByText('Name the document')).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    await userEvent.type(dialog.getByLabelText('Document'), 'Agreement 5 of 20.11.2026');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Decision 12 waits for a second person.')).toBeVisible();
    expect(sent(asked)?.body).toEqual({
      kind: 'claim-end',
      payload: { claimId: 4, answer: 'waived' },
      reason: 'The parties have agreed.',
      document: 'Agreement 5 of 20.11.2026',
    });
  });

  it('say why they cannot be approved now', async () => {
    open({ [LIST]: listed([cancellation({ blockedBy: 'payout-in-flight', may: [] })], false) });
    expect(await screen.findByText(/The bank has the payout/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel a result' })).toBeNull();
  });
});

describe('the debt of a seller for a cancelled sale', () => {
  const claim = {
    id: 2,
    debtId: 11,
    lotId: 7,
    title: inAll('Chevrolet Cobalt'),
    createdAtMs: AT_MS,
    paidAtMs: null,
  };
  const owed = { body: { items: [{ ...claim, amountTiyin: 5_000_00 }], owedTiyin: 5_000_00 } };

  it('is paid from the balance, or names what is missing', async () => {
    const answers: Answers = {
      'GET /api/shop/winner-payments/claims': owed,
      'POST /api/shop/user/debts/pay': { body: { verdict: 'short', missingTiyin: 1_000_00 } },
    };
    const asked = serve(answers);
    show(<SaleDebt />, '/profile/winner-payments');
    expect(await screen.findByText(/lot 7/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay' }));
    expect(await screen.findByText(/is missing on the balance/)).toBeVisible();
    expect(sent(asked)?.body).toEqual({ ids: [11] });
    expect(screen.getByRole('link', { name: 'Top up' })).toBeVisible();
  });
});
