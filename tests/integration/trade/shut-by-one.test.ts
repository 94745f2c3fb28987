import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#shared/api/contract.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { handOverWorkflows, type HandOverWorkflows } from '../../fixtures/hand-over-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { accountChangesIn, NO_SESSIONS } from '../../fixtures/shut-account.ts';

// What one member of staff does to an account takes no sale away from its owner.

const GROUNDS = { role: null, reason: 'False documents', evidence: 'Letter 17' } as const;

let database: TestDatabase;
let work: HandOverWorkflows;
let one: Awaited<ReturnType<typeof member>>;
let other: typeof one;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  work = handOverWorkflows(database);
  one = await member();
  other = await member();
});
afterAll(() => database.close());

let made = 0;
const somebody = (role: 'buyer' | 'operator' = 'buyer') =>
  work.sold.registered(`3129990555${String((made += 1)).padStart(4, '0')}`, role);
async function member() {
  const roles: Role[] = ['operator'];
  return { personId: await somebody('operator'), name: 'Xodim', roles, address: '127.0.0.1' };
}
const decide = (personId: string, kind: 'disable' | 'enable', by: typeof one) =>
  accountChangesIn(database, NO_SESSIONS).decide(personId, { ...GROUNDS, kind }, by);
/** What the worker does with the event. */
const ended = (personId: string) => work.sold.endStandstill(personId);
/** The account has been shut for so long. */
const shutFor = (personId: string, time: string) =>
  database.pool.query(
    'update account_standstill set since = since - $2::interval where person_id::text = $1',
    [personId, time],
  );
async function seen(lotId: number) {
  const { id } = await work.sold.of(lotId);
  for (let times = 0; times < 3; times += 1) await work.sold.looking.look(id);
  return work.sold.of(lotId);
}

describe('who has to pay, and is shut out by one member of staff,', () => {
  test('does not lose the sale, however much time passes, and has the time that was left once the account is open', async () => {
    const personId = await somebody();
    const won = await work.sold.open(0, { personId });
    const { due_at: before } = await work.sold.of(won.lotId);
    await decide(personId, 'disable', one);
    await work.sold.passUntil(won.id, -26 * 3_600_000);
    expect(await seen(won.lotId)).toMatchObject({ state: 'awaiting' });
    await decide(personId, 'enable', other);
    // Not before the deadlines have moved.
    expect(await seen(won.lotId)).toMatchObject({ state: 'awaiting' });
    await shutFor(personId, '10 days');
    await ended(personId);
    await ended(personId);
    const after = await work.sold.of(won.lotId);
    expect(after.state).toBe('awaiting');
    expect(after.due_at.getTime()).toBeGreaterThan(Date.now());
    expect(after.due_at.getTime()).toBeLessThan(before.getTime() + 14 * DAY_MS);
    // From now on it falls due like any other.
    await work.sold.passUntil(won.id, -26 * 3_600_000);
    expect(await seen(won.lotId)).toMatchObject({ state: 'defaulted' });
  });

  test('loses it only after a second member of staff, who is another person, has shut the account too', async () => {
    const personId = await somebody();
    const won = await work.sold.open(0, { personId });
    await decide(personId, 'disable', one);
    await expect(decide(personId, 'disable', one)).rejects.toMatchObject({ code: 'accounts.already' });
    await decide(personId, 'disable', other);
    await expect(decide(personId, 'disable', one)).rejects.toMatchObject({ code: 'accounts.already' });
    await ended(personId);
    expect((await work.sold.of(won.lotId)).due_at.getTime()).toBeGreaterThan(Date.now());
    await work.sold.passUntil(won.id, -26 * 3_600_000);
    expect(await seen(won.lotId)).toMatchObject({ state: 'defaulted' });
    const { rows } = await database.pool.query(
      `select two_persons, asked_by, decided_by from account_change where person_id::text = $1 order by id`,
      [personId],
    );
    expect(rows).toEqual([
      { two_persons: false, asked_by: one.personId, decided_by: one.personId },
      { two_persons: true, asked_by: one.personId, decided_by: other.personId },
    ]);
  });

  test('does not lose it when who shut the account first has left the staff: the next one is the first', async () => {
    const [personId, left] = [await somebody(), await member()];
    const won = await work.sold.open(0, { personId });
    await decide(personId, 'disable', left);
    await database.pool.query(`update person set roles = '{}' where id::text = $1`, [left.personId]);
    await decide(personId, 'disable', one);
    await work.sold.passUntil(won.id, -26 * 3_600_000);
    expect(await seen(won.lotId)).toMatchObject({ state: 'awaiting' });
    await shutFor(personId, '10 days');
    await decide(personId, 'disable', other);
    await ended(personId);
    await work.sold.passUntil(won.id, -26 * 3_600_000);
    expect(await seen(won.lotId)).toMatchObject({ state: 'defaulted' });
  });
});

test('a reserve participant whom one member of staff has shut out is invited, and may answer once the account is open', async () => {
  const reserve = await somebody();
  await work.sold.give(reserve, DEPOSIT);
  const won = await work.sold.open(0, { reserve });
  await decide(reserve, 'disable', one);
  await work.sold.passUntil(won.id, -26 * 3_600_000);
  expect(await seen(won.lotId)).toMatchObject({ state: 'defaulted' });
  const offer = async () =>
    (await database.pool.query('select id, state, answer_by from offer where lot_id = $1', [won.lotId]))
      .rows[0];
  const { id, state } = await offer();
  expect(state).toBe('open');
  await database.pool.query(`update offer set answer_by = now() - interval '1 hour' where id = $1`, [id]);
  await work.sold.answering.lapse(id);
  expect(await offer()).toMatchObject({ state: 'open' });
  await decide(reserve, 'enable', other);
  await ended(reserve);
  await work.sold.give(reserve, DEPOSIT);
  expect(await work.sold.answering.accept(id, reserve)).toEqual({ outcome: 'accepted', already: false });
});

test('staff do not confirm a hand-over for a buyer whom one of them has shut out, and the buyer has time to dispute', async () => {
  const personId = await somebody();
  const sale = await work.paid({ personId });
  await decide(personId, 'disable', one);
  await shutFor(personId, '1 day');
  await work.letPass(sale.id);
  await work.lookAtDue();
  expect(await work.openTasks(sale.lotId)).not.toContain('confirm-hand-over');
  expect(await work.byStaff(sale.id)).toEqual({
    outcome: 'not-now',
    why: 'too-early',
  });
  await decide(personId, 'enable', other);
  await ended(personId);
  expect((await work.rowOf(sale.lotId)).due_at.getTime()).toBeGreaterThan(Date.now());
});
