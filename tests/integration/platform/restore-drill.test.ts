import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { createDatabase, type Database } from '#server/platform/database/index.ts';
import { postgresHome } from '../../../scripts/launcher/postgres-home.mjs';
import { unprivilegedWay } from '../../../scripts/launcher/unprivileged.mjs';
import { startFaultFixture, type FaultFixture } from '../../fixtures/fault-fixture.ts';
import { startOwnPostgres, type OwnPostgres } from '../../fixtures/postgres-server.ts';
import { placeOf } from '../../fixtures/program.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { eventually, type TestDatabase } from '../../fixtures/services.ts';
import { storeEvidence } from '../../fixtures/stored-evidence.ts';

/** As docs/operations.md promises: what may be lost, and how long it takes with as little as is stored here. */
const RPO_MS = 5_000;
const RTO_MS = 120_000;
const PEOPLE = ['p1', 'p2', 'p3', 'p4'];
const LOTS = [101, 102, 103, 104];
const SIGNING_KEY = 'the signing key of this installation';

const way = unprivilegedWay();
const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-drill-'));
const place = (name: string) => path.join(folder, name);
const backup = place('backup');

let postgres: OwnPostgres;
let jobs: OwnRedis;
let emptyRedis: OwnRedis;
let fixture: FaultFixture;
let database: Database;

const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: postgres.url,
  MIGRATION_DATABASE_URL: '',
  BACKUP_DATABASE_URL: postgres.ownerUrl,
  REDIS_URL: fixture.redis.url,
  JOBS_REDIS_URL: jobs.url,
  REDIS_NAMESPACE: 'drill:',
  FILES_FOLDER: place('files'),
  DATA_FOLDER: place('data'),
  SAVDO_TEST: '1',
  ALLOW_TWINS: '1',
  SESSION_SECRET: 's'.repeat(40),
  OIDC_CLIENT_SECRET: 'o'.repeat(40),
  SIGNING_KEY,
  ...more,
});

/** A command as the user of the processes: PostgreSQL does not run as root. */
const command = (args: readonly string[]) =>
  way.wrap(process.execPath, [placeOf('server/processes/cli.ts'), ...args]);

function cli(args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const [file, all] = command(args);
  const { status, stdout, stderr } = spawnSync(file, all, { env: env(more), encoding: 'utf8' });
  return { status, stdout, stderr };
}

const restore = (from: string, into: string, more: readonly string[] = [], change: NodeJS.ProcessEnv = {}) =>
  cli(
    [
      'restore',
      from,
      '--key',
      place('key'),
      '--into',
      place(into),
      '--postgres',
      path.join(postgresHome(way), 'bin'),
      ...more,
    ],
    change,
  );

beforeAll(async () => {
  for (const name of ['files', 'data', 'backup']) mkdirSync(place(name));
  writeFileSync(place('key'), 'a key of at least thirty-two characters\n');
  if (way.owner !== undefined)
    for (const one of ['', 'files', 'data', 'backup', 'key']) chownSync(place(one), way.owner, way.owner);
  [postgres, jobs, emptyRedis] = await Promise.all([startOwnPostgres(), startRedis(), startRedis()]);
  fixture = await startFaultFixture({ databaseUrl: postgres.url });
  database = createDatabase({ url: postgres.url, poolSize: 2 });
  const owner = createDatabase({ url: postgres.ownerUrl, poolSize: 2 });
  // Their connections end with the server, which is killed on purpose.
  for (const { pool } of [database, owner]) pool.on('error', () => undefined);
  await storeEvidence({ ...database, pool: owner.pool } as unknown as TestDatabase, place('files'));
  await owner.close();
  const redis = new Redis(jobs.url);
  await redis.set('drill:session', 'of a person', 'EX', 3_600);
  await redis.hset('drill:queue', { job: '1' });
  await redis.set('drill:over', 'soon', 'PX', 1);
  await redis.set('drill:{p01}lot:7', 'a room, which comes back from PostgreSQL');
  redis.disconnect();
  await Promise.all(LOTS.map((lotId) => fixture.load.open(practiceTerms(lotId), PEOPLE)));
});
afterAll(async () => {
  await fixture?.close();
  await database?.close();
  await Promise.all([postgres?.stop(), jobs?.stop(), emptyRedis?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the command that follows the log, and waits until it does. */
async function follow() {
  const [file, args] = command(['backup', 'follow', backup, '--key', place('key')]);
  const child = spawn(file, args, { env: env(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()));
  await eventually(() => said.includes('following timeline 1'), 'the follower');
  return { child, said: () => said };
}

/** Entries of the rooms in a restored folder, read by its own server. */
async function entriesIn(data: string) {
  const socket = mkdtempSync(path.join(os.tmpdir(), 'savdo-drill-'));
  if (way.owner !== undefined) chownSync(socket, way.owner, way.owner);
  const [file, args] = way.wrap(path.join(postgresHome(way), 'bin/postgres'), [
    '-D',
    data,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${socket}`,
  ]);
  const child = spawn(file, args, { stdio: 'ignore' });
  const url = `postgres://savdo_runtime@localhost/postgres?host=${encodeURIComponent(socket)}`;
  const restored = createDatabase({ url, poolSize: 2 });
  try {
    await eventually(
      () =>
        restored.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      'the restored server',
    );
    const log = createAuctionLogRepository(restored.db);
    return new Map(
      await Promise.all(
        LOTS.map(async (lotId) => [lotId, await log.readEntries(lotId, 0, 1_000_000)] as const),
      ),
    );
  } finally {
    await restored.close();
    child.kill('SIGINT');
    await once(child, 'exit');
    rmSync(socket, { recursive: true, force: true });
  }
}

test('a server that is lost while bids arrive comes back from the backup, whole, within what is promised', async () => {
  const killed = await follow();

  const { load } = fixture;
  load.start(PEOPLE, LOTS);
  await load.more(50, 'accepted');
  const taken = cli(['backup', 'take', backup, '--key', place('key')]);
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  // A file that is not stored yet is copied, and keys of rooms are left out.
  expect(taken.stdout).toMatch(/^2 keys of the jobs Redis, [01] files that were not there yet$/m);
  // One that was killed begins its segment again, and what was written before stays as it is.
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await load.more(50, 'accepted');
  const follower = await follow();
  await load.more(200, 'accepted');

  await fixture.catchInFlight(() => postgres.kill());
  const killedAt = performance.now();
  await eventually(() => /not following/.test(follower.said()), 'the follower noticing it');
  follower.child.kill('SIGTERM');
  const [code] = (await once(follower.child, 'exit')) as [number];
  expect([code, follower.said()]).toEqual([0, expect.not.stringContaining('files are not copied')]);

  const startedAt = performance.now();
  const jobsRedis = ['--jobs-redis', emptyRedis.url];
  const { status, stdout, stderr } = restore(backup, 'restored', ['--verify', ...jobsRedis]);
  const rtoMs = performance.now() - startedAt;
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^everything is whole/m);
  expect(stdout).toMatch(/^whole {3}5 logs of rooms$/m);
  expect(stdout).toMatch(/^whole {3}1 stored files$/m);
  expect(stdout).toMatch(/^2 keys of the jobs Redis$/m);
  expect(status).toBe(0);

  const entries = await entriesIn(path.join(place('restored'), 'data'));
  const answers = load.operations.filter(({ answer }) => answer.verdict === 'accepted');
  const lost = answers.filter(
    ({ lotId, bidId }) =>
      !entries.get(lotId)?.some(({ entry }) => entry.kind === 'price' && entry.bidId === bidId),
  );
  const rpoMs = Math.max(0, ...lost.map(({ answeredAt }) => killedAt - answeredAt));
  process.stdout.write(
    `restore drill: ${answers.length} answered bids, ${lost.length} lost, RPO ${rpoMs.toFixed(0)} ms, RTO ${rtoMs.toFixed(0)} ms\n`,
  );
  expect(answers.length).toBeGreaterThan(200);
  // Most of them came after the base backup: they are there by the log.
  expect(answers.length - lost.length).toBeGreaterThan(200);
  expect(rpoMs).toBeLessThan(RPO_MS);
  expect(rtoMs).toBeLessThan(RTO_MS);

  const redis = new Redis(emptyRedis.url);
  expect((await redis.keys('*')).sort()).toEqual(['drill:queue', 'drill:session']);
  expect(await redis.get('drill:session')).toBe('of a person');
  expect(await redis.ttl('drill:session')).toBeGreaterThan(3_000);
  redis.disconnect();
  await postgres.restart();
});

test('what cannot be restored says so: another key, lost secrets, a gap in the log, a server in use', () => {
  writeFileSync(place('other-key'), 'another key of thirty-two characters or so');
  const wrong = cli(['restore', backup, '--key', place('other-key'), '--into', place('wrong')]);
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringMatching(/was changed, or has another key/)]);

  const others = restore(backup, 'others', [], { SIGNING_KEY: 'another signing key of an installation' });
  expect(others.status).toBe(1);
  expect(others.stderr).toBe('SIGNING_KEY is another one than when the backup was taken\n');

  const again = restore(backup, 'restored');
  expect(again.stderr).toMatch(/restored is not empty/);

  const used = restore(backup, 'used', ['--jobs-redis', emptyRedis.url]);
  expect(used.stderr).toMatch(/the jobs Redis is not empty/);

  const gap = place('gap');
  cpSync(backup, gap, { recursive: true });
  const wal = path.join(gap, 'wal');
  const newest = readdirSync(wal).sort().at(-1)!;
  // As if the follower had been away for longer than the server has its log.
  cpSync(path.join(wal, newest), path.join(wal, newest.replace(/^(.{20})..../, '$100F0')));
  expect(restore(gap, 'gapped').stderr).toMatch(/the log is not whole: [0-9A-F]{24} is missing before/);
});

test('a folder belongs to one cluster, older backups go when they are asked to, and roles that may not replicate are refused', () => {
  for (const [name, expected] of [
    ['INSTALLATION', /has backups of another cluster/],
    ['base', /EEXIST/],
  ] as const) {
    const other = place(`other-${name}`);
    mkdirSync(other);
    writeFileSync(path.join(other, name), '1\n');
    if (way.owner !== undefined) chownSync(other, way.owner, way.owner);
    expect(cli(['backup', 'take', other, '--key', place('key')]).stderr, name).toMatch(expected);
  }
  const pruned = cli(['backup', 'take', backup, '--key', place('key'), '--keep', '1']);
  expect(pruned).toMatchObject({ status: 0, stderr: '' });
  expect(pruned.stdout).toMatch(/^removed: .*base/m);
  expect(readdirSync(path.join(backup, 'base'))).toHaveLength(1);
  expect(restore(backup, 'newest', ['--verify'])).toMatchObject({ status: 0, stderr: '' });

  const role = cli(['backup', 'take', backup, '--key', place('key')], { BACKUP_DATABASE_URL: postgres.url });
  expect([role.status, role.stderr]).toEqual([1, expect.stringMatching(/permission denied|REPLICATION/)]);
  expect(cli(['backup', 'take', backup]).status).toBe(2);
  expect(cli(['backup', 'take', backup, '--key', place('key')], { BACKUP_DATABASE_URL: '' }).stderr).toMatch(
    /^BACKUP_DATABASE_URL is missing/,
  );
});
