import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
afterAll(() => database.close());

test('two accounts of one person at the same instant have no more units by parts than one', async () => {
  const [shop, sold] = [purchaseWorkflows(database), soldLots(database)];
  for (let round = 0; round < 10; round += 1) {
    const lotId = await shop.lot(30, { instalmentMonths: 2, firstPartBp: 4_000 });
    const pinfl = `3010190123${String(4000 + round)}`;
    const account = async () => shop.person(30 * UNIT, { personId: await sold.registered(pinfl) });
    const accounts = [await account(), await account()];
    const got = await Promise.all(
      accounts.map((personId) => shop.reserving.reserve(lotId, personId, 3, '127.0.0.1', true)),
    );
    expect(got.filter((each) => each?.outcome === 'reserved')).toHaveLength(1);
  }
});
