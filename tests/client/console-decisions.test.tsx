import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { DecisionsTable } from '#client/features/console/decisions/decisions-table.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { Decision } from '#shared/api/console/decisions.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/console/decisions';
const ONE = 'GET /api/console/decisions/3';
const AT_MS = Date.parse('2026-11-25T18:00:00+05:00');

const decision = (more: Partial<Decision> = {}): Decision => ({
  id: 3,
  kind: 'forfeit-exit',
  state: 'open',
  facts: [
    { fact: 'sum', type: 'money', tiyin: 60_000_000_00 },
    { fact: 'receiver', type: 'choice', choice: 'budget' },
    { fact: 'lot', type: 'lot', lotId: 7 },
  ],
  reason: 'The winner did not pay in time.',
  document: 'Payment order 17',
  proposedBy: { id: 'p-1', name: 'Nodira Namuna' },
  proposedAtMs: AT_MS,
  agreedBy: [],
  agreeNeeded: 1,
  expiresAtMs: AT_MS + 1_000_000,
  decidedBy: null,
  decidedAtMs: null,
  note: null,
  problem: null,
  obstacle: null,
  may: ['decide', 'turn-down'],
  ...more,
});

function open(items: Decision[], answers: Answers = {}, at = '/console/decisions') {
  const body = { items, open: items.length, total: items.length, page: 1, size: 20 };
  const asked = serve({ [LIST]: { body }, [ONE]: { body: items[0] ?? {} }, ...answers });
  show(
    <>
      <DecisionsTable />
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
  await loadNamespaces(['console-decisions']);
  useSession.setState({ me: { id: 'me', roles: ['operator'] } as never });
});

it('shows what a decision would do, why and on what document, and carries it out', async () => {
  const asked = open([decision()], {
    'POST /api/console/decisions/3/decide': { body: decision({ state: 'decided' }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Decide: № 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const text of ['the budget', 'The winner did not pay in time.', 'Document: Payment order 17'])
    expect(await dialog.findByText(text)).toBeVisible();
  expect(dialog.getByText(/60.000.000/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Decision 3 is carried out.')).toBeVisible();
  expect(sent(asked)?.body).toEqual({});
});

it('asks for one that is opened, and does not decide what can no longer be decided', async () => {
  const asked = open([decision()], {
    [ONE]: {
      body: decision({
        facts: [{ fact: 'sum', type: 'money', tiyin: 7_000_00 }],
        obstacle: 'changed',
        may: ['turn-down'],
      }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Decide: № 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/7.000/)).toBeVisible();
  expect(dialog.getByText(/has changed/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(sent(asked)).toBeUndefined();
});

it('turns one down with the reason only', async () => {
  const asked = open([decision()], {
    'POST /api/console/decisions/3/turn-down': { body: decision({ state: 'turned-down' }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Turn down: № 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'too short');
  await userEvent.click(dialog.getByRole('button', { name: 'Turn down' }));
  expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
  expect(sent(asked)).toBeUndefined();
  await userEvent.type(dialog.getByRole('textbox'), ', no ground');
  await userEvent.click(dialog.getByRole('button', { name: 'Turn down' }));
  await waitFor(() => expect(sent(asked)?.body).toEqual({ note: 'too short, no ground' }));
});

it('says why one cannot be decided, and what happened last time', async () => {
  open([decision({ obstacle: 'proposer-left', problem: 'fault', may: ['turn-down'] })]);
  expect(await screen.findByText(/no longer has the right/)).toBeVisible();
  expect(screen.getByText(/It failed last time: A fault on our side/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Decide: № 3' })).toBeNull();
});

it('lets the one who proposed it take it back', async () => {
  const asked = open([decision({ may: ['withdraw'] })], {
    'POST /api/console/decisions/3/withdraw': { body: decision({ state: 'withdrawn' }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Take back: № 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Decision 3 is taken back.')).toBeVisible();
  expect(sent(asked)?.body).toEqual({});
});

it('proposes that no transfer came, with the sale, the document and the reason', async () => {
  const asked = open(
    [],
    { 'POST /api/console/decisions/propose': { body: decision({ kind: 'payment-absence' }) } },
    '/console/decisions?propose=payment-absence',
  );
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Number of the sale/), 'С-17');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(dialog.getByText('Name the document')).toBeVisible();
  expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
  expect(sent(asked)).toBeUndefined();
  await userEvent.type(dialog.getByLabelText('Document'), 'Statement 327');
  await userEvent.type(dialog.getByLabelText('Reason'), 'The statement has no such line');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText('Decision 3 waits for a second person.')).toBeVisible();
  expect(sent(asked)?.body).toEqual({
    kind: 'payment-absence',
    payload: { settlementId: 17 },
    document: 'Statement 327',
    reason: 'The statement has no such line',
  });
});

it('proposes that a forfeited deposit leaves, of those that are still there, and says to whom it goes', async () => {
  const row = (journalId: number, name: string) => ({
    journalId,
    name,
    amountTiyin: 100,
    receiver: 'budget',
  });
  const pages = [
    { items: [row(4, 'Dilnoza Namuna')], more: true },
    { items: [row(4, 'Dilnoza Namuna')], more: true },
    { items: [row(5, 'Anvar Namuna')], more: false },
  ];
  const asked = open([], {
    'GET /api/console/forfeits': {
      get body() {
        return pages.shift();
      },
    },
    'POST /api/console/decisions/propose': { body: decision() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Propose' }));
  const dialog = within(await screen.findByRole('dialog'));
  const deposit = await dialog.findByLabelText('Deposit or penalty');
  await userEvent.click(await dialog.findByRole('button', { name: 'Add later ones' }));
  await dialog.findByRole('option', { name: /Anvar Namuna/ });
  expect(dialog.queryByRole('button', { name: 'Add later ones' })).toBeNull();
  expect(asked.findLast(({ path }) => path.endsWith('/forfeits'))?.search.get('after')).toBe('4');
  await userEvent.selectOptions(deposit, '5');
  expect(dialog.getByText('Goes to the budget, by the rule set of its lot.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Document'), 'Payment order 17');
  await userEvent.type(dialog.getByLabelText('Reason'), 'The rule set names the budget');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await waitFor(() =>
    expect(sent(asked)?.body).toMatchObject({
      kind: 'forfeit-exit',
      payload: { journalId: 5 },
    }),
  );
});

it('offers no proposal to those who only read', async () => {
  useSession.setState({ me: { id: 'me', roles: ['auditor'] } as never });
  open([decision({ may: [] })]);
  expect(await screen.findByText('The winner did not pay in time.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
});
