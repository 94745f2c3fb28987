import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callServer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { fired } from '../fixtures/fault.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { offer, pause, reachOf } from '../fixtures/reach-room.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';
import { startTcpProxy, type TcpProxy } from '../fixtures/tcp-proxy.ts';

const START = 100_000_00;
const STEP = 5_000_00;
/** As little as leaves a slow machine the time to let somebody in and to take a price. */
const ROOM_MS = 25_000;
/** Before the deadline: what is noticed within seconds is noticed in time. */
const AWAY_BEFORE_MS = 8_000;
/** Where all rooms waited, that would be noticed by then. */
const NOTICED_MS = 5_000;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let jobs: OwnRedis;
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
/** Between the bidders and the platform. */
let proxy: TcpProxy;
let reach: ReturnType<typeof reachOf>;
const sockets: Bidder[] = [];

beforeEach(async () => {
  [database, jobs] = await Promise.all([testDatabase(), startRedis({ aof: true })]);
  const redis = { ...testRedis(), jobsUrl: jobs.url };
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis, () => database);
  proxy = await startTcpProxy(platform.port);
  reach = reachOf({ database });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await people.close();
  await platform.stop();
  await proxy.close();
  await jobs.stop();
  await database.close();
});

const connect = async (cookie: string): Promise<Bidder> => {
  const bidder = await Bidder.connect(`http://localhost:${proxy.port}`, {
    headers: { cookie },
    origin: platform.url,
  });
  sockets.push(bidder);
  return bidder;
};

/** A room with one bidder in it, whose first price is confirmed. */
async function startRoom() {
  const { cookie } = await people.signIn();
  const lotId = await publishTestLot(database, { lengthMs: ROOM_MS });
  await eventually(async () => {
    const { body } = await callServer(platform.url, 'POST', '/api/shop/user-order/join-practice', {
      body: { lotId },
      cookie,
    });
    return body.verdict === 'admitted';
  }, 'the admission');
  const bidder = await connect(cookie);
  await bidder.enter(lotId);
  await eventually(async () => (await offer(bidder, lotId, START)) === 'accepted', 'a price');
  return { bidder, cookie, lotId };
}

it('F45 jobs Redis away and every connection lost: no one gets in, no hammer meanwhile, and the time is given back', async (ctx) => {
  const { cookie, lotId } = await startRoom();
  await pause((await reach.head(lotId)).deadlineMs - AWAY_BEFORE_MS - Date.now());
  // The machine itself may have stood still until now.
  const before = await reach.head(lotId);
  const earlier = (await reach.interruptions(lotId)).length;
  const awayAt = Date.now();
  await jobs.kill();
  proxy.cut();
  await expect(connect(cookie)).rejects.toThrow('unavailable');
  await pause(before.deadlineMs + 3_000 - Date.now());
  expect(await reach.head(lotId)).toMatchObject({ phase: 'running', outcome: null });
  const { body } = await callServer(platform.url, 'GET', '/readyz/bids');
  expect(body.bids).toMatchObject({ taken: false });

  await jobs.restart('aof');
  await eventually(async () => (await reach.interruptions(lotId)).length > earlier, 'the interruption');
  const interruption = (await reach.interruptions(lotId))[earlier];
  expect(interruption).toMatchObject({ kind: 'suspended', cause: 'outage' });
  expect(interruption?.began).toBeGreaterThan(awayAt - 1_500);
  expect(interruption?.began).toBeLessThan(before.deadlineMs);
  const back = await eventually(() => connect(cookie).catch(() => null), 'the connection');
  await back.enter(lotId);
  expect(back.rooms.get(lotId)?.head).toMatchObject({ phase: 'paused', pauseCause: 'outage' });
  expect(await reach.hammerAt(lotId)).toBeNull();
  fired(ctx, 'F45', 1);
});

it('F45 jobs Redis away while a bidder is connected: bids are taken, and the room ends as announced', async (ctx) => {
  const { bidder, lotId } = await startRoom();
  await jobs.kill();
  await pause(NOTICED_MS);
  // The leader's own next offer is judged like any other; a busy machine may hold bids for a moment.
  const judged = async () => (await offer(bidder, lotId, START + STEP)) === 'already-leading';
  await eventually(judged, 'a bid that is judged', 20_000);
  // While jobs Redis is away.
  await eventually(async () => (await reach.hammerAt(lotId)) !== null, 'the hammer', 120_000);
  await jobs.restart('aof');
  fired(ctx, 'F45', 1);
});
