import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { payoutHolds } from '#server/domains/money/payouts/payout-holds.repository.ts';
import { lastProtestUntil, tradeApplicationsModule } from '#server/domains/trade/trade-applications/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { PRICE } from '../../fixtures/sold-lots.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { unsoldLots } from '../../fixtures/unsold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { accountChangesIn, NO_SESSIONS } from '../../fixtures/shut-account.ts';

// One member of staff who shuts an account for two days must not take the right to protest away.

let database: TestDatabase;
let lots: ProtestedLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  lots = protestedLots(database);
});
afterAll(() => database.close());

let made = 0;

/**
 * One person shuts the account of a loser when the room has closed, another one opens it so many days later; what the lot's sale and the
 * loser have of it then.
 */
async function openedAgain(days: number) {
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
  const changes = accountChangesIn(database, NO_SESSIONS);
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
  return { ...won, loser };
}
async function protestOfShut(days: number) {
  const { lotId, loser: personId } = await openedAgain(days);
  const text = 'The room did not take my last price.';
  return lots.filing.file({ lotId, personId, isStaff: false, text });
}
/** The end of the time for protests of a person, in their own list of applications. */
async function shownUntil(personId: string) {
  const { db } = database;
  const { tradeApplications } = tradeApplicationsModule.create({
    database: { db },
    reference: createReferenceService(createReferenceRepository(db)),
  } as never);
  const query = { page: 1, size: 10, state: 'all' } as const;
  const { items } = await tradeApplications.mineList(personId, query);
  return items[0]!.protestUntilMs;
}

test('a participant whom one person has shut out until the time for protests was over may still protest', async () => {
  expect(await protestOfShut(7)).toMatchObject({ outcome: 'filed' });
});

test('a payout waits for the time that is given back, and the list of applications shows it', async () => {
  const { sold } = lots;
  const { id, lotId, personId, loser } = await openedAgain(7);
  const clock = async () => ({
    calendar: await createReferenceService(createReferenceRepository(database.db)).workingCalendar(),
    now: new Date(),
  });
  const { rows } = await database.pool.query('select id, ended_at, protest_until from lot where id = $1', [
    lotId,
  ]);
  const last = await lastProtestUntil(database.db, rows[0], await clock());
  expect(last!.getTime()).toBeGreaterThan(Date.now());
  expect(await shownUntil(loser)).toBe(last!.getTime());
  await sold.give(personId, PRICE - DEPOSIT);
  await sold.paying.pay(id, personId);
  await sold.handedOver(lotId, personId);
  expect((await payoutHolds(database.db, [id])).get(id)).toBe('protest-window');
  // Who has protested has used the time.
  const text = 'The room did not take my last price.';
  const filed = await lots.filing.file({ lotId, personId: loser, isStaff: false, text });
  if (filed.outcome !== 'filed') throw new Error(filed.outcome);
  expect((await payoutHolds(database.db, [id])).get(id)).toBe('protest');
  expect(await lots.filing.withdraw(filed.protestId, loser)).toMatchObject({ outcome: 'withdrawn' });
  expect((await payoutHolds(database.db, [id])).get(id)).toBeUndefined();
});

test('a participant whom one person has shut out for weeks has the time that five working days have taken, and no more', async () => {
  expect(await protestOfShut(30)).toEqual({ outcome: 'refused', reason: 'too-late' });
});

test('a repeat that is due waits for the time that is given back, and its order does not end before', async () => {
  const unsold = await unsoldLots(database);
  onTestFinished(() => unsold.trade.close());
  const { lotId, orderId } = await unsold.planned({}, 7);
  const { sold } = lots;
  const [loser, staff] = [await sold.registered('31299905552790'), await sold.registered('31299905552791')];
  await unsold.query(
    `insert into trade_application (lot_id, person_id, number, status) values ($1, $2, 1, 'lost')`,
    [lotId, loser],
  );
  await unsold.query(
    `insert into account_change (person_id, kind, state, two_persons, reason, evidence, asked_by, decided_by, decided_at)
     select $1, 'disable', 'carried-out', false, 'False documents', 'Letter 17', $2, $2, ended_at + interval '1 minute'
     from lot where id = $3`,
    [loser, staff, lotId],
  );
  await unsold.fallDue(lotId);
  expect(await unsold.trade.repeating.publish(lotId)).toEqual({
    outcome: 'blocked',
    obstacle: 'protest-window',
  });
  expect(await unsold.closing.obstacleOf(orderId)).toMatchObject({ obstacle: 'protest-window' });
  await unsold.query(`delete from account_change where person_id = $1`, [loser]);
  await unsold.repeated(lotId);
});
