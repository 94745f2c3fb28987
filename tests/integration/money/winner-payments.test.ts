import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { createWinnerPayments } from '#server/domains/money/settlements/winner-payments.service.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';

const REST = PRICE - DEPOSIT;

let database: TestDatabase;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase();
  sold = soldLots(database);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

describe('a customer', () => {
  const payments = () =>
    createWinnerPayments({
      db: database.db,
      afterSale: sold.afterSale,
      calendar: async () => workingCalendar([]),
    });
  const all = { page: 1, size: 20 };

  test('sees what the buyer has paid for their lot, and no one else’s', async () => {
    const { lotId, personId, seller, id } = await sold.open(REST);
    const sale = async () => (await payments().list(seller, { ...all, group: 'sold' })).items[0]?.sale;
    expect(await sale()).toMatchObject({ state: 'awaiting', priceTiyin: PRICE, paidTiyin: 0, payout: null });
    await sold.paying.pay(id, personId);
    expect(await sale()).toMatchObject({ settlementId: id, state: 'paid', paidTiyin: PRICE });
    const { items, counts } = await payments().list(seller, { ...all, group: 'sold' });
    expect(items.map((item) => item.lotId)).toEqual([lotId]);
    expect(counts).toEqual({
      sold: 1,
      'not-held': 0,
      'no-price': 0,
      'price-not-confirmed': 0,
      'result-cancelled': 0,
    });
    expect((await payments().list(personId, { ...all, group: 'sold' })).items).toEqual([]);
  });

  test('reads why the sale waits and until when: the account of the buyer, a protest that stops the payment or the payout', async () => {
    const { lotId, personId, seller, id } = await sold.open(REST, {
      personId: await sold.registered('31299905559901'),
    });
    const wait = async () => (await payments().list(seller, { ...all, group: 'sold' })).items[0]!.sale!.wait;
    const query = (text: string, values: unknown[]) => database.pool.query(text, values);
    expect(await wait()).toBeNull();
    const staff = await sold.registered('31299905559902', 'operator');
    await query(`insert into account_standstill (person_id, since, shut_by) values ($1, now(), $2)`, [
      personId,
      staff,
    ]);
    const shut = await wait();
    expect(shut).toMatchObject({ why: 'standstill' });
    expect(shut!.untilMs! - Date.now()).toBeGreaterThan(4 * 86_400_000);
    await query('delete from account_standstill where person_id = $1', [personId]);

    const stopsUntil = new Date(Date.now() + 3 * 86_400_000);
    await query(
      `insert into protest (lot_id, person_id, bidder_number, text, state, admit_by, answer_by, files_until, pauses, stops_until)
       values ($1, 'p1', 2, 'The room did not take my last price.', 'admitted', now(), now() + interval '1 day', now(), true, $2)`,
      [lotId, stopsUntil],
    );
    await query('update settlement set paused_at = now(), left_ms = 1, look_at = null where id = $1', [id]);
    expect(await wait()).toEqual({ why: 'protested-payment', untilMs: stopsUntil.getTime() });
    await query('update settlement set paused_at = null, left_ms = null, look_at = now() where id = $1', [
      id,
    ]);
    await query('update protest set pauses = false where lot_id = $1', [lotId]);
    await sold.paying.pay(id, personId);
    expect(await wait()).toEqual({ why: 'protested-payout', untilMs: null });
    await query('delete from protest where lot_id = $1', [lotId]);
    expect(await wait()).toBeNull();
  });

  test('is led to the order of the lot, but not to one that is not here', async () => {
    const { lotId, seller } = await sold.open(0);
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into customer_order (person_id, request_id, fields, status) values ($1, gen_random_uuid(), '{}', $2) returning id`,
      [seller, stateAfter(ORDER, 'sell')],
    );
    const orderOf = async (orderId: number) => {
      await database.pool.query('update lot set order_id = $2 where id = $1', [lotId, orderId]);
      return (await payments().list(seller, { ...all, group: 'sold' })).items[0]?.orderId;
    };
    expect(await orderOf(rows[0]!.id)).toBe(rows[0]!.id);
    expect(await orderOf(900_001)).toBeNull();
  });

  test('finds a lot that was refused among those whose price was not confirmed, with its sale', async () => {
    const { lotId, personId, seller, id } = await sold.open(0);
    await sold.refusing.sendCode(id, personId, '127.0.0.1');
    await sold.refusing.refuse(id, personId, sold.codeOf(personId));
    const { items, total } = await payments().list(seller, { ...all, group: 'price-not-confirmed' });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ lotId, sale: { state: 'refused', paidTiyin: 0 } });
    expect((await payments().list(seller, { ...all, group: 'sold' })).items).toEqual([]);
  });
});
