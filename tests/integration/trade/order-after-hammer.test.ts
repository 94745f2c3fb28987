import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ControlOutcomeUnknown,
  type AuctionLogRepository,
  type AuctionService,
} from '#server/auction/index.ts';
import { type Hammer } from '#server/workflows/index.ts';
import type { WorkflowStep } from '#server/workflows/crash-steps.ts';
import { concludeAuction } from '#server/workflows/settling/conclude-auction.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import { publishedOrders, type OrdersOnTrade } from '../../fixtures/published-orders.ts';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

/** How the room answers the customer's wish, and the reason its closing entry has. */
const room = {
  answer: (async () => ({ verdict: 'done', seq: 7 })) as AuctionService['withdraw'],
  reason: '',
  /** The closing entry is in the log. */
  committed: true,
  asked: [] as object[],
};

let database: TestDatabase;
let trade: OrdersOnTrade;

beforeAll(async () => {
  database = await testDatabase();
  trade = await publishedOrders(database, {
    withdraw: (command) => {
      room.asked.push(command);
      return room.answer(command);
    },
    log: {
      readEntries: (async () =>
        room.committed
          ? [{ entry: { kind: 'closed', reason: room.reason } }]
          : []) as unknown as AuctionLogRepository['readEntries'],
    },
    closingReason: async () => room.reason,
  });
});
afterAll(async () => {
  await trade.close();
  await database.close();
});

async function onTrade(
  given: Parameters<OrdersOnTrade['approved']>[0] = {},
  personId: string = randomUUID(),
) {
  const orderId = await trade.approved(given, { personId, withFiles: true });
  const listed = await trade.listing.list(orderId);
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  return { personId, orderId, lotId: listed.lotId };
}

const hammer = (lotId: number, outcome: Hammer['outcome'], more: Partial<Hammer> = {}): Hammer =>
  ({
    kind: 'closed',
    lotId,
    seq: 9,
    epoch: 1,
    atUs: Date.now() * 1_000,
    outcome,
    winner: null,
    winnerNumber: null,
    priceTiyin: null,
    participants: 2,
    winnerDeclines: false,
    reserve: null,
    reserveNumber: null,
    reservePriceTiyin: null,
    reason: '',
    ...more,
  }) as Hammer;

const conclude = (entry: Hammer) =>
  concludeAuction(
    {
      lots: trade.lots,
      reference: trade.reference,
      closedByCustomer: (lotId, reason) => trade.withdrawals.closedByCustomer(lotId, reason),
      confirmedPrices: async () => 3,
      recordOutcome: async () => undefined,
      openSettlement: () => Promise.resolve(),
      makeSecondOffer: () => Promise.resolve(),
      openTask: async () => undefined,
      confirmHandOver: async () => undefined,
      openRoom: async () => undefined,
    },
    entry,
  );

const lastFlow = async (lotId: number) => {
  const { rows } = await database.pool.query(
    'select to_status, by, reason from lot_flow where lot_id = $1 order by id desc limit 1',
    [lotId],
  );
  return rows[0];
};

describe('after its lot the order', () => {
  test.each([
    ['sold', 'awaiting-payment', 'sell', 'order-sold'],
    ['not-held', 'traded', 'end-unsold', 'order-not-sold'],
    ['no-price-given', 'traded', 'end-unsold', 'order-not-sold'],
    ['withdrawn', 'traded', 'withdraw-by-staff', 'order-withdrawn-by-staff'],
  ] as const)('%s is %s, once', async (outcome, status, event, template) => {
    const { personId, orderId, lotId } = await onTrade();
    const sold = { winner: 'w', winnerNumber: 4, priceTiyin: 60_000_000_00 };
    await conclude(
      hammer(lotId, outcome, {
        ...(outcome === 'sold' && sold),
        ...(outcome === 'withdrawn' && { reason: 'a court' }),
      }),
    );
    await Promise.all([trade.following.follow(lotId), trade.following.follow(lotId)]);
    await trade.following.follow(lotId);
    expect(await trade.order(orderId)).toMatchObject({ status });
    expect((await trade.events(orderId)).slice(2)).toEqual(['publish', event]);
    expect((await trade.notices(personId)).slice(2)).toEqual([template]);
  });

  test('of a sale at a fixed price that staff withdrew is traded, without a withdrawal of its customer', async () => {
    const { personId, orderId, lotId } = await onTrade({ tradeType: 'fixed-price', choices: undefined });
    expect(await trade.sales.withdraw(lotId, { by: 'staff', reason: 'a court' })).toBe('withdrawn');
    await trade.following.followAll(rethrow);
    expect(await trade.order(orderId)).toMatchObject({ status: 'traded' });
    expect((await trade.notices(personId)).slice(2)).toEqual(['order-withdrawn-by-staff']);
    expect(trade.withdrawn).not.toContain(orderId);
  });

  test('is sold too when the winner declined and a reserve participant is left', async () => {
    const { orderId, lotId } = await onTrade();
    const declined = { winner: 'w', winnerNumber: 4, priceTiyin: 9_00, winnerDeclines: true };
    await conclude(
      hammer(lotId, 'sold', { ...declined, reserve: 'r', reserveNumber: 2, reservePriceTiyin: 8_00 }),
    );
    await trade.following.follow(lotId);
    expect(await trade.order(orderId)).toMatchObject({ status: 'awaiting-payment' });
  });

  test('is traded when the price was not confirmed', async () => {
    const { orderId, lotId } = await onTrade();
    await conclude(
      hammer(lotId, 'sold', { winner: 'w', winnerNumber: 4, priceTiyin: 9_00, winnerDeclines: true }),
    );
    await trade.following.follow(lotId);
    expect(await trade.order(orderId)).toMatchObject({ status: 'traded' });
  });

  test('of a sale at a fixed price that ended is traded', async () => {
    const { orderId, lotId } = await onTrade({ tradeType: 'fixed-price', choices: undefined, stayDays: 1 });
    await trade.letEnd(lotId);
    await trade.sales.endAllByTime(rethrow);
    await trade.following.followAll(rethrow);
    expect(await trade.order(orderId)).toMatchObject({ status: 'traded' });
    expect((await trade.lots.get(lotId))?.outcome).toBe('no-price-given' satisfies LotOutcome);
  });

  test.each(['follow-lot-begun', 'follow-lot-moved'] as const)(
    'follows in the next round when the first one failed at %s',
    async (step: WorkflowStep) => {
      const { orderId, lotId } = await onTrade();
      await conclude(hammer(lotId, 'not-held'));
      let failed = false;
      trade.crash.at = (passed) => {
        if (passed !== step || failed) return;
        failed = true;
        throw new Error('a fault');
      };
      const left: number[] = [];
      await trade.following.followAll((_, id) => left.push(id));
      expect(left).toEqual([lotId]);
      // The next page: a lot that fails for long does not keep the others out.
      expect(await trade.orderLots.notFollowed(lotId - 1, 1)).toEqual([lotId]);
      expect(await trade.orderLots.notFollowed(lotId, 1)).toEqual([]);
      expect(await trade.order(orderId)).toMatchObject({ status: 'on-trade' });
      await trade.following.followAll(rethrow);
      expect(await trade.order(orderId)).toMatchObject({ status: 'traded' });
      expect(await trade.orderLots.notFollowed(0, 10)).toEqual([]);
    },
  );
});

/** What the customers of these tests read that it costs. */
const STATED_TIYIN = 412_000_00;

describe('a customer withdraws an order from trade', () => {
  const withdraw = ({ orderId, personId }: { orderId: number; personId: string }) =>
    trade.withdrawing.withdraw(orderId, personId, STATED_TIYIN);
  const answer = (one: AuctionService['withdraw'], reason = '') =>
    Object.assign(room, { answer: one, reason });
  const done: AuctionService['withdraw'] = async () => ({ verdict: 'done', seq: 7 });

  test('and it is cancelled, counted once, before and after the lot is concluded', async () => {
    answer(done);
    const it = await onTrade();
    expect(await withdraw(it)).toEqual({ outcome: 'withdrawn', lotId: it.lotId });
    expect(room.asked.at(-1)).toEqual({ lotId: it.lotId, reason: '', unlessPriced: true });
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'cancelled' });
    expect(await withdraw(it)).toEqual({ outcome: 'not-on-trade' });
    await conclude(hammer(it.lotId, 'withdrawn'));
    await trade.following.followAll(rethrow);
    expect(await lastFlow(it.lotId)).toEqual({ to_status: 10, by: 'customer', reason: null });
    expect((await trade.events(it.orderId)).slice(3)).toEqual(['withdraw']);
    expect(trade.withdrawn.filter((id) => id === it.orderId)).toHaveLength(1);
    expect(trade.stated.get(it.orderId)).toBe(STATED_TIYIN);
    expect((await trade.notices(it.personId)).slice(2)).toEqual(['order-withdrawn']);
  });

  test('and several that were prepared at one price are not all had for it at the same moment', async () => {
    const personId = randomUUID();
    answer(async () => ({ verdict: 'refused', reason: 'held' }));
    const orders = [];
    for (let n = 0; n < 4; n += 1) orders.push(await onTrade({}, personId));
    const answers = await Promise.all(
      orders.map(({ orderId }) => trade.withdrawing.withdraw(orderId, personId, 0)),
    );
    // The first two cost nothing; the third costs a base amount, which was not stated.
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      'busy',
      'busy',
      'costs-more',
      'costs-more',
    ]);
  });

  test('the remainder of a sale at a fixed price counts like any other', async () => {
    const shop = purchaseWorkflows(database);
    const personId = randomUUID();
    const price = { tradeType: 'fixed-price', choices: undefined, count: 3, startPriceTiyin: UNIT } as const;
    const withdrawn = async (atMostTiyin: number | null) => {
      const { orderId, lotId } = await onTrade(price, personId);
      const bought = await shop.buy(lotId, await shop.person(UNIT));
      expect(bought).toMatchObject({ outcome: 'bought' });
      const done = await trade.withdrawing.withdraw(orderId, personId, atMostTiyin);
      return { ...done, orderId };
    };
    for (let n = 0; n < 2; n += 1) expect(await withdrawn(0)).toMatchObject({ outcome: 'withdrawn' });
    expect(await withdrawn(0)).toMatchObject({ outcome: 'costs-more' });
    const third = await withdrawn(null);
    expect(third).toMatchObject({ outcome: 'withdrawn' });
    expect(await trade.order(third.orderId)).toMatchObject({ status: 'awaiting-payment' });
    const { rows } = await database.pool.query(
      'select count, multiple, journal_id is not null as owed from order_withdrawal where order_id = $1',
      [third.orderId],
    );
    expect(rows).toEqual([{ count: 3, multiple: 1, owed: true }]);
    expect(await trade.notices(personId)).toContain('order-penalty');
  });

  test('not once a price is confirmed, nor when the room has closed', async () => {
    const it = await onTrade();
    answer(async () => ({ verdict: 'refused', reason: 'already-bidding' }));
    expect(await withdraw(it)).toEqual({ outcome: 'has-price' });
    answer(async () => ({ verdict: 'refused', reason: 'closed' }));
    expect(await withdraw(it)).toEqual({ outcome: 'not-on-trade' });
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'on-trade' });
    // A refused wish is forgotten: what staff withdraw afterwards is not the customer's doing.
    await conclude(hammer(it.lotId, 'withdrawn', { reason: 'a court' }));
    await trade.following.follow(it.lotId);
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'traded' });
    expect(trade.withdrawn).not.toContain(it.orderId);
  });

  test('not when staff have closed the room in the same moment', async () => {
    const it = await onTrade();
    answer(done, 'a court');
    expect(await withdraw(it)).toEqual({ outcome: 'not-on-trade' });
    await conclude(hammer(it.lotId, 'withdrawn', { reason: 'a court' }));
    await trade.following.follow(it.lotId);
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'traded' });
    expect(await lastFlow(it.lotId)).toEqual({ to_status: 10, by: 'staff', reason: 'a court' });
  });

  test('not when staff have closed the room and the wish is written after the lot was concluded', async () => {
    const it = await onTrade();
    await conclude(hammer(it.lotId, 'withdrawn', { reason: 'a court' }));
    answer(done, 'a court');
    await trade.withdrawals.ask(it.lotId, { personId: it.personId, atMostTiyin: 0 });
    await trade.following.follow(it.lotId);
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'traded' });
    expect(trade.withdrawn).not.toContain(it.orderId);
    expect(await trade.withdrawals.wishOf(it.lotId)).toBeNull();
  });

  test('not one of another person, one without a lot or one that does not exist', async () => {
    const it = await onTrade();
    const asked = room.asked.length;
    expect(await withdraw({ ...it, personId: randomUUID() })).toEqual({ outcome: 'not-on-trade' });
    expect(await withdraw({ ...it, orderId: 3 })).toEqual({ outcome: 'not-on-trade' });
    const personId = randomUUID();
    expect(await withdraw({ orderId: await trade.approved({}, { personId }), personId })).toEqual({
      outcome: 'not-on-trade',
    });
    expect(room.asked).toHaveLength(asked);
  });

  test('and a room that does not answer is asked again until it does', async () => {
    const it = await onTrade();
    answer(() => Promise.reject(new ControlOutcomeUnknown(it.lotId)));
    expect(await withdraw(it)).toEqual({ outcome: 'busy' });
    await trade.withdrawing.finishLeft(rethrow);
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'on-trade' });
    await database.pool.query("update lot_withdrawal set asked_at = now() - interval '11 seconds'");
    answer(done);
    await trade.withdrawing.finishLeft(rethrow);
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'cancelled' });
    expect(trade.withdrawn.filter((id) => id === it.orderId)).toHaveLength(1);
    expect(trade.stated.get(it.orderId)).toBe(STATED_TIYIN);
  });

  test('and a price comes before the room answers: the customer, who has left, learns it by one message', async () => {
    const it = await onTrade();
    answer(() => Promise.reject(new ControlOutcomeUnknown(it.lotId)));
    expect(await withdraw(it)).toEqual({ outcome: 'busy' });
    await database.pool.query("update lot_withdrawal set asked_at = now() - interval '11 seconds'");
    answer(async () => ({ verdict: 'refused', reason: 'already-bidding' }));
    await trade.withdrawing.finishLeft(rethrow);
    await trade.withdrawing.finishLeft(rethrow);
    expect(await trade.withdrawals.wishOf(it.lotId)).toBeNull();
    expect((await trade.notices(it.personId)).slice(2)).toEqual(['order-not-withdrawn']);
    expect(trade.withdrawn).not.toContain(it.orderId);
  });

  test('and the lot is concluded before the room answered: it costs what was stated all the same', async () => {
    const it = await onTrade();
    answer(() => Promise.reject(new ControlOutcomeUnknown(it.lotId)));
    expect(await withdraw(it)).toEqual({ outcome: 'busy' });
    answer(done);
    await conclude(hammer(it.lotId, 'withdrawn'));
    await trade.following.follow(it.lotId);
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'cancelled' });
    expect(trade.stated.get(it.orderId)).toBe(STATED_TIYIN);
  });

  test('twice, the second time before the first closing is in the log', async () => {
    const it = await onTrade();
    answer(done);
    room.committed = false;
    expect(await withdraw(it)).toEqual({ outcome: 'busy' });
    room.committed = true;
    expect(await withdraw(it)).toEqual({ outcome: 'withdrawn', lotId: it.lotId });
    expect(trade.withdrawn.filter((id) => id === it.orderId)).toHaveLength(1);
  });

  test('of a sale at a fixed price, which ends at once', async () => {
    const it = await onTrade({ tradeType: 'fixed-price', choices: undefined });
    const outcomes = await Promise.all([withdraw(it), withdraw(it)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['not-on-trade', 'withdrawn']);
    expect(await trade.lots.get(it.lotId)).toMatchObject({
      status: 10,
      outcome: 'withdrawn',
      room_phase: 'closed',
    });
    expect(await trade.order(it.orderId)).toMatchObject({ status: 'cancelled' });
    await trade.following.followAll(rethrow);
    expect((await trade.events(it.orderId)).slice(3)).toEqual(['withdraw']);
    expect(trade.withdrawn.filter((id) => id === it.orderId)).toHaveLength(1);
  });
});

const rethrow = (error: unknown): void => {
  throw error;
};
