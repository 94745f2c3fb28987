import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

/** An address of this machine that others reach it by. */
const OUTER = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

const STAND_IN_PAGES = ['/dev/outbox', '/dev/outbox.json', '/pay/pretend/payme'];
const INSIDERS_ONLY = [...STAND_IN_PAGES, '/metrics'];
const FROM_HERE = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1;host=localhost' },
  { 'x-client-ip': '::1' },
];

interface Answer {
  status: number;
  body: string;
}

/** `fetch` sets the Host header itself, so the request is made one floor below. */
const get = (
  port: number,
  path: string,
  { address = '127.0.0.1', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const asked = request({ host: address, port, path, headers, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    asked.on('error', reject).end();
  });

/** What comes back for bytes that no client of ours would send. */
const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    let read = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket.setEncoding('utf8').on('data', (part: string) => (read += part));
    socket.on('error', reject).on('close', () => resolve(read));
  });

const reach = (address: string, port: number) =>
  get(port, '/healthz', { address, headers: { host: 'localhost' } }).then(
    ({ status }) => status,
    (error: { code?: string }) => error.code,
  );

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The platform with its sign-in site. */
async function start(env: Record<string, string> = {}) {
  const platform = await startPlatform({ database, redis: testRedis() }, env, { whole: true });
  const identityPort = Number(new URL(platform.identityUrl).port);
  await eventually(
    async () => {
      // Refused while it starts: asked again until the limit.
      const answer = await get(identityPort, '/.well-known/openid-configuration').catch(() => null);
      return answer?.status === 200;
    },
    'the sign-in site',
    30_000,
  );
  return { platform, identityPort };
}

describe('an installation with stand-ins', () => {
  let platform: PlatformProcess;
  let identityPort: number;
  beforeAll(async () => {
    ({ platform, identityPort } = await start());
  });
  afterAll(() => platform?.stop());

  test('listens on the two loopback addresses and on no other', async () => {
    const hasIpv6 = Object.values(networkInterfaces())
      .flat()
      .some((each) => each?.address === '::1');
    const listening = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
    const silent = OUTER ? ['127.0.0.2', OUTER] : ['127.0.0.2'];
    for (const port of [platform.port, identityPort]) {
      const path = port === identityPort ? '/.well-known/openid-configuration' : '/healthz';
      for (const address of listening) expect((await get(port, path, { address })).status, address).toBe(200);
      for (const address of silent) expect(await reach(address, port), address).toBe('ECONNREFUSED');
    }
  });

  test.each(['evil.example', 'localhost.evil.example', 'evil.example:80', '127.0.0.1.evil.example', '@'])(
    'answers nothing under the host name %s',
    async (host) => {
      for (const path of [...INSIDERS_ONLY, '/', '/healthz', '/api/shop/site/info', '/no-such-page'])
        expect(await get(platform.port, path, { headers: { host } }), path).toMatchObject({
          status: 421,
          body: expect.stringContaining('"foreign-host"'),
        });
      for (const path of ['/', '/.well-known/openid-configuration', '/assets/site.css'])
        expect((await get(identityPort, path, { headers: { host } })).status, path).toBe(421);
    },
  );

  test('does not begin a socket under a foreign host name, as a rebound page would', async () => {
    const upgrade = (host: string) =>
      sendRaw(
        platform.port,
        [
          'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
          `Host: ${host}`,
          `Origin: http://${host}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          '',
          '',
        ].join('\r\n'),
      );
    expect(await upgrade('evil.example')).toMatch(/^HTTP\/1\.1 403 /);
    // Nor without an upgrade, under whatever name.
    for (const host of ['localhost', 'evil.example'])
      expect(
        (await get(platform.port, '/socket.io/?EIO=4&transport=polling', { headers: { host } })).status,
      ).toBe(400);
  });

  test('asks for a host name', async () => {
    expect(await sendRaw(platform.port, 'GET /dev/outbox.json HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('answers under its own names, whatever the port a tunnel has', async () => {
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]'])
      expect((await get(platform.port, '/dev/outbox.json', { headers: { host } })).status, host).toBe(200);
  });

  test.each(FROM_HERE)('opens nothing of insiders to a caller named by %j', async (headers) => {
    for (const path of INSIDERS_ONLY)
      expect((await get(platform.port, path, { headers })).status, path).toBe(404);
    expect(JSON.parse((await get(platform.port, '/readyz', { headers })).body)).not.toHaveProperty(
      'problems',
    );
    for (const path of INSIDERS_ONLY) expect((await get(platform.port, path)).status, path).toBe(200);
  });

  test('says nothing of other machines', async () => {
    const { body } = await get(platform.port, '/api/shop/site/info');
    expect(JSON.parse(body)).toMatchObject({ twins: true, openToNetwork: false });
  });
});

describe.runIf(OUTER)('an installation with stand-ins that HOST opens to the network', () => {
  const address = OUTER as string;
  let platform: PlatformProcess;
  let identityPort: number;
  beforeAll(async () => {
    ({ platform, identityPort } = await start({ HOST: '0.0.0.0', PUBLIC_URL: 'http://savdo.example' }));
  });
  afterAll(() => platform?.stop());
  const ask = (path: string, headers: Record<string, string> = {}) =>
    get(platform.port, path, { address, headers: { host: 'savdo.example', ...headers } });

  test('serves its pages there under its own name, and warns on them', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/healthz', { host: 'evil.example' })).status).toBe(421);
    expect(JSON.parse((await ask('/api/shop/site/info')).body)).toMatchObject({ openToNetwork: true });
    const signInPage = await get(identityPort, '/no-such-page', {
      address,
      headers: { host: 'savdo.example' },
    });
    expect(signInPage.body).toContain('Diqqat: bu sinov sayti boshqa kompyuterlar uchun ham ochiq');
    expect(platform.output()).toContain('Warning: HOST lets other machines open this test installation');
  });

  test('keeps the pages of stand-ins and the figures to callers of this machine', async () => {
    for (const headers of [{}, ...FROM_HERE])
      for (const path of INSIDERS_ONLY) expect((await ask(path, headers)).status, path).toBe(404);
    for (const path of INSIDERS_ONLY) expect((await get(platform.port, path)).status, path).toBe(200);
  });
});

test.runIf(OUTER && COMPLETE)(
  'STAND_IN_ADDRESSES opens the pages of stand-ins to others, and nothing else',
  async () => {
    const address = OUTER as string;
    const { platform } = await start({ HOST: '0.0.0.0', STAND_IN_ADDRESSES: `${address}/32` });
    try {
      const ask = (path: string, headers: Record<string, string> = {}) =>
        get(platform.port, path, { address, headers: { host: 'localhost', ...headers } });
      for (const path of STAND_IN_PAGES) expect((await ask(path)).status, path).toBe(200);
      // A proxy at a listed address speaks for callers that are not listed.
      for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-real-ip': '203.0.113.7' }])
        for (const path of STAND_IN_PAGES) expect((await ask(path, headers)).status, path).toBe(404);
      expect((await ask('/metrics')).status).toBe(404);
    } finally {
      await platform.stop();
    }
  },
);
