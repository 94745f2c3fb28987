import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { leftToFinish } from '#server/domains/people/erasure/left-to-finish.repository.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';

let database: TestDatabase;
let sold: SoldLots;
beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database);
});
afterAll(() => database.close());

test('a seller who has just been paid is not erased while the sale may still be cancelled, and owes its price to the buyer', async () => {
  const [seller, buyer] = [await sold.registered('31209905556670'), await sold.registered('31209905556671')];
  const lotId = await payoutsOfSeller(database, seller, buyer).paid();
  // Its sale is handed over.
  await database.pool.query(
    `update customer_order set status = 'finished' where id = (select order_id from lot where id = $1)`,
    [lotId],
  );
  const left = await leftToFinish(database.db, seller, tiesOf);
  await database.pool.query('update person set erased_at = now() where id::text = $1', [seller]);
  const undone = await inTransaction(database.db, (tx) =>
    sold.undoResult(tx, { lotId, cause: 'staff', reason: 'the notice was unlawful', actor: randomUUID() }),
  );
  // No one is left who could be asked for it.
  expect(left.length > 0 || undone.outcome === 'refused').toBe(true);
});
