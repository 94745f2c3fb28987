import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefundsTable } from '#client/features/console/refunds/refunds-table.tsx';
import { RefundingPage } from '#client/features/cabinet/refunding/refunding-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { RefundView, StaffRefund } from '#shared/api/cabinet/refunds.ts';
import { REFUND_STATUSES } from '#shared/lifecycles/refund.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const BACK = '/api/shop/payment-back';
const ACCOUNT = { bankName: 'Namuna bank', mfo: '00444', account: '20208000912345678001' };
const statuses = REFUND_STATUSES.map((code, at) => ({
  id: at + 1,
  code,
  colour: 'info',
  name: { uz: code, ru: code, 'uz-Cyrl': code, en: `Status ${code}` },
}));
const refund = (id: number, given: Partial<RefundView> = {}): RefundView => ({
  id,
  amountTiyin: 5_000_00,
  setOffTiyin: 0,
  status: 'created',
  reason: null,
  bankDocument: null,
  mayCancel: true,
  createdAtMs: 1_763_712_000_000,
  changedAtMs: 1_763_712_000_000,
  destination: { kind: 'account', ...ACCOUNT },
  ...given,
});
const listed = (...items: RefundView[]) => ({
  body: { items, total: items.length, page: 1, size: 20 },
});
const answers = (given: Answers = {}): Answers => ({
  'GET /api/shop/dictionaries/money-back-status': { body: statuses },
  'GET /api/shop/gateway/account': { body: { items: [{ ...ACCOUNT, id: 0, fromProfile: true }] } },
  'GET /api/shop/gateway/uzcard-cards': { body: { offered: true, sandboxCode: null, items: [] } },
  [`GET ${BACK}/terms`]: {
    body: {
      availableTiyin: 80_000_00,
      minTiyin: 1_000_00,
      maxTiyin: 1_000_000_00,
      openMax: 5,
      open: 0,
    },
  },
  [`GET ${BACK}`]: listed(),
  ...given,
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['refunding', 'console-refunds']);
});
afterEach(() => vi.unstubAllGlobals());

function page(given: Answers = {}, at = '/profile/refunding') {
  const served = answers(given);
  const asked = serve(served);
  show(
    <>
      <RefundingPage />
      <Toasts />
    </>,
    at,
  );
  return { asked, served };
}
const sent = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method !== 'GET');

describe('my refunds', () => {
  it('stand in a table with their destination and status, and what became of them', async () => {
    page({
      [`GET ${BACK}`]: listed(
        refund(3),
        refund(2, { status: 'paid', mayCancel: false, bankDocument: '417' }),
        refund(1, {
          status: 'rejected',
          mayCancel: false,
          reason: 'The account is closed',
          destination: { kind: 'card', type: 'humo', mask: '9860 49** **** 0011' },
        }),
      ),
    });
    const table = await screen.findByRole('table', { name: 'Refund applications' });
    await within(table).findByText('Application 3');
    const [, third, second, first] = within(table).getAllByRole('row');
    expect(third).toHaveTextContent(
      /Application 3.*Namuna bank.*20208 000 9 12345678 001.*5 000 UZS.*Status created/,
    );
    expect(second).toHaveTextContent(/Status paid.*Bank document 417/);
    expect(first).toHaveTextContent(/Humo9860 49\*\* \*\*\*\* 0011.*Status rejected.*The account is closed/);
    expect(within(table).getAllByRole('button', { name: /Take back/ })).toHaveLength(1);
  });

  it('are asked for once, with the sum and place chosen, whatever is pressed', async () => {
    const { asked, served } = page({ [`POST ${BACK}`]: { body: refund(7) } }, '/profile/refunding?new=1');
    const form = await screen.findByRole('region', { name: 'Get money back' });
    expect(await within(form).findByRole('radio', { name: /Namuna bank/ })).toBeChecked();
    await userEvent.click(within(form).getByRole('button', { name: 'Send the application' }));
    expect(within(form).getByText('Enter the sum.')).toBeVisible();
    const field = within(form).getByLabelText('Sum, UZS');
    await userEvent.type(field, '900');
    expect(within(form).getByText(/The smallest sum is/)).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, '80001');
    expect(within(form).getByText(/Your balance holds 80 000 UZS only/)).toBeVisible();
    expect(sent(asked)).toEqual([]);
    await userEvent.click(within(form).getByRole('button', { name: /All: 80\s000/ }));
    // The answer is lost on the way: the same intent keeps its key.
    served[`POST ${BACK}`] = { status: 503, body: { ERROR: { code: 'unavailable', message: 'Away' } } };
    await userEvent.click(within(form).getByRole('button', { name: 'Send the application' }));
    expect(await within(form).findByText('Away')).toBeVisible();
    served[`POST ${BACK}`] = { body: refund(7) };
    await userEvent.click(within(form).getByRole('button', { name: 'Send the application' }));
    expect(await screen.findByText('Application 7 has been sent')).toBeVisible();
    const bodies = sent(asked).map(({ body }) => body as { requestId: string });
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ amountTiyin: 80_000_00, destination: { kind: 'account', id: 0 } });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Get money back' })).toBeNull());
  });

  it('ask for a new sign-in where the old one is not fresh, and come back to the form', async () => {
    page(
      { [`POST ${BACK}`]: { status: 403, body: { ERROR: { code: 'sign-in-again', message: 'x' } } } },
      '/profile/refunding?new=1',
    );
    await userEvent.type(await screen.findByLabelText('Sum, UZS'), '5000');
    await userEvent.click(screen.getByRole('button', { name: 'Send the application' }));
    const link = await screen.findByRole('link', { name: 'Sign in again' });
    const url = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(url.searchParams.get('return')).toBe('/profile/refunding?new=1');
    expect(url.searchParams.get('renew')).toBe('1');
  });

  it.each([
    ['nothing on the balance', { availableTiyin: 999_99, open: 0 }, /There is nothing to pay back/],
    [
      'five applications waiting',
      { availableTiyin: 80_000_00, open: 5 },
      /5 applications are waiting already/,
    ],
  ])('with %s say so instead of a form', async (_what, terms, text) => {
    page(
      {
        [`GET ${BACK}/terms`]: {
          body: { minTiyin: 1_000_00, maxTiyin: 1_000_000_00, openMax: 5, ...terms },
        },
      },
      '/profile/refunding?new=1',
    );
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByLabelText('Sum, UZS')).toBeNull();
  });

  it('name the balance as the most that can be asked for where it is less than the rules allow', async () => {
    page({}, '/profile/refunding?new=1');
    expect(await screen.findByText(/80.000\sUZS/, { selector: '[id]' })).toBeVisible();
    expect(screen.queryByText(/1.000.000\sUZS/)).toBeNull();
  });

  it('are taken back after one question', async () => {
    const { asked, served } = page({
      [`GET ${BACK}`]: listed(refund(3)),
      [`POST ${BACK}/3/cancel`]: { body: refund(3, { status: 'cancelled', mayCancel: false }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Take back/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Take application 3 back?' });
    served[`GET ${BACK}`] = listed(refund(3, { status: 'cancelled', mayCancel: false }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Status cancelled', { selector: '[data-colour]' })).toBeVisible();
    expect(sent(asked).map(({ path }) => path)).toEqual([`${BACK}/3/cancel`]);
  });

  it('go to a card once it is proven with its bank’s code', async () => {
    const card = { id: 9, type: 'uzcard', mask: '8600 49** **** 0018' };
    const { asked, served } = page(
      {
        'POST /api/shop/gateway/uzcard-cards': {
          body: {
            bindingId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001',
            type: 'uzcard',
            mask: card.mask,
            phone: '99890•••67',
            expiresAtMs: 1,
          },
        },
        'POST /api/shop/gateway/uzcard-cards/confirm': { body: card },
      },
      '/profile/refunding?new=1',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add a card' }));
    await userEvent.type(screen.getByLabelText('Card number'), '8600490000000017');
    await userEvent.type(screen.getByLabelText(/Valid until/), '1299{Enter}');
    expect(screen.getByText(/Check the number/)).toBeVisible();
    expect(sent(asked)).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Card number'));
    await userEvent.type(screen.getByLabelText('Card number'), '8600490000000018');
    await userEvent.click(screen.getByRole('button', { name: 'Get the code' }));
    expect(await screen.findByText(/sent a code to 99890•••67/)).toBeVisible();
    served['GET /api/shop/gateway/uzcard-cards'] = {
      body: { offered: true, sandboxCode: null, items: [card] },
    };
    await userEvent.type(screen.getByLabelText('Code from the bank'), '123456{Enter}');
    expect(await screen.findByRole('radio', { name: /Uzcard/ })).toBeChecked();
    expect(sent(asked).map(({ body }) => body)).toEqual([
      { number: '8600490000000018', expiry: '1299' },
      { bindingId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001', code: '123456' },
    ]);
    expect(JSON.stringify(document.body.innerHTML)).not.toContain('8600490000000018');
  });

  it('go to accounts only where there is no tokeniser, and say so', async () => {
    page(
      { 'GET /api/shop/gateway/uzcard-cards': { body: { offered: false, sandboxCode: null, items: [] } } },
      '/profile/refunding?new=1',
    );
    expect(await screen.findByText(/Cards cannot be added now/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a card' })).toBeNull();
  });

  it('that cannot be read say so and are asked for again', async () => {
    const { served } = page({
      [`GET ${BACK}`]: { status: 500, body: { ERROR: { code: 'x', message: 'Broken' } } },
    });
    expect(await screen.findByText('Broken')).toBeVisible();
    served[`GET ${BACK}`] = listed();
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText('No applications yet')).toBeVisible();
  });
});

describe('refunds in the console', () => {
  const CONSOLE_REFUNDS = '/api/console/refunds';
  const waiting = (given: Partial<StaffRefund> = {}): StaffRefund => {
    const { mayCancel: _own, ...common } = refund(3);
    return {
      ...common,
      person: { id: 'p', name: 'Dilshod Namuna' },
      approvalsNeeded: 2,
      approvals: 1,
      twoBecause: null,
      steps: [
        { action: 'requested', by: null, atMs: 1, note: null },
        { action: 'approved', by: 'Nodira', atMs: 2, note: null },
      ],
      returned: null,
      may: ['approve', 'refuse'],
      ...given,
    };
  };
  const answer = (item: StaffRefund) => ({
    body: { items: [item], waiting: 1, sums: { amountTiyin: 0 }, total: 1, page: 1, size: 20 },
  });

  it('shows whose money waits, who approved, and lets the second person approve', async () => {
    const served = answers({
      [`GET ${CONSOLE_REFUNDS}`]: answer(waiting()),
      [`POST ${CONSOLE_REFUNDS}/3/approve`]: { body: waiting() },
    });
    const asked = serve(served);
    show(<RefundsTable />, '/console/refunds');
    expect(await screen.findByText('Dilshod Namuna')).toBeVisible();
    expect(await screen.findByText('Approved 1 of 2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Approve: № 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve refund 3?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(sent(asked).map(({ path }) => path)).toEqual([`${CONSOLE_REFUNDS}/3/approve`]),
    );
  });

  it('refuses with a reason only, and shows why it could not', async () => {
    const served = answers({
      [`GET ${CONSOLE_REFUNDS}`]: answer(waiting()),
      [`POST ${CONSOLE_REFUNDS}/3/refuse`]: {
        status: 409,
        body: { ERROR: { code: 'refunds.decided', message: 'Decided already' } },
      },
    });
    const asked = serve(served);
    show(<RefundsTable />, '/console/refunds');
    await userEvent.click(await screen.findByRole('button', { name: 'Refuse: № 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refuse refund 3' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
    expect(within(dialog).getByText('At least 3 letters.')).toBeVisible();
    expect(sent(asked)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Closed account');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
    expect(await within(dialog).findByText('Decided already')).toBeVisible();
  });

  it('asks for the bank’s document of what came back, with a date that can be', async () => {
    const sentOut = waiting({ status: 'sent-to-bank', may: ['paid', 'returned'] });
    const served = answers({
      [`GET ${CONSOLE_REFUNDS}`]: answer(sentOut),
      [`POST ${CONSOLE_REFUNDS}/3/returned`]: { body: sentOut },
    });
    const asked = serve(served);
    show(<RefundsTable />, '/console/refunds');
    await userEvent.click(await screen.findByRole('button', { name: 'Came back: № 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 3 came back' });
    const send = within(dialog).getByRole('button', { name: 'Came back' });
    await userEvent.click(send);
    expect(within(dialog).getByText('Enter the number.')).toBeVisible();
    expect(within(dialog).getByText(/Choose the date/)).toBeVisible();
    await userEvent.type(within(dialog).getByLabelText(/Number of the bank/), 'R-417');
    await userEvent.type(within(dialog).getByLabelText(/Reason/), 'No such account');
    await userEvent.type(within(dialog).getByLabelText('Date of the document'), '01.01.2099');
    await userEvent.click(send);
    expect(sent(asked)).toEqual([]);
    const today = tashkentDay(Date.now());
    await userEvent.clear(within(dialog).getByLabelText('Date of the document'));
    await userEvent.type(
      within(dialog).getByLabelText('Date of the document'),
      today.split('-').reverse().join('.'),
    );
    await userEvent.click(send);
    await waitFor(() =>
      expect(sent(asked).map(({ body }) => body)).toEqual([
        { documentNumber: 'R-417', documentOn: today, reason: 'No such account' },
      ]),
    );
  });

  it('shows the document to the second person, who agrees to this very one', async () => {
    const noted = waiting({
      status: 'sent-to-bank',
      may: ['approve-return', 'reject-return'],
      returned: {
        id: 9,
        documentNumber: 'R-417',
        documentOn: '2026-11-20',
        reason: 'No such account',
        by: 'Nodira',
        atMs: 3,
      },
    });
    const served = answers({
      [`GET ${CONSOLE_REFUNDS}`]: answer(noted),
      [`POST ${CONSOLE_REFUNDS}/3/returned/approve`]: { body: noted },
    });
    const asked = serve(served);
    show(<RefundsTable />, '/console/refunds');
    expect(await screen.findByText('Return waits for a second person')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm: № 3' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Bank document R-417 of 20.11.2026')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent(asked).map(({ body }) => body)).toEqual([{ returnId: 9 }]));
  });

  it('offers nothing to those who may only look', async () => {
    serve(answers({ [`GET ${CONSOLE_REFUNDS}`]: answer(waiting({ may: [] })) }));
    show(<RefundsTable />, '/console/refunds');
    await screen.findByText('Dilshod Namuna');
    expect(screen.queryByRole('button', { name: /№ 3/ })).toBeNull();
  });
});
