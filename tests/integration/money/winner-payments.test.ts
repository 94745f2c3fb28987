import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { createWinnerPayments } from '#server/domains/money/settlements/index.ts';
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
