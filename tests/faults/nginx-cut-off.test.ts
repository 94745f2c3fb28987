import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Contract } from '#shared/api/contract.ts';
import { lotGameInfo } from '#shared/api/cabinet/trade-applications.ts';
import {
  checkRoom,
  clearAutoBid,
  findBid,
  placeBid,
  roomOverTime,
  setAutoBid,
} from '#shared/api/site/game-view-room.ts';
import { freePort } from '../../scripts/launcher/ports.mjs';
import { callServer } from '../fixtures/app.ts';
import { fired } from '../fixtures/fault.ts';
import { startFaultyProxy, type FaultyProxy } from '../fixtures/faulty-proxy.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { NGINX_MISSING, startNginx, type Nginx } from '../../loadtest/lib/nginx.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const START = 100_000_00;
const STEP = 5_000_00;
const BIDDERS = 6;
/** Cut off for so long, a process sends its people away; a bid that was under way is `unknown` after 3 s. */
const THROUGH_MS = 4_000;
/** What a busy machine adds. */
const SLACK_MS = 3_000;

const redis = testRedis();
let database: TestDatabase;
let core: PlatformProcess;
let nodes: PlatformProcess[];
let proxy: FaultyProxy;
let nginx: Nginx;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  if (NGINX_MISSING) return;
  const [ofTest, port] = await Promise.all([testDatabase(), freePort()]);
  database = ofTest;
  const { port: redisPort, pathname } = new URL(redis.auctionUrl);
  proxy = await startFaultyProxy(Number(redisPort));
  const env = { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: '1', PUBLIC_URL: `http://localhost:${port}` };
  core = await startPlatform(
    { database, redis },
    { ...env, PROCESSES: 'journal,clock,worker' },
    { wait: false },
  );
  const throughProxy = { REDIS_URL: `redis://127.0.0.1:${proxy.port}${pathname}` };
  nodes = await Promise.all(
    [throughProxy, {}].map((own) =>
      startPlatform({ database, redis }, Object.assign({ PROCESSES: 'web' }, env, own)),
    ),
  );
  people = peopleOf(redis, () => database);
  nginx = await startNginx(
    port,
    nodes.map((node) => node.port),
  );
});
afterAll(async () => {
  proxy?.clear();
  await nginx?.stop();
  await people?.close();
  await Promise.all([...(nodes ?? []), core].map((node) => node?.stop()));
  await proxy?.close();
  await database?.close();
});

const through = (method: string, path: string, cookie: string, body?: object, url = nginx.url) =>
  callServer(url, method, path, { cookie, headers: { origin: nginx.url }, ...(body ? { body } : {}) });

const place = (cookie: string, lotId: number, amountTiyin: number, url?: string) =>
  through('POST', '/api/shop/game-view/place', cookie, { lotId, bidId: randomUUID(), amountTiyin }, url);

/** The description that the process prints names the 503 of exactly the calls that answer it now, with its body. */
async function expectDescribed({ url }: PlatformProcess, lotId: number, cookie: string): Promise<void> {
  const { body: document } = await through('GET', '/api/openapi.json', cookie, undefined, url);
  const places = Object.entries<Record<string, { operationId: string; responses: object }>>(document.paths);
  const described = places.flatMap(([, methods]) =>
    Object.values(methods).flatMap(({ operationId, responses }) => ('503' in responses ? [operationId] : [])),
  );
  const bidId = randomUUID();
  const maximumTiyin = 100 * START;
  const calls: [Contract, query?: string, body?: object][] = [
    [checkRoom],
    [roomOverTime],
    [lotGameInfo],
    [placeBid, '', { lotId, bidId, amountTiyin: START }],
    [setAutoBid, '', { lotId, bidId: randomUUID(), maximumTiyin }],
    [clearAutoBid, '', { lotId, bidId: randomUUID() }],
    [findBid, `?lotId=${lotId}&bidId=${bidId}`],
  ];
  expect(described.sort()).toEqual(calls.map(([{ name }]) => name).sort());
  for (const [{ name, method, path, answer }, query = '', body] of calls) {
    const address = `${path.replace(':lotId', String(lotId))}${query}`;
    const said = await through(method.toUpperCase(), address, cookie, body, url);
    expect([name, said.status]).toEqual([name, 503]);
    expect(answer.safeParse(said.body).error, name).toBeUndefined();
  }
}

test('F42 one of two web processes behind nginx cut off: bids over HTTP get through by the other one', async (ctx) => {
  if (NGINX_MISSING) ctx.skip(NGINX_MISSING);
  const lotId = await publishTestLot(database);
  const cookies = await Promise.all(
    Array.from({ length: BIDDERS }, async () => {
      const { cookie } = await people.signIn();
      await eventually(async () => {
        const joined = await through('POST', '/api/shop/user-order/join-practice', cookie, { lotId });
        return joined.body.verdict === 'admitted';
      }, 'the admission');
      return cookie;
    }),
  );
  let amount = START;
  const bidderOf = (at: number) => cookies[at % BIDDERS] ?? '';
  await eventually(
    async () => (await place(bidderOf(0), lotId, amount)).body.verdict === 'accepted',
    'a price before',
  );
  const room = `/api/shop/game-view/lot-game-info/${lotId}`;
  const [cut, other] = nodes as [PlatformProcess, PlatformProcess];
  // Both have the room in memory, as during a sale.
  for (const { url } of [cut, other])
    expect((await through('GET', room, bidderOf(0), undefined, url)).status).toBe(200);

  const cutAt = Date.now();
  proxy.set({ toServer: { lost: true }, toClient: { lost: true } });
  const said: string[] = [];
  for (let at = 1; ; at += 1) {
    const { status, body } = await place(bidderOf(at), lotId, amount + STEP);
    said.push(`${Date.now() - cutAt} ms: ${status} ${body.verdict} ${body.reason ?? ''}`);
    if (body.verdict === 'accepted') {
      amount += STEP;
      // From now on the cut process says so itself, whatever nginx does about it.
      if ((await place(bidderOf(at + 1), lotId, amount, cut.url)).status === 503) break;
    }
    expect(Date.now() - cutAt, said.join('\n')).toBeLessThan(THROUGH_MS + SLACK_MS);
  }

  const cutSays = await place(bidderOf(1), lotId, amount + STEP, cut.url);
  expect(cutSays.status).toBe(503);
  expect(cutSays.body).toMatchObject({ verdict: 'refused', reason: 'unreachable' });
  const lookedUp = await through(
    'GET',
    `/api/shop/game-view/bid?lotId=${lotId}&bidId=${cutSays.body.bidId}`,
    bidderOf(1),
    undefined,
    cut.url,
  );
  expect([lookedUp.status, lookedUp.body.verdict]).toEqual([503, 'unknown']);
  const stale = await through('GET', room, bidderOf(1), undefined, cut.url);
  expect([stale.status, stale.body.snapshot.head.lotId]).toEqual([503, lotId]);

  await expectDescribed(cut, lotId, bidderOf(1));

  // Every bid and every look at the room from here on.
  for (let at = 0; at < 4 * BIDDERS; at += 1) {
    const [placed, seen] = [
      await place(bidderOf(at), lotId, amount + STEP),
      await through('GET', room, bidderOf(at)),
    ];
    // The leader of the moment may be the one whose turn it is.
    if (placed.body.reason === 'already-leading') continue;
    expect([placed.status, placed.body.verdict]).toEqual([200, 'accepted']);
    amount += STEP;
    expect(seen.status).toBe(200);
    expect(seen.body.snapshot.head.priceTiyin).toBe(amount);
  }
  // Pages go on coming from both: they need no auction Redis.
  const lines = nginx.log();
  const asked = lines.filter((line) => line.includes(`127.0.0.1:${cut.port}, 127.0.0.1:${other.port}`));
  fired(ctx, 'F42', proxy.seen().lostBytes);
  expect(asked.length).toBeGreaterThan(0);
});
