import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/launcher/ports.mjs';
import { callServer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { fired } from '../fixtures/fault.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { NGINX_MISSING, startNginx, type Nginx } from '../../loadtest/lib/nginx.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const START = 100_000_00;
const STEP = 5_000_00;
const CLIENTS = 31;

const redis = testRedis();
let database: TestDatabase;
let core: PlatformProcess;
let nodes: PlatformProcess[];
let nginx: Nginx;
let people: ReturnType<typeof peopleOf>;
let lotId: number;
let port: number;

beforeAll(async () => {
  if (NGINX_MISSING) return;
  [database, port] = await Promise.all([testDatabase(), freePort()]);
  const env = { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: '1', PUBLIC_URL: `http://localhost:${port}` };
  core = await startPlatform(
    { database, redis },
    { ...env, PROCESSES: 'journal,clock,worker' },
    { wait: false },
  );
  nodes = await Promise.all(
    [1, 2].map(() => startPlatform({ database, redis }, { ...env, PROCESSES: 'web' })),
  );
  people = peopleOf(redis, () => database);
  lotId = await publishTestLot(database);
});
afterAll(async () => {
  await nginx?.stop();
  await people?.close();
  await Promise.all([...(nodes ?? []), core].map((node) => node?.stop()));
  await database?.close();
});

/** As on the way through a firewall that knows no WebSockets: the wish for one is taken out. */
const withoutUpgrades = (text: string): string =>
  text
    .replace('proxy_set_header Upgrade $http_upgrade;', `proxy_set_header Upgrade '';`)
    .replace('proxy_set_header Connection $savdo_connection;', `proxy_set_header Connection '';`);

const through = (method: string, path: string, cookie: string, body?: object) =>
  callServer(nginx.url, method, path, { cookie, headers: { origin: nginx.url }, ...(body ? { body } : {}) });

async function participant(): Promise<string> {
  const { cookie } = await people.signIn();
  await eventually(async () => {
    const { body } = await through('POST', '/api/shop/user-order/join-practice', cookie, { lotId });
    return body.verdict === 'admitted';
  }, 'the admission');
  return cookie;
}

const room = async (cookie: string) =>
  (await through('GET', `/api/shop/game-view/lot-game-info/${lotId}`, cookie)).body.snapshot;

/** The same offer with the same id, until it is decided: a machine that is busy may hold it for a moment. */
async function offer(cookie: string, amountTiyin: number): Promise<void> {
  let last: unknown;
  await eventually(async () => {
    const bidId = randomUUID();
    const { body } = await through('POST', '/api/shop/game-view/place', cookie, {
      lotId,
      bidId,
      amountTiyin,
    });
    last = body;
    return body.verdict === 'accepted';
  }, `an accepted offer of ${amountTiyin}`).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(last)}`);
  });
}

describe('two web processes behind nginx', () => {
  test('pass sockets on with the shipped settings', async (ctx) => {
    if (NGINX_MISSING) ctx.skip(NGINX_MISSING);
    nginx = await startNginx(port, portsOf(nodes));
    const bidders = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const cookie = await participant();
        return Bidder.connect(nginx.url, { headers: { cookie } });
      }),
    );
    for (const bidder of bidders) expect((await bidder.enter(lotId)).head.lotId).toBe(lotId);
    for (const bidder of bidders) bidder.close();
    await nginx.stop();
  });

  test('F40 let everybody in and take everybody’s bids who may not use WebSockets, also with one process left', async (ctx) => {
    if (NGINX_MISSING) ctx.skip(NGINX_MISSING);
    nginx = await startNginx(port, portsOf(nodes), withoutUpgrades);
    const cookies = await Promise.all(Array.from({ length: CLIENTS }, participant));
    const refused = await Promise.all(
      cookies.map((cookie) =>
        Bidder.connect(nginx.url, { headers: { cookie } }).then(
          (bidder) => {
            bidder.close();
            return false;
          },
          () => true,
        ),
      ),
    );
    expect(refused.filter(Boolean)).toHaveLength(CLIENTS);

    const rooms = await Promise.all(cookies.map(room));
    expect(rooms.filter(({ me }) => me?.number !== undefined)).toHaveLength(CLIENTS);
    let amount = START;
    for (const cookie of cookies) {
      await offer(cookie, amount);
      amount += STEP;
    }
    const last = amount - STEP;
    for (const { head } of await Promise.all(cookies.map(room))) expect(head.priceTiyin).toBe(last);
    const answeredBy = (to: number) => nginx.log().filter((line) => line.endsWith(` 200 127.0.0.1:${to}`));
    for (const to of portsOf(nodes)) expect(answeredBy(to).length).toBeGreaterThan(CLIENTS / 4);

    nodes[0]?.child.kill('SIGKILL');
    for (const cookie of cookies.slice(0, 5)) {
      await offer(cookie, amount);
      amount += STEP;
    }
    const { rows } = await database.pool.query<{ prices: number; bidders: number }>(
      `select count(*)::int as prices, count(distinct (entry ->> 'number'))::int as bidders
       from auction_entry where lot_id = $1 and kind = 'price'`,
      [lotId],
    );
    expect(rows[0]).toEqual({ prices: CLIENTS + 5, bidders: CLIENTS });
    fired(ctx, 'F40', refused.length);
  });
});

const portsOf = (processes: readonly PlatformProcess[]): number[] => processes.map(({ port: at }) => at);
