import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { startContainerEngine, type ContainerEngine } from '../../fixtures/container-engine.ts';
import { ownerUrl } from '../../fixtures/services.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** As `npm test` does it: services until its input ends. */
const PROGRAM = `
  import { startServices } from './scripts/launcher/services.mjs';
  const need = { database: true, auction: true, jobs: true };
  try {
    const { env, stop } = await startServices({ folder: '.', fast: true, record: {}, need });
    console.log(JSON.stringify(env));
    for await (const _ of process.stdin);
    await stop();
  } catch (error) {
    console.log(JSON.stringify({ problem: error.message }));
    process.exit(1);
  }`;

let engine: ContainerEngine | null = null;
afterEach(async () => {
  await engine?.close();
  engine = null;
});

function startServices(dockerHost: string) {
  const { DATABASE_URL: _, REDIS_URL: __, JOBS_REDIS_URL: ___, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: ROOT,
    env: Object.assign(env, {
      TEST_SERVICES: 'containers',
      DOCKER_HOST: dockerHost,
      TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = once(createInterface(child.stdout), 'line').then(
    ([said]) => JSON.parse(String(said)) as Record<string, string>,
  );
  return { child, line, ended: once(child, 'exit') };
}

it('runs PostgreSQL and Redis of a test run in containers of pinned images, and removes them afterwards', async () => {
  engine = await startContainerEngine({
    portOf: ({ Image, Cmd }) => {
      const jobs = !Cmd.includes('--maxmemory');
      const redis = jobs ? process.env['JOBS_REDIS_URL'] : process.env['REDIS_URL'];
      return Number(new URL(Image.startsWith('postgres') ? ownerUrl() : redis!).port);
    },
    // The image of PostgreSQL starts it twice: the first time for its own preparations alone.
    logOf: ({ Image }) =>
      Image.startsWith('postgres')
        ? Array.from({ length: 2 }, () => 'LOG:  database system is ready to accept connections')
        : ['* Ready to accept connections tcp'],
  });
  const run = startServices(engine.url);
  const env = await run.line;

  const client = new pg.Client({ connectionString: env['MIGRATION_DATABASE_URL'] });
  await client.connect();
  expect((await client.query('select current_user as name')).rows).toEqual([{ name: 'postgres' }]);
  await client.end();
  expect(new URL(env['DATABASE_URL']!).username).toBe('savdo_runtime');
  for (const name of ['REDIS_URL', 'JOBS_REDIS_URL']) {
    const redis = new Redis(env[name]!);
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  }

  const asked = [...engine.containers.values()].map((container) => container.asked);
  const images = asked.map(({ Image }) => Image).sort();
  expect(images).toEqual([
    expect.stringMatching(/^postgres:[\d.]+\S*@sha256:/),
    expect.stringMatching(/^redis:[\d.]+@sha256:/),
    images[1],
  ]);
  const database = asked.find(({ Image }) => Image.startsWith('postgres'));
  expect(database!.Cmd).toEqual(expect.arrayContaining(['postgres', 'max_connections=300', 'fsync=off']));
  for (const { Cmd } of asked.filter((one) => one !== database))
    expect(Cmd).toEqual(expect.arrayContaining(['--maxmemory-policy', 'noeviction']));

  run.child.stdin.end();
  expect(await run.ended).toEqual([0, null]);
  expect([...engine.containers.values()].map(({ state }) => state)).toEqual([
    'removed',
    'removed',
    'removed',
  ]);
});

it('says in one sentence that no engine answers', async () => {
  const run = startServices('unix:///nowhere/engine.sock');
  expect((await run.line)['problem']).toMatch(
    /^TEST_SERVICES=containers: no container engine answers at [^.]+\.$/,
  );
  expect(await run.ended).toEqual([1, null]);
});
