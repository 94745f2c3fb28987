import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { photosOfLot } from '#server/domains/lots/index.ts';
import { protestAgainst } from '../fixtures/protest-stub.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import { DAY_MS, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';
import type { WorkflowStep } from '#server/workflows/index.ts';
import { ordersOnTrade, type OrdersOnTrade } from '../fixtures/orders-on-trade.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';

let database: TestDatabase;
let trade: OrdersOnTrade;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  trade = await ordersOnTrade(database);
});
afterAll(async () => {
  await trade.close();
  await database.close();
});
beforeEach(() => {
  Object.assign(trade.obstacles, { reason: undefined, owedTiyin: 0 });
});

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const planOf = async (lotId: number) =>
  (await query('select * from repeat_plan where lot_id = $1', [lotId]))[0];
const lotOf = async (lotId: number) => (await query('select * from lot where id = $1', [lotId]))[0];
const failing = (error: unknown): never => {
  throw error;
};
const planAll = () => trade.planning.planAll(failing);
const publishDue = () => trade.repeating.publishDue(failing);

const START = 50_000_000_00;
const STATE_SHOP = {
  ...{
    ruleSet: 'state-shop' as const,
    orderType: 'state' as const,
    choices: undefined,
    paymentWorkingDays: 3,
  },
  ...{ estimatedPriceTiyin: START, startPriceTiyin: START, instalments: undefined },
} as const;
const STATE_LIVE = {
  ...STATE_SHOP,
  ...{ ruleSet: 'state-live' as const, paymentWorkingDays: 10 },
  choices: { announcedOn: tashkentDay(Date.now() + 31 * DAY_MS) },
} as const;

/** A lot on trade. */
async function onTrade(given: Parameters<OrdersOnTrade['approved']>[0] = {}) {
  const personId = randomUUID();
  const fields = { stayDays: 'until-sold' as const, ...given };
  const orderId = await trade.approved(fields, { personId });
  const listed = await trade.listing.list(orderId);
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  return { personId, orderId, lotId: listed.lotId };
}

const ENDED: Record<number, LotOutcome> = {
  [S.notHeld]: 'not-held',
  [S.withdrawn]: 'withdrawn',
  [S.noPriceGiven]: 'no-price-given',
  [S.priceNotConfirmed]: 'price-not-confirmed',
};

/** Ends a lot unsold so long ago, and lets its order follow. */
async function endUnsold(lotId: number, status: number = S.notHeld, daysAgo = 0) {
  await query(
    `update lot set status = $2, outcome = $3, room_phase = 'closed', participants = 0,
       ended_at = now() - make_interval(days => $4), published_at = published_at - make_interval(days => $4)
     where id = $1`,
    [lotId, status, ENDED[status], daysAgo],
  );
  await trade.following.follow(lotId);
}

async function unsold(given: Parameters<typeof onTrade>[0] = {}, daysAgo = 0) {
  const made = await onTrade(given);
  await endUnsold(made.lotId, S.notHeld, daysAgo);
  return made;
}

/** The same with its plan. */
async function planned(given: Parameters<typeof onTrade>[0] = {}, daysAgo = 0) {
  const made = await unsold(given, daysAgo);
  await trade.planning.plan(made.lotId);
  return made;
}

const fallDue = (lotId: number) =>
  query(`update repeat_plan set look_at = now() - interval '1 second' where lot_id = $1`, [lotId]);

async function repeated(lotId: number): Promise<number> {
  await fallDue(lotId);
  const done = await trade.repeating.publish(lotId);
  if (done.outcome !== 'published') throw new Error(JSON.stringify(done));
  return done.lotId;
}

async function admit(lotId: number): Promise<void> {
  await query(
    `insert into trade_application (lot_id, person_id, number, status) values ($1, 'p1', 1, 'lost')`,
    [lotId],
  );
}

describe('a lot that was not sold', () => {
  test('is planned and told once, and on its day traded as another lot with everything the first one had', async () => {
    const { personId, orderId, lotId } = await onTrade({
      choices: {
        ...{ opensAtMs: Date.now() + 2 * DAY_MS, closesAtMs: Date.now() + 3 * DAY_MS },
        ...{ depositPercent: 10, repeatCutPercent: 7.5 },
      },
    });
    // As staff corrected it.
    await query(`update lot set title = jsonb_set(title, '{uz}', '"Tuzatilgan nom"') where id = $1`, [lotId]);
    await endUnsold(lotId);
    await Promise.all([trade.planning.plan(lotId), trade.planning.plan(lotId), planAll()]);
    const plan = await planOf(lotId);
    expect(plan).toMatchObject({ state: 'planned', ground: 'stay', round: 2, cut_bp: 750 });
    expect(plan.start_price_tiyin).toBe(START - 3_750_000_00);
    const { hour, minute, weekday } = tashkentParts(plan.publish_at.getTime());
    expect([hour, minute, weekday < 7]).toEqual([10, 0, true]);
    expect(plan.publish_at.getTime()).toBeGreaterThan(Date.now());
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'nothing' });

    const newId = await repeated(lotId);
    const [first, next] = [await lotOf(lotId), await lotOf(newId)];
    expect(first).toMatchObject({ status: S.archived });
    expect(next).toMatchObject({
      ...{ status: S.acceptingApplications, repeats_lot_id: lotId, order_id: orderId },
      ...{ repeat_round: 2, repeat_cut_bp: 750, start_price_tiyin: START - 3_750_000_00 },
      ...{ title: first.title, description: first.description, customer_person_id: personId },
      ...{ deposit_bp: 1_000, deposit_tiyin: (START - 3_750_000_00) / 10, rule_set_version: 3 },
    });
    expect(next.title.uz).toBe('Tuzatilgan nom');
    expect(next.opens_at.getTime()).toBeGreaterThanOrEqual(Date.now() + DAY_MS - 60_000);
    expect(next.closes_at - next.opens_at).toBe(first.closes_at - first.opens_at);
    expect([next.photos.length, next.hidden_photos.length]).toEqual([2, 1]);
    expect(await trade.files.countsOf(database.db, photosOfLot(newId))).toEqual({
      ...{ images: 3, mainImages: 1, documents: 2 },
    });
    expect(await planOf(lotId)).toMatchObject({ state: 'published', repeat_lot_id: newId, look_at: null });
    expect((await trade.order(orderId)).status).toBe('on-trade');
    expect((await trade.events(orderId)).slice(3)).toEqual(['end-unsold', 'plan-repeat', 'trade-again']);
    const told = await trade.notices(personId);
    expect(told.slice(-3)).toEqual(['order-not-sold', 'order-repeat-planned', 'order-repeated']);
    // Once, whatever comes again.
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'nothing' });
    await planAll();
    expect(await trade.lotsOf(orderId)).toHaveLength(2);

    await endUnsold(newId, S.noPriceGiven);
    await planAll();
    expect(await planOf(newId)).toMatchObject({ round: 3, start_price_tiyin: START - 7_500_000_00 });
  });

  test('of the state falls by a tenth of the first price every two months, below its estimate, to a half', async () => {
    const { orderId, lotId } = await onTrade(STATE_SHOP);
    let at = lotId;
    const prices: number[] = [];
    for (let round = 2; round <= 4; round += 1) {
      await endUnsold(at, S.notHeld);
      await planAll();
      const plan = await planOf(at);
      expect(plan).toMatchObject({ state: 'planned', ground: 'rules', round });
      const days = (plan.publish_at.getTime() - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(57);
      expect(days).toBeLessThan(75);
      at = await repeated(at);
      prices.push((await lotOf(at)).start_price_tiyin);
    }
    expect(prices).toEqual([0.9, 0.8, 0.7].map((share) => START * share));
    // By the window of its rule set, from its publication on.
    const { opens_at: opens, closes_at: closes } = await lotOf(at);
    expect(tashkentParts(opens.getTime()).hour).toBe(10);
    expect([tashkentParts(closes.getTime()).hour, closes > opens]).toEqual([18, true]);
    await query(`update lot set start_price_tiyin = $2 where id = $1`, [at, START / 2]);
    await endUnsold(at);
    await planAll();
    expect(await planOf(at)).toMatchObject({ start_price_tiyin: START / 2, cut_bp: 0 });
    expect(await trade.lotsOf(orderId)).toHaveLength(4);
  });

  test('of a one-day auction comes ten days later at the same price, announced thirty days ahead', async () => {
    const { lotId } = await planned(STATE_LIVE);
    const plan = await planOf(lotId);
    expect(plan).toMatchObject({ ground: 'rules', start_price_tiyin: START, cut_bp: 0 });
    expect((plan.publish_at.getTime() - Date.now()) / DAY_MS).toBeGreaterThan(9);
    const next = await lotOf(await repeated(lotId));
    expect((next.opens_at.getTime() - Date.now()) / DAY_MS).toBeGreaterThan(29.9 - 14 / 24);
    expect(tashkentParts(next.opens_at.getTime())).toMatchObject({ hour: 10, minute: 0 });
  });

  test('waits for the time for protests where anyone was admitted', async () => {
    const { lotId } = await unsold();
    await admit(lotId);
    await trade.planning.plan(lotId);
    const without = await planned();
    const [one, other] = [await planOf(lotId), await planOf(without.lotId)];
    expect(one.publish_at.getTime()).toBeGreaterThan(other.publish_at.getTime());
  });

  test.each([
    ['is withdrawn by its customer', 'order-over', { status: S.withdrawn, order: 'cancelled' }],
    ['was published by rules without repeats', 'no-rules', { version: 2 }],
    ['is sold at a fixed price', 'fixed-price', { tradeType: 'fixed-price' }],
    ['names no stay in trade', 'no-stay', { stay: null }],
    ['stays in trade no longer', 'stay-over', { stay: 1 }],
  ] as const)('and %s is not repeated', async (_, ground, how) => {
    const { orderId, lotId } = await unsold();
    if ('version' in how)
      await query('update lot set rule_set_version = $2 where id = $1', [lotId, how.version]);
    if ('tradeType' in how)
      await query(`update lot set trade_type = $2 where id = $1`, [lotId, how.tradeType]);
    if ('stay' in how)
      await query(`update lot set stay_days = $2, published_at = now() - interval '3 days' where id = $1`, [
        lotId,
        how.stay,
      ]);
    if ('order' in how)
      await query('update customer_order set status = $2 where id = $1', [orderId, how.order]);
    await planAll();
    expect(await planOf(lotId)).toMatchObject({ state: 'none', ground, publish_at: null });
    await publishDue();
    expect(await trade.lotsOf(orderId)).toHaveLength(1);
  });

  test('is not judged while its order has not followed', async () => {
    const { lotId } = await onTrade();
    await query(`update lot set status = 9, outcome = 'not-held', ended_at = now() where id = $1`, [lotId]);
    await planAll();
    expect(await planOf(lotId)).toBeUndefined();
    await trade.following.follow(lotId);
    await planAll();
    expect(await planOf(lotId)).toMatchObject({ state: 'planned' });
  });
});

describe('after three months without a worker', () => {
  test('what should have come long ago comes in its order, with days from now on', async () => {
    const { orderId, lotId } = await unsold({}, 90);
    const shop = await unsold(STATE_SHOP, 90);
    await planAll();
    for (const id of [lotId, shop.lotId]) {
      const { publish_at: at } = await planOf(id);
      expect(at.getTime()).toBeGreaterThan(Date.now());
      expect(at.getTime()).toBeLessThan(Date.now() + 12 * DAY_MS);
    }
    await query(
      `update repeat_plan set look_at = now() - interval '90 days', publish_at = now() - interval '90 days'
      where lot_id = any($1)`,
      [[lotId, shop.lotId]],
    );
    await publishDue();
    await publishDue();
    const [, next] = await trade.lotsOf(orderId);
    expect(next.published_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(next.opens_at.getTime()).toBeGreaterThan(Date.now());
    expect(await trade.lotsOf(orderId)).toHaveLength(2);
    expect(await trade.lotsOf(shop.orderId)).toHaveLength(2);
  });
});

describe('a repeat that is due', () => {
  test.each([
    ['barred', () => Object.assign(trade.obstacles, { reason: 'barred' })],
    ['consent', () => Object.assign(trade.obstacles, { reason: 'offer' })],
    ['owes', () => Object.assign(trade.obstacles, { owedTiyin: 5 })],
    [
      'category',
      (orderId: number) =>
        query(`update customer_order set fields = jsonb_set(fields, '{categoryId}', '1') where id = $1`, [
          orderId,
        ]),
    ],
  ])(
    'and cannot be published (%s) says why once, holds up no other, and comes when it can',
    async (obstacle, hinder) => {
      const [one, other] = [await planned(), await planned()];
      await fallDue(one.lotId);
      await hinder(one.orderId);
      await publishDue();
      await fallDue(one.lotId);
      await publishDue();
      expect(await planOf(one.lotId)).toMatchObject({ state: 'blocked', obstacle });
      const told = await trade.notices(one.personId);
      expect(told.filter((name) => name === 'order-repeat-blocked')).toHaveLength(1);
      Object.assign(trade.obstacles, { reason: undefined, owedTiyin: 0 });
      await fallDue(other.lotId);
      expect(await publishDue()).toBe(1);
      expect(await trade.lotsOf(other.orderId)).toHaveLength(2);
      if (obstacle === 'category') return;
      expect((await planOf(one.lotId)).look_at.getTime()).toBeGreaterThan(Date.now());
      await repeated(one.lotId);
      expect(await trade.lotsOf(one.orderId)).toHaveLength(2);
    },
  );

  test('and whose order is over is stopped', async () => {
    const { orderId, lotId } = await planned();
    await query(`update customer_order set status = 'finished' where id = $1`, [orderId]);
    await fallDue(lotId);
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'stopped' });
    expect(await planOf(lotId)).toMatchObject({ state: 'stopped', stopped_by_kind: 'system' });
  });

  test('waits for a protest, without a word to its customer, and comes when it is decided', async () => {
    const { personId, lotId } = await planned();
    const protest = protestAgainst(database, lotId);
    await protest.file();
    await fallDue(lotId);
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'blocked', obstacle: 'protest' });
    expect(await trade.notices(personId)).not.toContain('order-repeat-blocked');
    await protest.dismiss();
    // Upheld: the result is cancelled, and the lot is still repeated.
    await query('update lot set status = $2 where id = $1', [lotId, S.resultCancelled]);
    expect((await lotOf(await repeated(lotId))).repeats_lot_id).toBe(lotId);
  });

  test.each(['protest', 'repeat'] as const)(
    'and a protest at the same moment: the %s comes first',
    async (first) => {
      const { lotId } = await planned();
      await fallDue(lotId);
      const filed = protestAgainst(database, lotId);
      if (first === 'protest') {
        const { release, done } = await filed.fileAndWait();
        const publishing = trade.repeating.publish(lotId);
        await trade.waitsForLock();
        release();
        expect(await done).toBe('filed');
        expect(await publishing).toMatchObject({ outcome: 'blocked', obstacle: 'protest' });
        return;
      }
      let filing: Promise<string> | undefined;
      trade.crash.at = (step) => {
        if (step === 'repeat-inserted') filing = filed.file();
      };
      onTestFinished(() => void (trade.crash.at = () => undefined));
      expect(await trade.repeating.publish(lotId)).toMatchObject({ outcome: 'published' });
      expect(await filing).toBe('archived');
    },
  );

  test('is published once by any number of workers', async () => {
    const { orderId, lotId } = await planned();
    await fallDue(lotId);
    const all = await Promise.all(Array.from({ length: 5 }, () => trade.repeating.publish(lotId)));
    expect(all.filter(({ outcome }) => outcome === 'published')).toHaveLength(1);
    expect(await trade.lotsOf(orderId)).toHaveLength(2);
    await expect(
      query(
        `insert into lot overriding system value select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 100000, 'status', 9))).*
        from lot l where repeats_lot_id = $1`,
        [lotId],
      ),
    ).rejects.toThrow(/lot_repeat/);
  });

  const STEPS = [
    ...['repeat-plan-begun', 'repeat-planned', 'repeat-plan-committed', 'repeat-begun', 'repeat-inserted'],
    ...['repeat-files-taken', 'repeat-archived', 'repeat-moved', 'repeat-committed'],
  ] as WorkflowStep[];
  test.each(STEPS)('and whose worker dies at %s is finished once by the next round', async (step) => {
    const { personId, orderId, lotId } = await unsold();
    let dead = false;
    trade.crash.at = (at) => {
      if (at !== step || dead) return;
      dead = true;
      throw new Error(`died at ${at}`);
    };
    onTestFinished(() => void (trade.crash.at = () => undefined));
    const died: unknown[] = [];
    const note = (error: unknown) => died.push(error);
    await trade.planning.planAll(note);
    await trade.planning.planAll(failing);
    await fallDue(lotId);
    await trade.repeating.publishDue(note);
    await trade.repeating.publishDue(failing);
    expect(died.map(String)).toEqual([`Error: died at ${step}`]);
    expect((await trade.lotsOf(orderId)).map(({ status }) => status)).toEqual([S.archived, 1]);
    const told = await trade.notices(personId);
    expect(told.filter((name) => name.startsWith('order-repeat'))).toEqual([
      'order-repeat-planned',
      'order-repeated',
    ]);
  });
});

describe('people', () => {
  test('who marked the lot find its repeat marked, and are told', async () => {
    const { lotId } = await planned();
    const fans = [randomUUID(), randomUUID()];
    for (const fan of fans)
      await query('insert into favourite_lot (person_id, lot_id) values ($1, $2)', [fan, lotId]);
    const newId = await repeated(lotId);
    for (const fan of fans) {
      expect(await query('select lot_id from favourite_lot where person_id = $1', [fan])).toEqual([
        { lot_id: newId },
      ]);
      expect(await trade.notices(fan)).toEqual(['lot-repeated']);
    }
  });

  const wish = (
    orderId: number,
    personId: string,
    action: 'repeat' | 'stop-repeats',
    cutBp: number | null = null,
  ) => trade.wishes.prepare({ orderId, personId, action, cutBp });
  const carryOut = async (prepared: Awaited<ReturnType<typeof wish>>) => {
    if (prepared.outcome !== 'ready') throw new Error(prepared.reason);
    return inTransaction(database.db, async (tx) => prepared.perform(tx));
  };

  test('whose order names no stay ask for a repeat with a cut within the rules, and stop it', async () => {
    const { orderId, personId, lotId } = await unsold();
    await query('update lot set stay_days = null where id = $1', [lotId]);
    expect(await wish(orderId, personId, 'repeat')).toMatchObject({ reason: 'repeat-impossible' });
    await planAll();
    expect(await wish(orderId, personId, 'stop-repeats')).toMatchObject({ reason: 'repeat-none' });
    expect(await wish(orderId, personId, 'repeat', 1_001)).toMatchObject({ reason: 'repeat-cut' });
    const ready = await wish(orderId, personId, 'repeat', 1_000);
    expect(ready).toMatchObject({ terms: { startPriceTiyin: START * 0.9, cutBp: 1_000 } });
    expect(await trade.wishes.possible({ orderId, personId, state: 'traded' })).toEqual({
      ...{ repeat: true, stopRepeats: false, cut: { minBp: 0, maxBp: 1_000, usualBp: 0 } },
    });
    await carryOut(ready);
    expect(await planOf(lotId)).toMatchObject({ state: 'planned', ground: 'asked', cut_bp: 1_000 });
    expect(await carryOut(ready)).toBe('repeat-planned');
    await carryOut(await wish(orderId, personId, 'stop-repeats'));
    expect(await planOf(lotId)).toMatchObject({ state: 'stopped', stopped_by: personId, look_at: null });
    expect(await publishDue()).toBe(0);
    await carryOut(await wish(orderId, personId, 'repeat'));
    expect((await lotOf(await repeated(lotId))).start_price_tiyin).toBe(START);
    expect((await trade.events(orderId)).slice(4)).toEqual([
      ...['plan-repeat', 'stop-repeat', 'plan-repeat', 'trade-again'],
    ]);
  });

  test('do not stop a repeat that the rules of state property demand', async () => {
    const { orderId, personId } = await planned(STATE_SHOP);
    expect(await wish(orderId, personId, 'stop-repeats')).toMatchObject({ reason: 'repeat-by-rules' });
  });

  test('of the staff postpone a repeat and stop it with a reason, which stays', async () => {
    const { orderId, personId, lotId } = await planned();
    const staff = { personId: randomUUID(), address: '127.0.0.1' };
    const reason = 'Hujjatlar tekshirilmoqda';
    const { publish_at: before } = await planOf(lotId);
    const later = new Date(before.getTime() + 10 * DAY_MS);
    const postpone = (day: string) => trade.deciding.postpone(lotId, { day, reason }, staff);
    expect(await postpone(tashkentDay(before))).toEqual({ outcome: 'day' });
    expect(await postpone(tashkentDay(Date.now() + 400 * DAY_MS))).toEqual({ outcome: 'day' });
    expect(await postpone(tashkentDay(later))).toEqual({ outcome: 'done' });
    expect(await planOf(lotId)).toMatchObject({
      state: 'planned',
      publish_at: later,
      look_at: later,
      reason,
    });
    expect((await trade.repeats.forStaff({ state: 'open', lotId, page: 1, size: 5 })).items).toMatchObject([
      { lotId, orderId, state: 'planned', publishAtMs: later.getTime(), reason },
    ]);
    expect(await trade.deciding.stop(lotId, reason, staff)).toEqual({ outcome: 'done' });
    expect(await trade.deciding.stop(lotId, reason, staff)).toEqual({ outcome: 'over' });
    expect(await trade.deciding.stop(999_999, reason, staff)).toEqual({ outcome: 'none' });
    expect(await wish(orderId, personId, 'repeat')).toMatchObject({ reason: 'repeat-by-staff' });
    expect((await trade.notices(personId)).slice(-2)).toEqual([
      'order-repeat-postponed',
      'order-repeat-stopped',
    ]);
    const logged = await query(`select action from person_action where reason like $1 order by id`, [
      `lot:${lotId}:%`,
    ]);
    expect(logged.map(({ action }) => action)).toEqual(['repeat-postponed', 'repeat-stopped']);
  });
});
