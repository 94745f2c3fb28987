import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { PayoutsTable } from '#client/features/console/payouts/payouts-table.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import type { StaffPayout } from '#shared/api/console/payouts.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/console/payouts';
const AT_MS = Date.parse('2026-11-25T18:00:00+05:00');

const payout = (more: Partial<StaffPayout> = {}): StaffPayout => ({
  id: 3,
  settlementId: 5,
  lotId: 7,
  title: inAll('Chevrolet Cobalt'),
  seller: { id: 'p-2', name: 'Sotuvchi Namuna' },
  recipient: null,
  parts: null,
  priceTiyin: 60_000_000_00,
  feeTiyin: 1_500_000_00,
  amountTiyin: 58_500_000_00,
  setOffTiyin: 0,
  state: 'planned',
  notBeforeMs: AT_MS,
  approvalsNeeded: 2,
  twoBecause: 'day',
  approvals: 1,
  requisites: {
    kind: 'account',
    bankName: 'Namuna bank',
    account: '2020****6001',
    mfo: '00999',
    holderName: 'Sotuvchi Namuna',
  },
  requisitesMark: 'mark-1',
  requisitesChangedAtMs: null,
  requisitesDiffer: [],
  bankDocument: null,
  steps: [{ action: 'approved', by: 'Nodira', atMs: AT_MS, note: null }],
  heldBy: null,
  may: ['approve'],
  ...more,
});
const listed = (items: StaffPayout[]) => ({
  body: {
    items,
    waiting: items.length,
    sums: { amountTiyin: 95_000_000_00 },
    total: items.length,
    page: 1,
    size: 20,
  },
});

function open(answers: Answers) {
  const asked = serve(answers);
  show(
    <>
      <PayoutsTable />
      <Toasts />
    </>,
    '/console/payouts',
  );
  return asked;
}
const sent = (asked: ReturnType<typeof serve>) => asked.find(({ method }) => method === 'POST')?.body;

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-decisions', 'console-payouts', 'staff']);
});

describe('payouts to sellers, for staff', () => {
  const totals = (heading: string) => screen.getAllByText(heading).at(0)!.nextElementSibling;

  it('say what all that are selected come to, beyond the page', async () => {
    const { body } = listed([payout()]);
    open({ [LIST]: { body: { ...body, total: 1_234 } } });
    expect(await screen.findByText('Rows')).toBeVisible();
    expect(totals('Rows')).toHaveTextContent(/^1.234$/);
    expect(totals('To pay')).toHaveTextContent(/^95.000.000.UZS$/);
  });

  it('say that they are more where they are not counted further', async () => {
    const { body } = listed([payout()]);
    open({ [LIST]: { body: { ...body, total: COUNTED_ROWS_MAX } } });
    expect(await screen.findByText('Rows')).toBeVisible();
    expect(totals('Rows')).toHaveTextContent(/^at least 10.000$/);
    expect(totals('To pay')).toHaveTextContent(/^at least 95.000.000.UZS$/);
  });

  it('are approved with the requisites that were shown', async () => {
    const asked = open({
      [LIST]: listed([payout({ requisitesChangedAtMs: AT_MS })]),
      'POST /api/console/payouts/3/approve': { body: payout() },
    });
    expect(await screen.findByText('1 of 2 approvals')).toBeVisible();
    expect(screen.getByText(/changed the requisites on 25.11.2026 18:00/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Approve: № 3' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/2020\*\*\*\*6001/)).toBeVisible();
    expect(dialog.getByText(/ask before you pay/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Payout No. 3: your approval is recorded.')).toBeVisible();
    expect(sent(asked)).toEqual({ requisitesMark: 'mark-1' });
  });

  it('name no seller and no requisites to a reader with a part in the lot', async () => {
    open({ [LIST]: listed([payout({ seller: null, requisites: null, requisitesMark: '' })]) });
    // In place of the seller and of the requisites.
    expect(await screen.findAllByText(/Hidden: you have a part in this lot yourself/)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Approve: № 3' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(/Hidden.*Hidden/);
  });

  it('are noted as paid with the number of the bank document only', async () => {
    const asked = open({
      [LIST]: listed([payout({ state: 'in-flight', may: ['settle', 'return'] })]),
      'POST /api/console/payouts/3/paid': { body: payout() },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Paid: № 3' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Paid' }));
    expect(dialog.getByText('Write the number of the bank document')).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    await userEvent.type(dialog.getByRole('textbox'), ' 17 ');
    await userEvent.click(dialog.getByRole('button', { name: 'Paid' }));
    await waitFor(() => expect(sent(asked)).toEqual({ document: '17' }));
  });

  it('are proposed to a second person as sent back, by the bank’s dated document', async () => {
    const asked = open({
      [LIST]: listed([payout({ state: 'in-flight', may: ['settle', 'return'] })]),
      'POST /api/console/decisions/propose': { body: { id: 31 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sent back: № 3' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'there is no such account');
    await userEvent.type(dialog.getByLabelText(/^Document/), 'Letter 17');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(dialog.getByText(/cannot be dated before/)).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    await userEvent.type(dialog.getByLabelText('Date of the document'), '24.11.2025');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    await waitFor(() =>
      expect(sent(asked)).toEqual({
        kind: 'payout-return',
        payload: { payoutId: 3, documentOn: '2025-11-24' },
        reason: 'there is no such account',
        document: 'Letter 17',
      }),
    );
  });

  it('say that the requisites changed meanwhile, and show them', async () => {
    const answers: Answers = {
      [LIST]: listed([payout()]),
      'POST /api/console/payouts/3/approve': {
        status: 409,
        body: { ERROR: { code: 'payouts.requisites-changed', message: 'Other requisites now.' } },
      },
    };
    open(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Approve: № 3' }));
    const dialog = within(await screen.findByRole('dialog'));
    const other = { ...payout().requisites, account: '2020****6002' } as StaffPayout['requisites'];
    answers[LIST] = listed([payout({ requisites: other, requisitesMark: 'mark-2' })]);
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Other requisites now.')).toBeVisible();
    expect(await screen.findByText(/2020\*\*\*\*6002/)).toBeVisible();
  });

  it.each([
    ['cancellation', /^It is proposed to cancel/, '/console/result-cancellations?lot=7'],
    ['dispute', /^The buyer disputes/, '/console/hand-overs?lot=7'],
    ['hand-over', /has not confirmed the receipt/, '/console/hand-overs?lot=7'],
  ] as const)('says that it waits because of a %s', async (heldBy, text, href) => {
    open({ [LIST]: listed([payout({ heldBy, may: [] })]) });
    expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', href);
  });

  it('says that a protest holds a payout up, and leads to it', async () => {
    open({ [LIST]: listed([payout({ heldBy: 'protest', may: [] })]) });
    const note = await screen.findByRole('link', { name: /^A protest is open/ });
    expect(note).toHaveAttribute('href', '/console/protests?lot=7');
    expect(screen.queryByRole('button', { name: 'Approve: № 3' })).toBeNull();
  });
});
