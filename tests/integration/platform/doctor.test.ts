import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/index.ts';
import { persistenceWarning } from '#server/platform/redis/index.ts';
import { lookAtAddresses } from '#server/processes/doctor/addresses.ts';
import { lookAtFiles, lookAtSettings } from '#server/processes/doctor/planned-settings.ts';
import { lookAtProcesses, lookAtStaff } from '#server/processes/doctor/present.ts';
import { lookAtClocks, lookAtFoundation } from '#server/processes/doctor/servers.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { runProgram } from '../../fixtures/program.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-doctor-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

const environment = () => ({
  ...process.env,
  DATABASE_URL: database.url,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  REDIS_NAMESPACE: redis.namespace,
  FILES_FOLDER: folder,
  SAVDO_TEST: '1',
  ALLOW_TWINS: '1',
  SESSION_SECRET: 's'.repeat(40),
  OIDC_CLIENT_SECRET: 'o'.repeat(40),
});

function doctor(change: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = runProgram('server/processes/cli.ts', {
    args: ['doctor'],
    env: { ...environment(), ...change },
  });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

describe('the doctor', () => {
  test('finds no problem in an installation as it should be, and names what is not there yet', () => {
    const { status, lines, stderr } = doctor();
    expect([stderr, lines.filter((line) => line.startsWith('PROBLEM'))]).toEqual(['', []]);
    expect(lines).toContainEqual(expect.stringMatching(/^ok +postgresql: version 18\S*, UTF8$/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^warning +processes: no web, journal, worker, clock/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^warning +staff: 0 administrators and 0 operators/));
    expect(lines.at(-1)).toBe('No problems were found.');
    expect(status).toBe(0);
  });

  test('names everything that is wrong at once and ends with 1', () => {
    const { status, lines } = doctor({
      DATABASE_URL: database.url.replace(/\/[^/]*$/, '/no_such_database'),
      MIGRATION_DATABASE_URL: '',
      JOBS_REDIS_URL: 'redis://127.0.0.1:1',
      FILES_FOLDER: path.join(folder, 'missing'),
    });
    const problems = lines.filter((line) => line.startsWith('PROBLEM')).join('\n');
    expect(problems).toMatch(/files: \S+missing cannot be read \(ENOENT\): make it/);
    expect(problems).toMatch(/postgresql cannot be looked at: .*no_such_database/);
    expect(problems).toMatch(/jobs redis: /);
    expect(lines.at(-1)).toMatch(/^\d+ to mend\.$/);
    expect(status).toBe(1);
  });

  test('lists settings that cannot be used, by name', () => {
    const { status, lines } = doctor({ DATABASE_URL: 'postgres://app:a/b@db/savdo' });
    expect(lines).toContainEqual(
      expect.stringMatching(/^PROBLEM DATABASE_URL: has a character in its password/),
    );
    expect(status).toBe(1);
  });

  test('says which settings leave people unable to sign or pay, or hide who they are', () => {
    const config = { ...loadConfig(environment()), sandboxesAllowed: false, operatorAccount: null };
    const found = lookAtSettings({
      ...config,
      secure: true,
      proxyHops: 0,
      adminPort: 9_000,
      reach: { ...config.reach, listenOn: null },
    });
    expect(found.map(({ state, text }) => `${state} ${text}`)).toEqual([
      expect.stringMatching(/^problem TRUST_PROXY is 0/),
      expect.stringMatching(/^warning ADMIN_PORT answers on every interface/),
      expect.stringMatching(/^problem people cannot sign the offer/),
      expect.stringMatching(/^problem people cannot pay/),
    ]);
  });

  test('refuses the owner of the tables as the role of an installation, and not the role of the processes', async () => {
    const states = async (pool: TestDatabase['pool']) =>
      (await lookAtFoundation({ installed: true }, pool)).map(({ state }) => state);
    const runtime = createDatabase({ url: database.url, poolSize: 1 });
    try {
      expect(await states(runtime.pool)).toEqual(['good']);
      expect(await states(database.pool)).toEqual(['problem']);
    } finally {
      await runtime.close();
    }
  });

  test('sees processes by their connections', async () => {
    const names = ['savdo-journal', 'savdo-clock+worker+web', 'savdo-identity'];
    const open = names.map((name) => createDatabase({ url: database.url, poolSize: 1, name }));
    try {
      for (const { pool } of open) await pool.query('select 1');
      expect(await lookAtProcesses({ shipped: true }, open[0]!.pool)).toEqual([
        { state: 'good', text: 'processes: every type runs' },
      ]);
    } finally {
      await Promise.all(open.map(({ close }) => close()));
    }
  });

  test('agrees with clocks that agree, and finds one that is wrong', async () => {
    expect(await lookAtClocks([redis.jobsUrl], database.pool)).toEqual([
      { state: 'good', text: 'clocks: all servers agree' },
    ]);
    const late = { query: async () => ({ rows: [{ ms: Date.now() - 60_000 }] }) };
    const found = await lookAtClocks([], late as unknown as TestDatabase['pool']);
    expect(found[0]).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(/differ by (?:59|60)\.\d s/),
    });
  });

  test('asks the public addresses as a visitor does, and names what their proxy leaves out', async () => {
    const whole = await withSite({ health: { alive: true }, sockets: true }, lookAtSite);
    expect(whole).toEqual([
      { state: 'good', text: 'addresses: the site, its sockets and the sign-in site answer' },
    ]);
    const poor = await withSite({ health: { alive: true, version: '1' }, sockets: false }, lookAtSite);
    expect(poor.map(({ text }) => text)).toEqual([
      expect.stringMatching(/passes no WebSockets on \(404\)/),
      expect.stringMatching(/does not name its visitors/),
    ]);
    const gone = await lookAtSite('http://127.0.0.1:65535');
    expect(gone.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^PUBLIC_URL: .* does not answer \(.*ECONNREFUSED.*NODE_EXTRA_CA_CERTS/),
      expect.stringMatching(/^sign-in: .*ECONNREFUSED/),
    ]);
  });

  test('counts the staff of day one and takes a folder that is one', async () => {
    expect((await lookAtStaff(database.pool))[0]?.state).toBe('warning');
    expect((await lookAtFiles({ folder, s3: null }))[0]?.state).toBe('good');
    expect((await lookAtFiles({ folder: import.meta.filename, s3: null }))[0]?.state).toBe('problem');
  });

  test('warns of files that a Redis of rooms writes', () => {
    expect(persistenceWarning('redis', { appendOnly: false, save: '' })).toBeNull();
    expect(persistenceWarning('redis', { appendOnly: true, save: '3600 1' })).toMatch(
      /appendonly and save is on/,
    );
  });
});

const lookAtSite = (url: string) => lookAtAddresses({ publicUrl: url, signIn: { issuer: url } });

/** A proxy with what is behind it, as a visitor sees it. */
async function withSite<Answer>(
  { health, sockets }: { health: object; sockets: boolean },
  look: (url: string) => Promise<Answer>,
): Promise<Answer> {
  const answer: RequestListener = ({ url }, res) => {
    const known = url === '/healthz' || url === '/.well-known/openid-configuration';
    res.statusCode = known ? 200 : 404;
    res.end(JSON.stringify(known ? health : {}));
  };
  const server = createServer(answer);
  if (sockets)
    server.on('upgrade', (_req, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await look(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
