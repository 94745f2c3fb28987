import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stopRepeat } from '#server/domains/trade/relistings/stop-repeat.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { START, STATE_SHOP, unsoldLots } from '../../fixtures/unsold-lots.ts';

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

describe('people', () => {
  test('who marked the lot find its repeat marked, and hear of it', async () => {
    const { lotId } = await lots.planned();
    const fans = [randomUUID(), randomUUID()];
    for (const fan of fans)
      await lots.query('insert into favourite_lot (person_id, lot_id) values ($1, $2)', [fan, lotId]);
    const newId = await lots.repeated(lotId);
    for (const fan of fans) {
      expect(await lots.query('select lot_id from favourite_lot where person_id = $1', [fan])).toEqual([
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
    const { orderId, personId, lotId } = await lots.unsold();
    await lots.query('update lot set stay_days = null where id = $1', [lotId]);
    expect(await wish(orderId, personId, 'repeat')).toMatchObject({ reason: 'repeat-impossible' });
    await lots.planAll();
    expect(await wish(orderId, personId, 'stop-repeats')).toMatchObject({ reason: 'repeat-none' });
    expect(await wish(orderId, personId, 'repeat', 1_001)).toMatchObject({ reason: 'repeat-cut' });
    const ready = await wish(orderId, personId, 'repeat', 1_000);
    expect(ready).toMatchObject({ terms: { startPriceTiyin: START * 0.9, cutBp: 1_000 } });
    expect(await trade.wishes.possible({ orderId, personId, state: 'traded' })).toEqual({
      repeat: true,
      stopRepeats: false,
      cut: { minBp: 0, maxBp: 1_000, usualBp: 0 },
    });
    await carryOut(ready);
    expect(await lots.planOf(lotId)).toMatchObject({ state: 'planned', ground: 'asked', cut_bp: 1_000 });
    expect(await carryOut(ready)).toBe('repeat-planned');
    await carryOut(await wish(orderId, personId, 'stop-repeats'));
    expect(await lots.planOf(lotId)).toMatchObject({ state: 'stopped', stopped_by: personId, look_at: null });
    expect(await lots.publishDue()).toBe(0);
    await carryOut(await wish(orderId, personId, 'repeat'));
    expect((await lots.lotOf(await lots.repeated(lotId))).start_price_tiyin).toBe(START);
    expect((await trade.events(orderId)).slice(4)).toEqual([
      'plan-repeat',
      'stop-repeat',
      'plan-repeat',
      'trade-again',
    ]);
  });

  test('who choose another day or price for a repeat have no proposal to stop it lapse', async () => {
    const { orderId, personId, lotId } = await lots.planned();
    const { stateOf } = stopRepeat(trade);
    const { publish_at: planned } = await lots.planOf(lotId);
    await trade.deciding.postpone(
      lotId,
      { day: tashkentDay(planned.getTime() + 10 * DAY_MS), reason: 'Hujjatlar tekshirilmoqda' },
      { personId: randomUUID(), address: '127.0.0.1' },
    );
    const before = await stateOf(database.db, { lotId });
    expect(before).not.toBeNull();
    await carryOut(await wish(orderId, personId, 'stop-repeats'));
    await carryOut(await wish(orderId, personId, 'repeat', 1_000));
    expect(await stateOf(database.db, { lotId })).toEqual(before);
  });

  test('do not stop a repeat that the rules of state property demand', async () => {
    const { orderId, personId } = await lots.planned(STATE_SHOP);
    expect(await wish(orderId, personId, 'stop-repeats')).toMatchObject({ reason: 'repeat-by-rules' });
  });

  test('of the staff postpone a repeat, one person twice, and two stop it with a reason, which stays', async () => {
    const { orderId, personId, lotId } = await lots.planned();
    const staff = { personId: randomUUID(), address: '127.0.0.1' };
    const reason = 'Hujjatlar tekshirilmoqda';
    const { publish_at: before } = await lots.planOf(lotId);
    const later = new Date(before.getTime() + 10 * DAY_MS);
    const postpone = (day: string) => trade.deciding.postpone(lotId, { day, reason }, staff);
    expect(await postpone(tashkentDay(before))).toEqual({ outcome: 'day' });
    expect(await postpone(tashkentDay(Date.now() + 400 * DAY_MS))).toEqual({ outcome: 'day' });
    expect(await postpone(tashkentDay(later))).toEqual({ outcome: 'done' });
    expect(await lots.planOf(lotId)).toMatchObject({
      state: 'planned',
      publish_at: later,
      look_at: later,
      reason,
    });
    expect((await trade.repeats.forStaff({ state: 'open', lotId, page: 1, size: 5 })).items).toMatchObject([
      { lotId, orderId, state: 'planned', publishAtMs: later.getTime(), reason },
    ]);
    const again = (days: number) => postpone(tashkentDay(later.getTime() + days * DAY_MS));
    expect(await again(1)).toEqual({ outcome: 'done' });
    await expect(again(2)).rejects.toMatchObject({ code: 'turned-down-before' });
    expect(await trade.stopByTwo(lotId, reason)).toBeNull();
    expect(await trade.stopByTwo(lotId, reason)).toBe('nothing-to-do');
    expect(await wish(orderId, personId, 'repeat')).toMatchObject({ reason: 'repeat-by-staff' });
    expect((await trade.notices(personId)).slice(-2)).toEqual([
      'order-repeat-postponed',
      'order-repeat-stopped',
    ]);
    const logged = await lots.query(`select action from person_action where reason like $1 order by id`, [
      `lot:${lotId}:%`,
    ]);
    expect(logged.map(({ action }) => action)).toEqual(['repeat-postponed', 'repeat-postponed']);
  });
});

describe('an order that is closed while its lot is to be repeated', () => {
  const close = ({ orderId, personId }: { orderId: number; personId: string }) =>
    lots.closing.within(orderId, (tx) =>
      trade.moves.move(tx, { event: 'close', orderId, by: { kind: 'customer', personId } }),
    );
  const closeOver = () => lots.closing.closeOver(lots.failing);
  /** The time for protests is over. */
  const past = async <Order extends { lotId: number }>(made: Promise<Order>): Promise<Order> => {
    const order = await made;
    await lots.query(`update lot set protest_until = now() - interval '1 minute' where id = $1`, [
      order.lotId,
    ]);
    return order;
  };
  const yearAgo = (lotId: number) =>
    lots.query(`update lot set published_at = now() - interval '400 days' where id = $1`, [lotId]);

  test('is not closed by the customer of state property, nor before the repeat is planned', async () => {
    const order = await past(lots.unsold(STATE_SHOP));
    expect(await close(order)).toMatchObject({ obstacle: 'repeat-by-rules' });
    await lots.planAll();
    expect(await close(order)).toMatchObject({ obstacle: 'repeat-by-rules' });
    expect(await lots.closing.obstacleOf(order.orderId)).toMatchObject({ obstacle: 'repeat-by-rules' });
    await trade.stopByTwo(order.lotId, 'Hujjatlar tekshirilmoqda');
    expect(await close(order)).toMatchObject({ outcome: 'moved' });
  });

  test('of a free sale is closed by its customer, and its repeat ends at once', async () => {
    const order = await past(lots.planned());
    expect(await close(order)).toMatchObject({ outcome: 'moved' });
    expect(await lots.planOf(order.lotId)).toMatchObject({ state: 'stopped', stopped_by_kind: 'system' });
  });

  test('is not closed by the end of its stay, unless its repeat is held up', async () => {
    const [state, free] = [await past(lots.planned(STATE_SHOP)), await past(lots.planned())];
    for (const { lotId } of [state, free]) await yearAgo(lotId);
    await closeOver();
    for (const { orderId } of [state, free])
      expect(await trade.order(orderId)).toMatchObject({ status: 'traded' });
    Object.assign(trade.obstacles, { owedTiyin: 100 });
    await lots.fallDue(free.lotId);
    await lots.publishDue();
    expect(await lots.planOf(free.lotId)).toMatchObject({ state: 'blocked' });
    await closeOver();
    expect(await trade.order(free.orderId)).toMatchObject({ status: 'finished' });
    expect(await lots.planOf(free.lotId)).toMatchObject({ state: 'stopped' });
  });
});
