import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/api/contract.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { accountChangesIn } from '../../fixtures/shut-account.ts';

// One member of staff who shuts an account for two days must not take the right to protest away.

let database: TestDatabase;
let lots: ProtestedLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  lots = protestedLots(database);
});
afterAll(() => database.close());

let made = 0;

/** One person shuts the account of a loser when the room has closed, another one opens it so many days later; then the loser protests. */
async function protestOfShut(days: number) {
  const { sold } = lots;
  const pinfl = () => `312999055527${String((made += 1)).padStart(2, '0')}`;
  const roles: Role[] = ['operator'];
  const member = async (pinfl: string) => ({
    personId: await sold.registered(pinfl, 'operator'),
    name: 'Xodim',
    roles,
    address: '127.0.0.1',
  });
  const [friend, honest] = [await member(pinfl()), await member(pinfl())];
  const won = await sold.open(0);
  const loser = await sold.registered(pinfl());
  await sold.give(loser, DEPOSIT);
  await sold.admitted(won.lotId, loser);
  await sold.applications.deposits.ofLot(won.lotId);
  const changes = accountChangesIn(database, { endAll: async () => 0 });
  const grounds = { role: null, reason: 'False documents', evidence: 'Letter 17' };
  await changes.decide(loser, { ...grounds, kind: 'disable' }, friend);
  await database.pool.query(
    `update account_change set decided_at = decided_at - make_interval(days => $2) where person_id = $1`,
    [loser, days],
  );
  await database.pool.query(
    `update account_standstill set since = since - make_interval(days => $2) where person_id = $1`,
    [loser, days],
  );
  await database.pool.query(
    `update lot set opens_at = opens_at - make_interval(days => $2), closes_at = closes_at - make_interval(days => $2),
       ended_at = ended_at - make_interval(days => $2), protest_until = protest_until - make_interval(days => $2)
     where id = $1`,
    [won.lotId, days],
  );
  await changes.decide(loser, { ...grounds, kind: 'enable' }, honest);
  await sold.endStandstill(loser);
  const text = 'The room did not take my last price.';
  return lots.filing.file({ lotId: won.lotId, personId: loser, isStaff: false, text });
}

test('a participant whom one person has shut out until the time for protests was over may still protest', async () => {
  expect(await protestOfShut(7)).toMatchObject({ outcome: 'filed' });
});

test('a participant whom one person has shut out for weeks has the time that five working days have taken, and no more', async () => {
  expect(await protestOfShut(30)).toEqual({ outcome: 'refused', reason: 'too-late' });
});
