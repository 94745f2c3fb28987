import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { WORKFLOW_STEPS, type WorkflowStep } from '#server/workflows/crash-steps.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { releaseStalledJobs } from '../fixtures/stalled-jobs.ts';
import { endWithHammer } from '../fixtures/ended-auction.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { startPlatform } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const DEPOSIT = 10_000_00;
const PEOPLE = 60;
const STEPS = WORKFLOW_STEPS.filter((step) => step.startsWith('release'));
/** Named twice: the worker dies again while it repeats. */
const TIMES: Partial<Record<WorkflowStep, number>> = { 'release-moved': 30, 'release-written': 31 };

let database: TestDatabase;
const redis = testRedis();

beforeAll(async () => {
  database = await testDatabase('template', 5);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

vi.setConfig({ testTimeout: 600_000 });

async function participants(lotId: number): Promise<string[]> {
  const applications = createTradeApplicationsRepository(database.db);
  const wallet = createWallet(database.db);
  const people = Array.from({ length: PEOPLE }, () => randomUUID());
  for (const personId of people) {
    const by = { personId, amountTiyin: DEPOSIT, reason: 'test', actor: 'system' };
    await wallet.topUp({ ...by, key: personId, provider: 'test', reference: `payment:${personId}` });
    const application = await applications.apply(lotId, personId, DEPOSIT);
    const held = await wallet.hold({
      ...by,
      key: `application:${application.id}:1`,
      reference: `lot:${lotId}`,
    });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await applications.deposited(application.id, held.holdId);
    await applications.decide(application.id, 'admit');
  }
  return people;
}

test('the worker killed at each step of releasing deposits: each is released exactly once', async () => {
  const lotId = await publishTestLot(database, {
    ruleSet: 'private',
    choices: { depositPercent: 10 },
    startPriceTiyin: 10 * DEPOSIT,
  });
  const people = await participants(lotId);
  const [winner = ''] = people;
  await endWithHammer(database, lotId, { winner });
  let kills = 0;
  for (const step of STEPS) {
    const worker = await startPlatform(
      { database, redis },
      { PROCESSES: 'worker', SAVDO_CRASH_AT: `${step}:${TIMES[step] ?? 1}` },
      { wait: false },
    );
    expect(await worker.ended, `${step}\n${worker.output()}`).toBe('SIGKILL');
    kills += 1;
    process.stdout.write(`killed at ${step}\n`);
    await worker.stop();
    if (!COMPLETE) await releaseStalledJobs(redis);
  }
  expect(kills).toBe(STEPS.length);
  const worker = await startPlatform({ database, redis }, { PROCESSES: 'worker' }, { wait: false });
  const wallet = createWallet(database.db);
  await eventually(
    async () => {
      const { rows } = await database.pool.query(
        "select count(*)::int as open from trade_application where lot_id = $1 and status not in ('won', 'lost')",
        [lotId],
      );
      return rows[0].open === 0;
    },
    'every application to be settled',
    120_000,
  );
  await worker.stop();
  for (const personId of people)
    expect(await wallet.balanceOf(personId)).toBe(personId === winner ? 0 : DEPOSIT);
  const { rows } = await database.pool.query(
    "select count(*)::int as releases from ledger_journal where kind = 'release'",
  );
  expect(rows[0].releases).toBe(PEOPLE - 1);
});
