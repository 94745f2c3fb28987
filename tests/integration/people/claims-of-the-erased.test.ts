import { afterAll, beforeAll, expect, test } from 'vitest';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { leftToFinish } from '#server/domains/people/erasure/left-to-finish.repository.ts';
import { claimAgainst, registered } from '../../fixtures/decision-fixtures.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
afterAll(() => database.close());

test('who is owed the price of a cancelled sale is not erased, nor loses the number, before it is paid', async () => {
  const [seller, buyer] = [await registered(database), await registered(database)];
  await claimAgainst(database, seller, { buyer, funded: false });
  expect(await leftToFinish(database.db, seller, tiesOf)).toContain('debt');
  expect(await leftToFinish(database.db, buyer, tiesOf)).not.toEqual([]);
});
