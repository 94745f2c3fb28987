import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/api/contract.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { finishAlone } from '../../fixtures/finish-alone.ts';
import { handOverWorkflows, type HandOverWorkflows } from '../../fixtures/hand-over-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { accountChangesIn, NO_SESSIONS } from '../../fixtures/shut-account.ts';

// One member of staff who shuts the account of a friend must not give that friend all the time there is to pay.

let database: TestDatabase;
let work: HandOverWorkflows;
let friend: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  work = handOverWorkflows(database);
  friend = await member();
});
afterAll(() => database.close());

let made = 0;
const somebody = (role: 'buyer' | 'operator' = 'buyer') =>
  work.sold.registered(`3129990555${String(1700 + (made += 1))}`, role);
async function member() {
  const roles: Role[] = ['operator'];
  return { personId: await somebody('operator'), name: 'Xodim', roles, address: '127.0.0.1' };
}
const decide = (personId: string, kind: 'disable' | 'enable') =>
  accountChangesIn(database, NO_SESSIONS).decide(
    personId,
    { kind, role: null, reason: 'False documents', evidence: 'Letter 17' },
    friend,
  );
/** All that has happened to the buyer, and to what they have to do, was so many days earlier. */
async function daysPass(personId: string, days: number) {
  const earlier = `- make_interval(days => ${days})`;
  for (const change of [
    `account_standstill set since = since ${earlier}`,
    `account_change set decided_at = decided_at ${earlier}`,
    `offer set made_at = made_at ${earlier}, answer_by = answer_by ${earlier}`,
    `settlement set created_at = created_at ${earlier}, due_at = due_at ${earlier}, default_at = default_at ${earlier},
       grace_until = grace_until ${earlier}, look_at = look_at ${earlier}`,
  ])
    await database.pool.query(`update ${change} where person_id::text = $1`, [personId]);
  await database.pool.query(`update turned_down set at = at ${earlier} where matter like '%:' || $1`, [
    personId,
  ]);
}
async function seen(lotId: number) {
  const { id } = await work.sold.of(lotId);
  for (let times = 0; times < 3; times += 1) await work.sold.looking.look(id);
  return work.sold.of(lotId);
}
const tasksOf = async (lotId: number) =>
  (
    await database.pool.query('select kind, done_at is not null as done from staff_task where lot_id = $1', [
      lotId,
    ])
  ).rows;

test('a second member of staff is asked at once about an account that one has shut, until it is open', async () => {
  const personId = await somebody();
  const { lotId } = await work.sold.open(0, { personId });
  await decide(personId, 'disable');
  await work.sold.askAboutStandstills();
  await work.sold.askAboutStandstills();
  expect(await finishAlone(database, lotId)).toBe('staff-tasks.decided');
  expect(await tasksOf(lotId)).toEqual([{ kind: 'second-shutting', done: false }]);
  await decide(personId, 'enable');
  await work.sold.endStandstill(personId);
  expect(await tasksOf(lotId)).toEqual([{ kind: 'second-shutting', done: true }]);
});

test('a sale waits five working days at most for the shut account of its buyer, and has the time that was left after them', async () => {
  const personId = await somebody();
  const { lotId } = await work.sold.open(0, { personId });
  const { default_at: lostAt } = await work.sold.of(lotId);
  const usual = Math.ceil((lostAt.getTime() - Date.now()) / DAY_MS);
  await decide(personId, 'disable');
  let days = 0;
  while ((await seen(lotId)).state !== 'defaulted' && days < 60) {
    await daysPass(personId, 1);
    days += 1;
  }
  expect(days).toBeGreaterThanOrEqual(usual + 5);
  // The week ends between them, and the longest holidays.
  expect(days).toBeLessThan(usual + 20);
});

test('a sale does not wait longer when one member of staff opens the account and shuts it again', async () => {
  const personId = await somebody();
  const { lotId } = await work.sold.open(0, { personId });
  const { default_at: lostAt } = await work.sold.of(lotId);
  const usual = Math.ceil((lostAt.getTime() - Date.now()) / DAY_MS);
  let days = 0;
  while ((await seen(lotId)).state !== 'defaulted' && days < 60) {
    await decide(personId, 'disable');
    await daysPass(personId, 5);
    await decide(personId, 'enable');
    await work.sold.endStandstill(personId);
    days += 5;
  }
  // As where it stays shut: five working days, with the weekends and holidays that these and what was left lie between.
  expect(days).toBeLessThan(usual + 20);
});
