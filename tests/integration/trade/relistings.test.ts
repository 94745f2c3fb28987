import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { photosOfLot } from '#server/domains/trade/lots/index.ts';
import type { WorkflowStep } from '#server/workflows/crash-steps.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DAY_MS, tashkentParts } from '#shared/time/tashkent.ts';
import { finishAlone } from '../../fixtures/finish-alone.ts';
import { protestAgainst } from '../../fixtures/protest-stub.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { START, STATE_SHOP, stateLive, unsoldLots } from '../../fixtures/unsold-lots.ts';

let database: TestDatabase;
let lots: Awaited<ReturnType<typeof unsoldLots>>;
let trade: (typeof lots)['trade'];

beforeAll(async () => {
  database = await testDatabase('template', 20);
  lots = await unsoldLots(database);
  trade = lots.trade;
});
afterAll(async () => {
  await trade.close();
  await database.close();
});
beforeEach(() => {
  Object.assign(trade.obstacles, { shut: false, reason: undefined, owedTiyin: 0 });
});

describe('a lot that was not sold', () => {
  test('is planned once, and on its day traded as another lot with everything the first one had', async () => {
    const { personId, orderId, lotId } = await lots.onTrade({
      choices: {
        opensAtMs: Date.now() + 2 * DAY_MS,
        closesAtMs: Date.now() + 3 * DAY_MS,
        depositPercent: 10,
        repeatCutPercent: 7.5,
      },
    });
    // As staff corrected it.
    await lots.query(`update lot set title = jsonb_set(title, '{uz}', '"Tuzatilgan nom"') where id = $1`, [
      lotId,
    ]);
    await lots.endUnsold(lotId);
    await Promise.all([trade.planning.plan(lotId), trade.planning.plan(lotId), lots.planAll()]);
    const plan = await lots.planOf(lotId);
    expect(plan).toMatchObject({ state: 'planned', ground: 'stay', round: 2, cut_bp: 750 });
    expect(plan.start_price_tiyin).toBe(START - 3_750_000_00);
    const { hour, minute, weekday } = tashkentParts(plan.publish_at.getTime());
    expect([hour, minute, weekday < 7]).toEqual([10, 0, true]);
    expect(plan.publish_at.getTime()).toBeGreaterThan(Date.now());
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'nothing' });

    const newId = await lots.repeated(lotId);
    const [first, next] = [await lots.lotOf(lotId), await lots.lotOf(newId)];
    expect(first).toMatchObject({ status: S.archived });
    expect(next).toMatchObject({
      status: S.acceptingApplications,
      repeats_lot_id: lotId,
      order_id: orderId,
      repeat_round: 2,
      repeat_cut_bp: 750,
      start_price_tiyin: START - 3_750_000_00,
      title: first.title,
      description: first.description,
      customer_person_id: personId,
      deposit_bp: 1_000,
      deposit_tiyin: (START - 3_750_000_00) / 10,
      rule_set_version: 3,
    });
    expect(next.title.uz).toBe('Tuzatilgan nom');
    expect(next.opens_at.getTime()).toBeGreaterThanOrEqual(Date.now() + DAY_MS - 60_000);
    expect(next.closes_at - next.opens_at).toBe(first.closes_at - first.opens_at);
    expect([next.photos.length, next.hidden_photos.length]).toEqual([2, 1]);
    expect(await trade.files.countsOf(database.db, photosOfLot(newId))).toEqual({
      images: 3,
      mainImages: 1,
      documents: 2,
    });
    expect(await lots.planOf(lotId)).toMatchObject({
      state: 'published',
      repeat_lot_id: newId,
      look_at: null,
    });
    expect((await trade.order(orderId)).status).toBe('on-trade');
    expect((await trade.events(orderId)).slice(3)).toEqual(['end-unsold', 'plan-repeat', 'trade-again']);
    const messages = await trade.notices(personId);
    expect(messages.slice(-3)).toEqual(['order-not-sold', 'order-repeat-planned', 'order-repeated']);
    // Once, whatever comes again.
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'nothing' });
    await lots.planAll();
    expect(await trade.lotsOf(orderId)).toHaveLength(2);

    await lots.endUnsold(newId, S.noPriceGiven);
    await lots.planAll();
    expect(await lots.planOf(newId)).toMatchObject({ round: 3, start_price_tiyin: START - 7_500_000_00 });
  });

  test('of the state falls by a tenth of the first price every two months, below its estimate, to a half', async () => {
    const { orderId, lotId } = await lots.onTrade(STATE_SHOP);
    let at = lotId;
    const prices: number[] = [];
    for (let round = 2; round <= 4; round += 1) {
      await lots.endUnsold(at, S.notHeld);
      await lots.planAll();
      const plan = await lots.planOf(at);
      expect(plan).toMatchObject({ state: 'planned', ground: 'rules', round });
      const days = (plan.publish_at.getTime() - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(57);
      expect(days).toBeLessThan(75);
      at = await lots.repeated(at);
      prices.push((await lots.lotOf(at)).start_price_tiyin);
    }
    expect(prices).toEqual([0.9, 0.8, 0.7].map((share) => START * share));
    // By the window of its rule set, from its publication on.
    const { opens_at: opens, closes_at: closes } = await lots.lotOf(at);
    expect(tashkentParts(opens.getTime()).hour).toBe(10);
    expect([tashkentParts(closes.getTime()).hour, closes > opens]).toEqual([18, true]);
    await lots.query(`update lot set start_price_tiyin = $2 where id = $1`, [at, START / 2]);
    await lots.endUnsold(at);
    await lots.planAll();
    expect(await lots.planOf(at)).toMatchObject({ start_price_tiyin: START / 2, cut_bp: 0 });
    expect(await trade.lotsOf(orderId)).toHaveLength(4);
  });

  test('of a one-day auction comes ten days later at the same price, announced thirty days ahead', async () => {
    const { lotId } = await lots.planned(stateLive(await trade.reference.workingCalendar()));
    const plan = await lots.planOf(lotId);
    expect(plan).toMatchObject({ ground: 'rules', start_price_tiyin: START, cut_bp: 0 });
    expect((plan.publish_at.getTime() - Date.now()) / DAY_MS).toBeGreaterThan(9);
    const next = await lots.lotOf(await lots.repeated(lotId));
    expect((next.opens_at.getTime() - Date.now()) / DAY_MS).toBeGreaterThan(29.9 - 14 / 24);
    expect(tashkentParts(next.opens_at.getTime())).toMatchObject({ hour: 10, minute: 0 });
  });

  test('waits for the time for protests where anyone was admitted', async () => {
    const { lotId } = await lots.unsold();
    await lots.admit(lotId);
    await trade.planning.plan(lotId);
    const without = await lots.planned();
    const [one, other] = [await lots.planOf(lotId), await lots.planOf(without.lotId)];
    expect(one.publish_at.getTime()).toBeGreaterThan(other.publish_at.getTime());
  });

  test.each([
    ['is withdrawn by its customer', 'order-over', { status: S.withdrawn, order: 'cancelled' }],
    ['was published by rules without repeats', 'no-rules', { version: 2 }],
    ['is sold at a fixed price', 'fixed-price', { tradeType: 'fixed-price' }],
    ['names no stay in trade', 'no-stay', { stay: null }],
    ['stays in trade no longer', 'stay-over', { stay: 1 }],
  ] as const)('and %s is not repeated', async (_, ground, how) => {
    const { orderId, lotId } = await lots.unsold();
    if ('version' in how)
      await lots.query('update lot set rule_set_version = $2 where id = $1', [lotId, how.version]);
    if ('tradeType' in how)
      await lots.query(`update lot set trade_type = $2 where id = $1`, [lotId, how.tradeType]);
    if ('stay' in how)
      await lots.query(
        `update lot set stay_days = $2, published_at = now() - interval '3 days' where id = $1`,
        [lotId, how.stay],
      );
    if ('order' in how)
      await lots.query('update customer_order set status = $2 where id = $1', [orderId, how.order]);
    await lots.planAll();
    expect(await lots.planOf(lotId)).toMatchObject({ state: 'none', ground, publish_at: null });
    await lots.publishDue();
    expect(await trade.lotsOf(orderId)).toHaveLength(1);
  });

  test('is not judged while its order has not followed', async () => {
    const { lotId } = await lots.onTrade();
    await lots.query(`update lot set status = 9, outcome = 'not-held', ended_at = now() where id = $1`, [
      lotId,
    ]);
    await lots.planAll();
    expect(await lots.planOf(lotId)).toBeUndefined();
    await trade.following.follow(lotId);
    await lots.planAll();
    expect(await lots.planOf(lotId)).toMatchObject({ state: 'planned' });
  });
});

describe('after three months without a worker', () => {
  test('what should have come long ago comes in its order, with days from now on', async () => {
    const { orderId, lotId } = await lots.unsold({}, 90);
    const shop = await lots.unsold(STATE_SHOP, 90);
    await lots.planAll();
    for (const id of [lotId, shop.lotId]) {
      const { publish_at: at } = await lots.planOf(id);
      expect(at.getTime()).toBeGreaterThan(Date.now());
      expect(at.getTime()).toBeLessThan(Date.now() + 12 * DAY_MS);
    }
    await lots.query(
      `update repeat_plan set look_at = now() - interval '90 days', publish_at = now() - interval '90 days'
      where lot_id = any($1)`,
      [[lotId, shop.lotId]],
    );
    await lots.publishDue();
    await lots.publishDue();
    const [, next] = await trade.lotsOf(orderId);
    expect(next.published_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(next.opens_at.getTime()).toBeGreaterThan(Date.now());
    expect(await trade.lotsOf(orderId)).toHaveLength(2);
    expect(await trade.lotsOf(shop.orderId)).toHaveLength(2);
  });
});

describe('a repeat that is due', () => {
  test('by the rules is a task of staff, once, when its customer keeps it from being published', async () => {
    const [state, own] = [await lots.unsold(STATE_SHOP, 90), await lots.unsold({}, 90)];
    await lots.planAll();
    Object.assign(trade.obstacles, { reason: 'role' });
    for (const { lotId } of [state, own, state, own]) {
      await lots.fallDue(lotId);
      await lots.publishDue();
      expect(await lots.planOf(lotId)).toMatchObject({ state: 'blocked', obstacle: 'role' });
    }
    const rows = await lots.query('select lot_id, kind from staff_task where lot_id = any($1)', [
      [state.lotId, own.lotId],
    ]);
    expect(rows).toEqual([{ lot_id: state.lotId, kind: 'repeat-lot' }]);
    // It would not be asked about again, and no one else would know.
    expect(await finishAlone(database, state.lotId)).toBe('staff-tasks.decided');
    Object.assign(trade.obstacles, { reason: undefined });
    await lots.repeated(state.lotId);
    expect(await finishAlone(database, state.lotId)).toBe('done');
  });

  test.each([
    ['shut', () => Object.assign(trade.obstacles, { shut: true })],
    ['barred', () => Object.assign(trade.obstacles, { reason: 'barred' })],
    ['consent', () => Object.assign(trade.obstacles, { reason: 'offer' })],
    ['owes', () => Object.assign(trade.obstacles, { owedTiyin: 5 })],
    [
      'category',
      (orderId: number) =>
        lots.query(
          `update customer_order set fields = jsonb_set(fields, '{categoryId}', '1') where id = $1`,
          [orderId],
        ),
    ],
  ])(
    'and cannot be published (%s) says why once, holds up no other, and comes when it can',
    async (obstacle, hinder) => {
      const [one, other] = [await lots.planned(), await lots.planned()];
      await lots.fallDue(one.lotId);
      await hinder(one.orderId);
      await lots.publishDue();
      await lots.fallDue(one.lotId);
      await lots.publishDue();
      expect(await lots.planOf(one.lotId)).toMatchObject({ state: 'blocked', obstacle });
      const messages = await trade.notices(one.personId);
      // Of a shut account nothing is said: it ends by itself.
      const said = messages.filter((name) => name === 'order-repeat-blocked');
      expect(said).toHaveLength(obstacle === 'shut' ? 0 : 1);
      Object.assign(trade.obstacles, { shut: false, reason: undefined, owedTiyin: 0 });
      await lots.fallDue(other.lotId);
      expect(await lots.publishDue()).toBe(1);
      expect(await trade.lotsOf(other.orderId)).toHaveLength(2);
      if (obstacle === 'category') return;
      expect((await lots.planOf(one.lotId)).look_at.getTime()).toBeGreaterThan(Date.now());
      await lots.repeated(one.lotId);
      expect(await trade.lotsOf(one.orderId)).toHaveLength(2);
    },
  );

  test('and whose order is over is stopped', async () => {
    const { orderId, lotId } = await lots.planned();
    await lots.query(`update customer_order set status = 'finished' where id = $1`, [orderId]);
    await lots.fallDue(lotId);
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'stopped' });
    expect(await lots.planOf(lotId)).toMatchObject({ state: 'stopped', stopped_by_kind: 'system' });
  });

  test('waits for a protest, silently, and comes when it is decided', async () => {
    const { personId, lotId } = await lots.planned();
    const protest = protestAgainst(database, lotId);
    await protest.file();
    await lots.fallDue(lotId);
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'blocked', obstacle: 'protest' });
    expect(await trade.notices(personId)).not.toContain('order-repeat-blocked');
    await protest.dismiss();
    // Upheld: the result is cancelled, and the lot is still repeated.
    await lots.query('update lot set status = $2 where id = $1', [lotId, S.resultCancelled]);
    expect((await lots.lotOf(await lots.repeated(lotId))).repeats_lot_id).toBe(lotId);
  });

  test('and a protest at the same moment: the protest comes first', async () => {
    const { lotId } = await lots.planned();
    await lots.fallDue(lotId);
    const { release, done } = await protestAgainst(database, lotId).fileAndWait();
    const publishing = trade.repeating.publish(lotId);
    await trade.waitsForLock();
    release();
    expect(await done).toBe('filed');
    expect(await publishing).toMatchObject({ outcome: 'blocked', obstacle: 'protest' });
  });

  test('and a protest at the same moment: the repeat comes first', async () => {
    const { lotId } = await lots.planned();
    await lots.fallDue(lotId);
    const filed = protestAgainst(database, lotId);
    let filing: Promise<string> | undefined;
    trade.crash.at = (step) => {
      if (step === 'repeat-inserted') filing = filed.file();
    };
    onTestFinished(() => void (trade.crash.at = () => undefined));
    expect(await trade.repeating.publish(lotId)).toMatchObject({ outcome: 'published' });
    expect(await filing).toBe('archived');
  });

  test('is published once by any number of workers', async () => {
    const { orderId, lotId } = await lots.planned();
    await lots.fallDue(lotId);
    const all = await Promise.all(Array.from({ length: 5 }, () => trade.repeating.publish(lotId)));
    expect(all.filter(({ outcome }) => outcome === 'published')).toHaveLength(1);
    expect(await trade.lotsOf(orderId)).toHaveLength(2);
    await expect(
      lots.query(
        `insert into lot overriding system value select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 100000, 'status', 9))).*
        from lot l where repeats_lot_id = $1`,
        [lotId],
      ),
    ).rejects.toThrow(/lot_repeat/);
  });

  const STEPS = [
    'repeat-plan-begun',
    'repeat-planned',
    'repeat-plan-committed',
    'repeat-begun',
    'repeat-inserted',
    'repeat-files-taken',
    'repeat-archived',
    'repeat-moved',
    'repeat-committed',
  ] as WorkflowStep[];
  test.each(STEPS)('and whose worker dies at %s is finished once by the next round', async (step) => {
    const { personId, orderId, lotId } = await lots.unsold();
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
    await trade.planning.planAll(lots.failing);
    await lots.fallDue(lotId);
    await trade.repeating.publishDue(note);
    await trade.repeating.publishDue(lots.failing);
    expect(died.map(String)).toEqual([`Error: died at ${step}`]);
    expect((await trade.lotsOf(orderId)).map(({ status }) => status)).toEqual([S.archived, 1]);
    const messages = await trade.notices(personId);
    expect(messages.filter((name) => name.startsWith('order-repeat'))).toEqual([
      'order-repeat-planned',
      'order-repeated',
    ]);
  });
});
