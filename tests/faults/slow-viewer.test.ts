import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../fixtures/auction-node.ts';
import { accepted, Bidder } from '../fixtures/bidder.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';
import { startFaultyProxy, type FaultyProxy } from '../fixtures/faulty-proxy.ts';

/** 256 kbit/s. */
const NARROW = 32_000;
const BIDS = COMPLETE ? 1_000 : 200;

let database: TestDatabase;
let redis: OwnRedis;
let node: AuctionNode;
let proxy: FaultyProxy;

beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  node = await startAuctionNode({ databaseUrl: database.url, redisUrl: redis.url, rooms: 1, bidders: 2 });
  proxy = await startFaultyProxy(node.port);
});
afterEach(async () => {
  await proxy.close();
  await node.stop();
  await redis.stop();
  await database.close();
});

vi.setConfig({ testTimeout: 180_000 });

it('F18 a viewer on 256 kbit/s sees the last price, and no one waits for it', async (ctx) => {
  proxy.set({ toClient: { bytesPerSecond: NARROW }, toServer: { bytesPerSecond: NARROW } });
  const [anna, bek] = [await node.bidder('b1'), await node.bidder('b2')];
  const [quick, slow] = [
    await node.bidder(null),
    await Bidder.connect(`http://127.0.0.1:${proxy.port}`, { origin: node.url, reconnection: true }),
  ];
  for (const one of [anna, bek, quick, slow]) await one.enter(1);
  let last = 0;
  for (let n = 0; n < BIDS; n += 1) last = accepted(await (n % 2 ? bek : anna).place(1, 1_000 + 100 * n)).seq;
  await quick.reaches(1, last);
  await slow.reaches(1, last, 60_000);
  expect(slow.rooms.get(1)?.head).toEqual(quick.rooms.get(1)?.head);
  fired(ctx, 'F18', proxy.seen().queuedBytes);
  for (const one of [anna, bek, quick, slow]) one.close();
});
