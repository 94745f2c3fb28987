import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlOutcomeUnknown, type AuctionLogRepository } from '#server/auction/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { createOrderMoves, createOrderTrade } from '#server/domains/trade/orders/index.ts';
import { createWithdrawals } from '#server/domains/trade/orders/actions/withdrawals.ts';
import { createWithdrawOrder } from '#server/workflows/index.ts';
import { publishedOrders, type OrdersOnTrade } from '../../fixtures/published-orders.ts';
import { UNIT } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const BHM_TIYIN = 412_000_00;

let database: TestDatabase;
let trade: OrdersOnTrade;
let withdrawing: ReturnType<typeof createWithdrawOrder>;
let costs: ReturnType<typeof createWithdrawals>;
/** Rooms do not answer: wishes are recorded, and carried out later. */
let roomsAway = false;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  trade = await publishedOrders(database);
  const { db } = database;
  const notifications = createNotifications(db);
  costs = createWithdrawals({
    db,
    walletIn: createWallet,
    owedBy: () => Promise.resolve(0),
    baseAmountAt: (at) => trade.reference.baseAmountAt(at),
  });
  const moves = createOrderMoves({
    notify: notifications.notify,
    countWithdrawal: (tx, order, atMostTiyin) => costs.count(tx, order, atMostTiyin),
  });
  withdrawing = createWithdrawOrder({
    db,
    moves,
    costs,
    notifications,
    orders: createOrderTrade(db),
    lots: trade.lots,
    orderLots: trade.orderLots,
    withdrawals: trade.withdrawals,
    sales: trade.sales,
    openRoom: () => Promise.resolve(),
    room: {
      withdraw: async ({ lotId }) => {
        if (roomsAway) throw new ControlOutcomeUnknown(lotId);
        return { verdict: 'done', seq: 7 } as never;
      },
    },
    log: {
      readEntries: (async () => [
        { entry: { kind: 'closed', reason: '' } },
      ]) as unknown as AuctionLogRepository['readEntries'],
    },
  });
});
afterAll(async () => {
  await trade.close();
  await database.close();
});

let subjects = 0;
/** An account of the human with this number. */
async function account(pinfl: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, pinfl, language, roles)
     values ('test', $1, 'natural', 'Sinov Shaxsi', $2, 'uz', '{customer}') returning id`,
    [String((subjects += 1)), pinfl],
  );
  return rows[0]!.id;
}

async function onTrade(personId: string, given: Parameters<OrdersOnTrade['approved']>[0] = {}) {
  const orderId = await trade.approved(given, { personId });
  const listed = await trade.listing.list(orderId);
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  return { personId, orderId };
}
const withdrawn = async ({ orderId, personId }: { orderId: number; personId: string }, atMostTiyin: number) =>
  (await withdrawing.withdraw(orderId, personId, atMostTiyin)).outcome;

/** By the worker, once the process that was asked is long gone. */
async function carriedOut({ orderId }: { orderId: number }): Promise<void> {
  await database.pool.query(
    `update lot_withdrawal set asked_at = asked_at - interval '1 minute'
     where lot_id in (select id from lot where order_id = $1)`,
    [orderId],
  );
  await withdrawing.finishLeft((error) => {
    throw error;
  });
}

/** What each withdrawal of these accounts cost, in base amounts, in the order in which they were done. */
async function multiples(personIds: readonly string[]): Promise<number[]> {
  const { rows } = await database.pool.query<{ penalty_tiyin: number }>(
    'select penalty_tiyin from order_withdrawal where person_id = any($1) order by id',
    [personIds],
  );
  return rows.map((row) => row.penalty_tiyin / BHM_TIYIN);
}

test('of two accounts of one human, all at one instant, two are free, whatever is withdrawn', async () => {
  const accounts = [await account('30202800007777'), await account('30202800007777')];
  const fixedPrice = { tradeType: 'fixed-price', choices: undefined, startPriceTiyin: UNIT } as const;
  const orders = [];
  for (const personId of accounts)
    for (const given of [{}, fixedPrice, {}, fixedPrice]) orders.push(await onTrade(personId, given));
  const answers = await Promise.all(orders.map((order) => withdrawn(order, 0)));
  expect(answers.toSorted()).toEqual([...Array<string>(6).fill('costs-more'), 'withdrawn', 'withdrawn']);
  expect(await multiples(accounts)).toEqual([0, 0]);
  expect(await costs.next(accounts[0]!)).toEqual({ count: 3, penaltyTiyin: BHM_TIYIN });
});

test('that wait for their rooms at once are all carried out, in any order, each at what was stated', async () => {
  const personId = await account('30202800008888');
  const orders = [];
  for (let n = 0; n < 3; n += 1) orders.push(await onTrade(personId));
  roomsAway = true;
  const stated: number[] = [];
  for (const order of orders) {
    const { penaltyTiyin } = await costs.next(personId);
    stated.push(penaltyTiyin);
    expect(await withdrawn(order, penaltyTiyin)).toBe('busy');
  }
  expect(stated).toEqual([0, 0, BHM_TIYIN]);
  roomsAway = false;
  for (const n of [2, 0, 1]) await carriedOut(orders[n]!);
  expect(await multiples([personId])).toEqual([1, 0, 0]);
  for (const { orderId } of orders) expect(await trade.order(orderId)).toMatchObject({ status: 'cancelled' });
  // The next one is the fourth.
  expect(await costs.next(personId)).toEqual({ count: 4, penaltyTiyin: BHM_TIYIN });
  expect(await withdrawn(await onTrade(personId), BHM_TIYIN)).toBe('withdrawn');
});
