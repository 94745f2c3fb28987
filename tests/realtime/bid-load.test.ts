import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../fixtures/auction-node.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';
import { SocketLoad } from '../fixtures/socket-load.ts';

const LOT = 1;
const SOCKETS = 200;
const BIDS = 10_000;

let database: TestDatabase;
let redis: OwnRedis;
let node: AuctionNode;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  node = await startAuctionNode({
    databaseUrl: database.url,
    redisUrl: redis.url,
    rooms: 1,
    bidders: SOCKETS,
  });
});
afterAll(async () => {
  await node.stop();
  await redis.stop();
  await database.close();
});

it('keeps one order of ten thousand bids from 200 sockets on one lot', { timeout: 120_000 }, async () => {
  const load = new SocketLoad(database, [node.url]);
  for (let i = 0; i < 3; i += 1) await load.watch(node.url, [LOT]);
  const people = Array.from({ length: SOCKETS }, (_, at) => `b${at + 1}`);
  load.start(people, [LOT], BIDS);
  await load.finished();
  expect(load.answered).toBeGreaterThanOrEqual(BIDS);
  expect(load.accepted).toBeGreaterThan(1_000);
  expect(await load.violations([LOT])).toEqual([]);
  for (const viewer of load.viewers) expect(viewer.gaps).toBe(0);
  load.close();
});

it('lets no one be anybody but on this machine: another address is refused at start', async () => {
  const started = startAuctionNode({
    databaseUrl: database.url,
    redisUrl: redis.url,
    env: { PUBLIC_URL: 'https://savdo.example' },
  });
  await expect(started).rejects.toThrow('ended at start');
});
