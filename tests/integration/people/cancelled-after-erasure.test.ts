import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { leftToFinish } from '#server/domains/people/erasure/left-to-finish.repository.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { SALE_DISPUTE_DAYS } from '#shared/limits/erasure.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';

// Whoever bought or sold what may still be cancelled is not gone before: the price would come back to an account that no one opens, or be
// owed by no one.

let database: TestDatabase;
let sold: SoldLots;
beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database);
});
afterAll(() => database.close());

/** What the buyer has after the result of the lot was cancelled by staff, who have erased the account before where that was possible. */
async function afterErasure(lotId: number) {
  const { person_id: buyer } = await sold.of(lotId);
  if ((await leftToFinish(database.db, buyer, tiesOf)).length > 0) return 'not erased';
  await database.pool.query(
    `update person set erased_at = now(), pinfl = null, stir = null, phone = null, email = null where id::text = $1`,
    [buyer],
  );
  const undone = await inTransaction(database.db, (tx) =>
    sold.undoResult(tx, { lotId, cause: 'staff', reason: 'the notice was unlawful', actor: randomUUID() }),
  );
  if (undone.outcome !== 'undone') return 'not cancelled';
  const { rows } = await database.pool.query(
    `select coalesce(sum(amount_tiyin), 0)::bigint as owed from sale_claim where buyer_id = $1 and ended is null`,
    [buyer],
  );
  return { balance: await sold.balance(buyer), owed: Number(rows[0].owed) };
}

test.each(['planned', 'paid'] as const)(
  'the buyer of a sale whose payout is %s is not erased, or the sale is not cancelled any more',
  async (state) => {
    const [seller, buyer] = [
      await sold.registered(`3120990555661${state.length}`),
      await sold.registered(`3120990555662${state.length}`),
    ];
    const payouts = payoutsOfSeller(database, seller, buyer);
    const lotId = state === 'paid' ? await payouts.paid() : (await payouts.planned()).lotId;
    // The deposit is part of the price.
    expect(DEPOSIT).toBeGreaterThan(0);
    const after = await afterErasure(lotId);
    expect(typeof after === 'string' ? { balance: 0, owed: 0 } : after).toEqual({ balance: 0, owed: 0 });
  },
);

test.each(['buyer', 'seller'] as const)(
  'a %s is erased once half a year has gone by since the payout, and not a day before',
  async (side) => {
    const [seller, buyer] = [
      await sold.registered(`3120990555665${side.length}`),
      await sold.registered(`3120990555666${side.length}`),
    ];
    const lotId = await payoutsOfSeller(database, seller, buyer).paid();
    // Its sale is handed over.
    await database.pool.query(
      `update customer_order set status = 'finished' where id = (select order_id from lot where id = $1)`,
      [lotId],
    );
    const left = async (days: number) => {
      await database.pool.query(
        `with sale as (
         update settlement set protest_until = now() - interval '300 days' where lot_id = $1 returning id
       )
       update payout set paid_at = now() - $2 * interval '1 day' from sale where settlement_id = sale.id`,
        [lotId, days],
      );
      return leftToFinish(database.db, side === 'buyer' ? buyer : seller, tiesOf);
    };
    expect(await left(SALE_DISPUTE_DAYS - 1)).toEqual(['past-sale']);
    expect(await left(SALE_DISPUTE_DAYS + 1)).toEqual([]);
  },
);

test('the check of the ledger finds money of an account that is erased', async () => {
  const personId = await sold.registered('31209905556630');
  await sold.open(1_000_00, { personId });
  const found = async () => (await checkLedger(database.db)).map(({ name }) => name);
  const name = 'no money is held for or owed to a person whose account is erased';
  expect(await found()).not.toContain(name);
  const erased = (at: Date | null) =>
    database.pool.query('update person set erased_at = $2 where id::text = $1', [personId, at]);
  await erased(new Date());
  expect(await found()).toContain(name);
  await erased(null);
});

test('a sale is not cancelled once the account of its buyer is erased, and stays as it was', async () => {
  const [seller, buyer] = [await sold.registered('31209905556640'), await sold.registered('31209905556641')];
  const lotId = await payoutsOfSeller(database, seller, buyer).paid();
  await database.pool.query('update person set erased_at = now() where id::text = $1', [buyer]);
  const undone = await inTransaction(database.db, (tx) =>
    sold.undoResult(tx, { lotId, cause: 'staff', reason: 'the notice was unlawful', actor: randomUUID() }),
  );
  expect(undone).toEqual({ outcome: 'refused', reason: 'buyer-erased' });
  expect(await sold.of(lotId)).toMatchObject({ state: 'paid' });
});
