import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { startErasureApp, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { makeSeller } from '../../fixtures/ready-seller.ts';
import { statementsOf } from '../../fixtures/statements-of.ts';

const READY = 8;

let fixture: ErasureApp;
const ready: string[] = [];
beforeAll(async () => {
  fixture = await startErasureApp();
  for (let each = 0; each < READY; each += 1) ready.push(await seller());
}, 120_000);
afterAll(() => fixture?.close());
afterEach(() => vi.restoreAllMocks());

const pool = () => fixture.database.pool;
const verdictsOf = (ids: readonly string[]) => fixture.office.people.mayDoEach('sell', ids);

async function seller(): Promise<string> {
  const { id } = await fixture.person();
  await makeSeller(fixture.database, id);
  return id;
}

async function barred(): Promise<string> {
  const { id, pinfl } = await fixture.person();
  await makeSeller(fixture.database, id);
  await fixture.office.sanctions.bar({
    kind: 'pinfl',
    value: pinfl,
    person: { kind: 'natural', name: 'Sinov Shaxsi' },
    personId: id,
    lotId: null,
    cause: 'collusion',
    reason: 'a test',
    by: 'rules',
    startDate: tashkentDay(Date.now()),
    endDate: tashkentDay(Date.now() + 30 * DAY_MS),
  });
  return id;
}

async function unsigned(): Promise<string> {
  const id = await seller();
  await pool().query(
    `insert into consent_answer (person_id, version, agreed, reason)
     select $1, max(version), false, 'a test' from consent_version`,
    [id],
  );
  return id;
}

async function withoutAccount(): Promise<string> {
  const id = await seller();
  await pool().query(
    'update person_profile set bank_name = null, bank_account = null, bank_mfo = null where person_id = $1',
    [id],
  );
  return id;
}

test('many who are asked about at once may do what each may alone', async () => {
  const buyer = await seller();
  await pool().query(`update person set roles = '{buyer}' where id = $1`, [buyer]);
  const ids = [...ready, await barred(), await unsigned(), await withoutAccount(), buyer, randomUUID()];
  const alone = new Map(
    await Promise.all(ids.map(async (id) => [id, await fixture.office.people.mayDo('sell', id)] as const)),
  );
  expect(await verdictsOf(ids)).toEqual(alone);
  const reasons = [...alone.values()].map(({ reason }) => `${reason}`);
  expect([...new Set(reasons)].toSorted()).toEqual([
    'barred',
    'offer',
    'profile',
    'role',
    'sign-in',
    'undefined',
  ]);
});

test('many cost as many statements as two', async () => {
  const few = await statementsOf(() => verdictsOf(ready.slice(0, 2)));
  expect(few).toBeGreaterThan(0);
  expect(await statementsOf(() => verdictsOf(ready))).toBe(few);
});
