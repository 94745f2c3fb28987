import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { OrdersPage } from '#client/features/cabinet/customer-orders/list/orders-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { orderRow, tradingOrder } from './order-fixture.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/shop/order/list';
const WITHDRAWALS = 'GET /api/shop/order-action/withdrawals';
const ACT = 'POST /api/shop/order-action/do-act';
const CARRY_OUT = 'POST /api/shop/order-action/do-act-res';
const DUPLICATE = 'POST /api/shop/order/duplicate';
const DELETE = 'POST /api/shop/order/delete-order';
const TOKEN = 'a'.repeat(43);

const listOf = (...items: OrderRow[]) => ({ body: { items, total: items.length, page: 1, size: 20 } });
const NO_DEBT = { body: { items: [], owedTiyin: 0, nextPenaltyTiyin: 0 } };
const ready = (to: OrderRow['status'], more: object = {}) => ({
  body: {
    verdict: 'ready',
    action: 'cancel',
    token: TOKEN,
    expiresAtMs: Date.now() + 600_000,
    consequence: { to, penaltyTiyin: 0, withdrawalCount: null, copies: 0, toSign: null, ...more },
  },
});
const refused = (reason: string, more: object = {}) => ({
  body: {
    verdict: 'refused',
    reason,
    missingFacts: [],
    barredUntil: null,
    owedTiyin: 0,
    claimedUntilMs: null,
    ...more,
  },
});

function open(answers: Answers, at = '/profile/orders') {
  const asked = serve({ [WITHDRAWALS]: NO_DEBT, ...answers });
  show(
    <>
      <OrdersPage />
      <Toasts />
    </>,
    at,
  );
  return asked;
}

const actionsOf = async (number: number) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions: order No ${number}` }));
  return within(await screen.findByRole('dialog'));
};

const plain = (value: string) => value.replaceAll('\u00a0', ' ');

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'customer-orders', 'order', 'order-actions']);
  useSession.setState({ user: null, me: null, known: true });
});

describe('the list of orders', () => {
  it('shows what each is, how far it is and what its lot brings now', async () => {
    open({
      [LIST]: listOf(
        orderRow({ status: 'returned', openRemarks: 2 }),
        tradingOrder({ id: 13, title: { uz: 'Cobalt', ru: '' } }),
        orderRow({ id: 14, title: null, startPriceTiyin: null, orderType: null, tradeType: null }),
      ),
    });
    await screen.findByRole('link', { name: 'Hovli uy' });
    const table = screen.getByRole('table', { name: 'My orders' });
    const rows = within(table).getAllByRole('row').slice(1);
    const at = (i: number) => within(rows[i] as HTMLElement);
    expect(at(0).getByRole('link', { name: 'Hovli uy' })).toHaveAttribute(
      'href',
      '/profile/orders/order-info/12',
    );
    expect(at(0).getByText('No 12 · 20.11.2026')).toBeVisible();
    expect(at(0).getByText('Returned for correction')).toBeVisible();
    expect(at(0).getByText('1 of 6 · Being prepared')).toBeVisible();
    expect(at(0).getByText('2 remarks to answer')).toBeVisible();
    expect(at(0).getByText('start price')).toBeVisible();
    expect(at(1).getByText('3 of 6 · On trade')).toBeVisible();
    expect(at(1).getByText('60 000 000', { exact: false, normalizer: plain })).toBeVisible();
    expect(at(1).getByRole('link', { name: '1 lot' })).toHaveAttribute('href', '/profile/orders/lots/13');
    expect(at(2).getByRole('link', { name: 'Order No 14' })).toBeVisible();
  });

  it('asks for what is chosen in the address, and nothing the server does not know', async () => {
    const asked = open({ [LIST]: listOf(orderRow()) }, '/profile/orders?status=gone&progress=2&q=uy&page=2');
    await screen.findByRole('table', { name: 'My orders' });
    const first = asked.find(({ path }) => path.endsWith('order/list'));
    expect(Object.fromEntries(first?.search ?? [])).toEqual({
      page: '2',
      size: '20',
      q: 'uy',
      progress: '2',
    });
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'on-trade');
    expect(await screen.findByTestId('address')).toHaveTextContent('status=on-trade');
    expect(screen.getByRole('link', { name: 'Excel file' })).toHaveAttribute(
      'href',
      expect.stringContaining('/api/shop/export/orders?q=uy&progress=2&status=on-trade'),
    );
  });

  it('leads to the form when there is nothing yet', async () => {
    open({ [LIST]: listOf() });
    expect(await screen.findByText('You have no orders yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create an order' })).toHaveAttribute('href', '/order-create');
    expect(screen.queryByRole('group', { name: 'Actions with the chosen orders' })).toBeNull();
  });
});

describe('what can be done with an order', () => {
  it.each([
    ['created', ['Edit', 'Send for checking', 'Duplicate', 'Cancel the order', 'Delete']],
    ['sent', ['Take back', 'Duplicate', 'Cancel the order']],
    ['on-trade', ['Duplicate', 'Withdraw from trade']],
    ['finished', ['Duplicate']],
  ] as const)('follows from its state: %s', async (status, names) => {
    open({ [LIST]: listOf(orderRow({ status })) });
    const dialog = await actionsOf(12);
    const offered = dialog.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent);
    expect(offered).toEqual([...names, 'See as a lot']);
  });

  it('leads to the form for editing and sending', async () => {
    open({ [LIST]: listOf(orderRow()) });
    const dialog = await actionsOf(12);
    expect(dialog.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', '/order-create?order=12');
    expect(dialog.getByRole('link', { name: /^Send/ })).toHaveAttribute(
      'href',
      '/order-create?order=12&step=check',
    );
  });

  it('is announced with its penalty before it is carried out', async () => {
    const asked = open({
      [LIST]: listOf(tradingOrder()),
      [ACT]: ready('cancelled', { penaltyTiyin: 41_200_000, withdrawalCount: 3 }),
      [CARRY_OUT]: {
        body: {
          verdict: 'done',
          repeated: false,
          action: 'withdraw-from-trade',
          order: { id: 12, status: 'cancelled', version: 4 },
          createdIds: [],
          penaltyTiyin: 41_200_000,
        },
      },
    });
    const choice = await actionsOf(12);
    await userEvent.click(choice.getByRole('button', { name: /^Withdraw from trade/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw from trade?' }));
    expect(await dialog.findByText(/withdrawal number 3\. Penalty: 412.000/)).toBeVisible();
    expect(dialog.getByText('Status afterwards: Cancelled.')).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('do-act-res'))).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('The lot of order No 12 was withdrawn from trade.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ path }) => path.endsWith('do-act'))?.body).toEqual({
      orderId: 12,
      version: 3,
      action: 'withdraw-from-trade',
    });
    expect(asked.find(({ path }) => path.endsWith('do-act-res'))?.body).toEqual({ token: TOKEN });
  });

  it('says why it is refused, and offers nothing to press', async () => {
    open({
      [LIST]: listOf(orderRow({ status: 'sent', progress: 2 })),
      [ACT]: refused('claimed', { claimedUntilMs: Date.parse('2026-11-21T10:30:00+05:00') }),
    });
    const choice = await actionsOf(12);
    await userEvent.click(choice.getByRole('button', { name: /^Take back/ }));
    expect(await screen.findByText(/A moderator is examining the order.*10:30/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('shows the server’s words when the state has changed meanwhile', async () => {
    open({
      [LIST]: listOf(orderRow({ status: 'sent', progress: 2 })),
      [ACT]: ready('created'),
      [CARRY_OUT]: {
        status: 409,
        body: {
          ERROR: { code: 'order-action.not-possible', message: 'Not possible: the order is approved.' },
        },
      },
    });
    const choice = await actionsOf(12);
    await userEvent.click(choice.getByRole('button', { name: /^Take back/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Not possible: the order is approved.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });
});

describe('several orders at once', () => {
  it('have to be chosen first', async () => {
    const asked = open({ [LIST]: listOf(orderRow()) });
    const bulk = within(await screen.findByRole('group', { name: 'Actions with the chosen orders' }));
    await userEvent.click(bulk.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Choose a row first.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('are deleted as far as they are drafts, which is said before', async () => {
    const asked = open({
      [LIST]: listOf(orderRow(), orderRow({ id: 13, status: 'sent', progress: 2 })),
      [DELETE]: { body: { deleted: true } },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose order No 12' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose order No 13' }));
    expect(screen.getByText('Chosen: 2')).toBeVisible();
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Actions with the chosen orders' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 draft?' }));
    expect(dialog.getByText(/sent already stay: 1/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 draft was deleted.')).toBeVisible();
    const deleted = asked.filter(({ path }) => path.endsWith('delete-order'));
    expect(deleted.map(({ body }) => body)).toEqual([{ orderId: 12, version: 3 }]);
    expect(screen.getByText('Chosen: 0')).toBeVisible();
  });
});

describe('copies of an order', () => {
  const dialogOf = async () => {
    const choice = await actionsOf(12);
    await userEvent.click(choice.getByRole('button', { name: /^Duplicate/ }));
    return within(await screen.findByRole('dialog', { name: 'Duplicate' }));
  };

  it.each(['0', '11', ''])('are one to ten: %j is refused', async (typed) => {
    const asked = open({ [LIST]: listOf(orderRow()) });
    const dialog = await dialogOf();
    await userEvent.clear(dialog.getByLabelText('How many copies'));
    if (typed) await userEvent.type(dialog.getByLabelText('How many copies'), typed);
    await userEvent.click(dialog.getByRole('button', { name: 'Make copies' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('must be from 1 to 10');
    expect(asked.some(({ path }) => path.endsWith('duplicate'))).toBe(false);
  });

  it('are made once, however often their answer is lost', async () => {
    const answers: Answers = {
      [LIST]: listOf(orderRow()),
      [DUPLICATE]: { status: 503, body: { ERROR: { code: 'x', message: 'Not now.' } } },
    };
    const asked = open({ ...answers });
    const dialog = await dialogOf();
    await userEvent.clear(dialog.getByLabelText('How many copies'));
    await userEvent.type(dialog.getByLabelText('How many copies'), '3');
    await userEvent.click(dialog.getByRole('button', { name: 'Make copies' }));
    expect(await dialog.findByText('Not now.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Make copies' }));
    await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('duplicate'))).toHaveLength(2));
    const [first, second] = asked.filter(({ path }) => path.endsWith('duplicate')).map(({ body }) => body);
    expect(first).toMatchObject({ orderId: 12, copies: 3 });
    expect(second).toEqual(first);
  });
});

describe('a penalty that is owed', () => {
  const owed = {
    items: [
      { id: 5, orderId: 12, count: 3, penaltyTiyin: 41_200_000, atMs: 1, paidAtMs: null },
      { id: 4, orderId: 11, count: 2, penaltyTiyin: 0, atMs: 1, paidAtMs: null },
    ],
    owedTiyin: 41_200_000,
    nextPenaltyTiyin: 41_200_000,
  };

  it('leads to the page where it is paid', async () => {
    open({ [LIST]: listOf(orderRow()), [WITHDRAWALS]: { body: owed } });
    expect(await screen.findByText(/You owe 412.000/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pay debts' })).toHaveAttribute('href', '/profile/debts');
  });
});
