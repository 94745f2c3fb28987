import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { finishAlone } from '../../fixtures/finish-alone.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

// One member of staff who suspends a sale at a fixed price must not keep it from its seller for good.

let database: TestDatabase;
let it: PurchaseWorkflows;
beforeAll(async () => {
  database = await testDatabase('template', 20);
  it = purchaseWorkflows(database);
});
afterAll(() => database.close());

let members = 0;
async function member(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, phone, language, roles)
     values ('test', $1, 'natural', 'Xodim', $2, 'uz', '{operator}') returning id`,
    [randomUUID(), `+99897${2_000_000 + (members += 1)}`],
  );
  return rows[0]!.id;
}

test('a sale that one person has suspended for months is over, or others are asked about it', async () => {
  const lotId = await it.lot(2);
  await it.buy(lotId, await it.person(UNIT));
  await it.suspend(lotId, 'suspend-sale', { personId: randomUUID(), reason: 'a question' });
  await database.pool.query(
    `update lot set opens_at = now() - interval '90 days', closes_at = now() - interval '60 days' where id = $1`,
    [lotId],
  );
  await database.pool.query(
    `update lot_flow set at = now() - interval '70 days' where lot_id = $1 and to_status = 8`,
    [lotId],
  );
  await it.endAll();
  const tasks = async () => {
    const { rows } = await database.pool.query<{ kind: string; done: boolean }>(
      'select kind, done_at is not null as done from staff_task where lot_id = $1',
      [lotId],
    );
    return rows;
  };
  const { status } = (await it.lots.get(lotId))!;
  expect({ status, asked: (await tasks()).length > 0 }).not.toEqual({
    status: LOT_STATUS.suspended,
    asked: false,
  });
  expect(await tasks()).toEqual([{ kind: 'suspended-sale', done: false }]);
  await it.resumeOverlong();
  const resumed = (await it.lots.get(lotId))!;
  expect(resumed.status).toBe(LOT_STATUS.onSaleAtFixedPrice);
  // Ten days were left when it was suspended.
  expect((resumed.closes_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(10, 1);
  expect(await tasks()).toEqual([{ kind: 'suspended-sale', done: true }]);
  const again = { personId: randomUUID(), reason: 'one more question' };
  expect(await it.suspend(lotId, 'suspend-sale', again)).toMatchObject({ reason: 'used-up' });
});

test('a sale that was suspended just now stays so, and its task ends when a second person resumes it', async () => {
  const lotId = await it.lot(2);
  await it.suspend(lotId, 'suspend-sale', { personId: randomUUID(), reason: 'a question' });
  await it.resumeOverlong();
  expect(await finishAlone(database, lotId)).toBe('staff-tasks.decided');
  expect((await it.lots.get(lotId))!.status).toBe(LOT_STATUS.suspended);
  await it.suspend(lotId, 'resume-sale', { personId: randomUUID(), reason: 'it is answered' });
  const { rows } = await database.pool.query('select done_at, note from staff_task where lot_id = $1', [
    lotId,
  ]);
  expect(rows).toMatchObject([{ done_at: expect.any(Date), note: 'it is answered' }]);
});

test('who has suspended a sale does not choose the instant at which it goes on: after a long time a colleague resumes it', async () => {
  const lotId = await it.lot(2);
  const [one, other] = [await member(), await member()];
  const phone = await database.pool.query('update person set phone = $2 where id = $1 returning id', [
    await member(),
    (await database.pool.query('select phone from person where id = $1', [one])).rows[0].phone,
  ]);
  const sameHuman = phone.rows[0].id as string;
  const change = (event: 'suspend-sale' | 'resume-sale', personId: string) =>
    it.suspend(lotId, event, { personId, reason: 'a question' });
  const pass = (minutes: number) =>
    database.pool.query(
      'update lot_flow set at = at - make_interval(mins => $2) where lot_id = $1 and to_status = 8',
      [lotId, minutes],
    );
  const refused = { outcome: 'refused', reason: 'second-person', status: LOT_STATUS.suspended };
  await change('suspend-sale', one);
  await pass(20);
  expect(await change('resume-sale', one)).toEqual(refused);
  expect(await change('resume-sale', sameHuman)).toEqual(refused);
  expect((await it.lots.get(lotId))!.status).toBe(LOT_STATUS.suspended);
  expect(await change('resume-sale', other)).toMatchObject({ outcome: 'done' });
  // Short ones that follow are the same long one.
  await change('suspend-sale', one);
  expect(await change('resume-sale', one)).toEqual(refused);
  expect(await change('resume-sale', other)).toMatchObject({ outcome: 'done' });
  await change('suspend-sale', other);
  expect(await change('resume-sale', other)).toEqual(refused);
  expect(await change('resume-sale', await member())).toMatchObject({ outcome: 'done' });
  await pass(13 * 60);
  await change('suspend-sale', one);
  expect(await change('resume-sale', one)).toMatchObject({ outcome: 'done' });
});

/** What ends a sale whose last unit somebody has reserved, and how it is answered. */
const ENDS: [how: string, end: (lotId: number, last: string) => Promise<unknown>, answer: unknown][] = [
  ['is withdrawn', (lotId) => it.withdraw(lotId), 'sold-in-part'],
  [
    'sells its last unit',
    (lotId, last) => it.confirm(lotId, last),
    expect.objectContaining({ outcome: 'bought' }),
  ],
];
test.each(ENDS)('the task about a suspended sale ends when the sale %s', async (_how, end, answer) => {
  const lotId = await it.lot(2);
  await it.buy(lotId, await it.person(UNIT));
  const last = await it.person(UNIT);
  await it.reserve(lotId, last);
  await it.suspend(lotId, 'suspend-sale', { personId: randomUUID(), reason: 'a question' });
  expect(await end(lotId, last)).toEqual(answer);
  expect((await it.lots.get(lotId))!.status).not.toBe(LOT_STATUS.suspended);
  const { rows } = await database.pool.query('select done_at from staff_task where lot_id = $1', [lotId]);
  expect(rows).toEqual([{ done_at: expect.any(Date) }]);
});

test('a withdrawal that is cut off leaves the suspended sale with its task, and ends both when it is done again', async () => {
  const lotId = await it.lot(2);
  await it.suspend(lotId, 'suspend-sale', { personId: randomUUID(), reason: 'a question' });
  const before = it.crash.at;
  it.crash.at = (step) => {
    if (step === 'sale-at-fixed-price-ended') throw new Error('the process was killed');
  };
  await expect(it.withdraw(lotId)).rejects.toThrow('the process was killed');
  it.crash.at = before;
  const open = async () => {
    const { rows } = await database.pool.query(
      'select count(*)::int as count from staff_task where lot_id = $1 and done_at is null',
      [lotId],
    );
    return { status: (await it.lots.get(lotId))!.status, tasks: rows[0].count };
  };
  expect(await open()).toEqual({ status: LOT_STATUS.suspended, tasks: 1 });
  expect(await it.withdraw(lotId)).toBe('withdrawn');
  expect(await open()).toEqual({ status: LOT_STATUS.withdrawn, tasks: 0 });
});
