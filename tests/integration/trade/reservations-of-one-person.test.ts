import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

// Who keeps units from all others by reservations does so under several accounts.

let database: TestDatabase;
let shop: PurchaseWorkflows;
let sold: SoldLots;
let numbers = 0;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  shop = purchaseWorkflows(database);
  sold = soldLots(database);
});
afterAll(() => database.close());

async function accounts(): Promise<[string, string]> {
  const pinfl = `301019012355${String((numbers += 1)).padStart(2, '0')}`;
  const account = async () => shop.person(5 * UNIT, { personId: await sold.registered(pinfl) });
  return [await account(), await account()];
}

test('a person who let several reservations pass waits under another account as well', async () => {
  const lotId = await shop.lot(3);
  const [one, other] = await accounts();
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await shop.reserve(lotId, one)).toMatchObject({ outcome: 'reserved' });
    await shop.letPass(lotId);
    await shop.expireAll();
    await database.pool.query('delete from one_time_code_send');
  }
  expect(await shop.reserve(lotId, one)).toMatchObject({ objection: { reason: 'too-often' } });
  expect(await shop.reserve(lotId, other)).toMatchObject({ objection: { reason: 'too-often' } });
});
