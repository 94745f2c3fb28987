import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/index.ts';
import { createDatabase, readKind, type Database } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { claimDatabase } from '#server/processes/claim-database.ts';
import { readinessLooks } from '#server/processes/readiness.ts';
import { startPlatform } from '../../fixtures/platform-process.ts';
import { runProgram } from '../../fixtures/program.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const logger = createLogger({ level: 'silent', process: 'test' });
const redis = testRedis();
let database: TestDatabase;
/** As the processes have it. */
let runtime: Database;

beforeEach(async () => {
  database = await testDatabase();
  runtime = createDatabase({ url: database.url, poolSize: 10 });
});
afterEach(async () => {
  await runtime.close();
  await database.close();
});

const environment = () => ({
  ...process.env,
  DATABASE_URL: database.url,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  REDIS_NAMESPACE: redis.namespace,
  SAVDO_TEST: '1',
  SAVDO_EMBEDDED: '0',
  ALLOW_TWINS: '1',
  SESSION_SECRET: 's'.repeat(40),
  OIDC_CLIENT_SECRET: 'o'.repeat(40),
});

const starts = { installation: [false, false], trial: [false, true], demo: [true, true] } as const;

/** Settings as the start of one has them; a real installation does not run on the services of a test. */
const settingsOf = (kind: keyof typeof starts, embedded = false) => {
  const [demo, sandboxesAllowed] = starts[kind];
  return { ...loadConfig(environment()), demo, sandboxesAllowed, embedded };
};

const start = (kind: keyof typeof starts, embedded = false) =>
  claimDatabase({ config: settingsOf(kind, embedded), database: runtime, logger }, true);

const addPerson = (demo: boolean) =>
  database.pool.query(
    `insert into person (issuer, subject, kind, name, language, demo)
     values ('http://localhost', $1, 'natural', 'Somebody', 'uz', $2)`,
    [`subject-${demo}`, demo],
  );

async function startDemo() {
  const platform = await startPlatform(
    { database, redis },
    { DEMO: '1', SAVDO_EMBEDDED: '0' },
    { whole: true, wait: false },
  );
  try {
    return { code: await platform.ended, output: platform.output() };
  } finally {
    await platform.stop();
  }
}

const written = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    'select ((select count(*) from person) + (select count(*) from lot))::int as count',
  );
  return rows[0]!.count;
};

describe('the demo', () => {
  test('ends at start on the database of an installation, with one sentence and nothing written', async () => {
    await start('installation');
    expect(await readKind(runtime.pool)).toBe('installation');
    const { code, output } = await startDemo();
    expect(code).toBe(1);
    expect(output).toContain("DEMO: this database is an installation's");
    expect(output.match(/^ {2}- /gm)).toHaveLength(1);
    expect(await written()).toBe(0);
  });

  test('ends at start among people of whom none is of the demo, and marks nothing', async () => {
    await addPerson(false);
    const { code, output } = await startDemo();
    expect(code).toBe(1);
    expect(output).toContain('DEMO: this database has people, and none of the demo');
    expect(await written()).toBe(1);
    expect(await readKind(runtime.pool)).toBeNull();
  });

  test('takes an empty database, one with its own people, and whatever the launcher made', async () => {
    await start('trial');
    expect(await readKind(runtime.pool)).toBeNull();
    await addPerson(false);
    await expect(start('demo')).rejects.toThrow(/has people/);
    await start('demo', true);
    expect(await readKind(runtime.pool)).toBe('demo');
    await start('demo');
  });

  test('goes on where its people are, with visitors among them', async () => {
    await addPerson(true);
    await addPerson(false);
    await start('demo');
    expect(await readKind(runtime.pool)).toBe('demo');
  });
});

describe('what a database is for', () => {
  test('is said by one of two that start at the same time', async () => {
    const [demo, installation] = await Promise.allSettled([start('demo'), start('installation')]);
    expect(installation.status).toBe('fulfilled');
    expect(demo.status).toBe((await readKind(runtime.pool)) === 'demo' ? 'fulfilled' : 'rejected');
  });

  test('is final for every role', async () => {
    await start('installation');
    for (const { pool } of [runtime, database])
      await expect(pool.query("update installation set kind = 'demo'")).rejects.toThrow(/never changed/);
  });

  test('of the demo is warned of on an installation by /readyz', async () => {
    await start('demo');
    // A machine that answers late for a moment finds it a moment later.
    const look = (kind: 'demo' | 'installation') => readinessLooks(settingsOf(kind), runtime).pages();
    const warned = {
      ready: true,
      warnings: expect.arrayContaining([expect.stringMatching(/was the demo's/)]),
    };
    await expect.poll(() => look('installation'), { timeout: 120_000 }).toMatchObject(warned);
    expect((await look('demo')).warnings.join()).not.toMatch(/demo/);
  });

  test('is what the doctor looks at before the demo starts', async () => {
    await start('installation');
    const env = { ...environment(), DEMO: '1' };
    const { status, stdout } = runProgram('server/processes/cli.ts', { args: ['doctor'], env });
    expect(stdout.match(/^PROBLEM DEMO: this database is an installation's/gm)).toHaveLength(1);
    expect(status).toBe(1);
  });
});
