import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WORKFLOW_STEPS } from '#server/workflows/crash-steps.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { releaseStalledJobs } from '../fixtures/stalled-jobs.ts';
import { endWithHammer } from '../fixtures/ended-auction.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { startPlatform } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

/** The long suite kills at each step, the short one before and after the transaction and in it. */
const SAMPLE = ['conclude-settlement-opened', 'conclude-handed-over'];
const STEPS = WORKFLOW_STEPS.filter(
  (step) => step.startsWith('conclude') && (COMPLETE || SAMPLE.includes(step)),
);

let database: TestDatabase;
const redis = testRedis();

beforeAll(async () => {
  database = await testDatabase('template', 5);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

vi.setConfig({ testTimeout: 600_000 });

/** A worker that dies at the step; its death counts. */
async function killedAt(step: string): Promise<void> {
  const worker = await startPlatform(
    { database, redis },
    { PROCESSES: 'worker', SAVDO_CRASH_AT: step },
    { wait: false },
  );
  expect(await worker.ended, `${step}\n${worker.output()}`).toBe('SIGKILL');
  await worker.stop();
}

test('the worker killed at each step of the conclusion: the lot has one outcome, one protocol and one next round', async () => {
  const { rows: people } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, pinfl, language, roles)
     values ('test', 'winner', 'natural', 'Anvar Namuna', '30101901234560', 'uz', '{buyer}') returning id`,
  );
  const winner = people[0]?.id ?? '';
  const lots: { lotId: number; practice: boolean }[] = [];
  let kills = 0;
  for (const step of STEPS) {
    const practice = step === 'conclude-handed-over';
    const lotId = await publishTestLot(database, practice ? {} : { ruleSet: 'private' });
    lots.push({ lotId, practice });
    await endWithHammer(database, lotId, { winner });
    await killedAt(step);
    kills += 1;
    process.stdout.write(`killed at ${step}\n`);
  }
  expect(kills).toBe(STEPS.length);
  // A complete run waits until they are found to be stalled.
  const released = COMPLETE ? 0 : await releaseStalledJobs(redis);
  expect(released).toBeGreaterThanOrEqual(COMPLETE ? 0 : 1);
  const worker = await startPlatform({ database, redis }, { PROCESSES: 'worker' }, { wait: false });
  await eventually(
    async () => {
      const { rows } = await database.pool.query(
        "select count(*)::int as done from handled_event where handler in ('conclude-auction', 'release-deposits')",
      );
      return rows[0].done === 2 * lots.length;
    },
    'every hammer to be handled once by each listener',
    180_000,
  );
  await worker.stop();
  for (const { lotId, practice } of lots) {
    const { rows } = await database.pool.query(
      `select outcome,
         (select count(*)::int from protocol where lot_id = lot.id) as protocols,
         (select count(*)::int from lot as next where next.repeats_lot_id = lot.id) as rounds
       from lot where id = $1`,
      [lotId],
    );
    expect(rows[0]).toEqual({ outcome: 'sold', protocols: practice ? 0 : 1, rounds: practice ? 1 : 0 });
  }
});
