import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../support/auction-node.ts';
import { startRedis, type OwnRedis } from '../support/redis-server.ts';
import { testDatabase, type TestDatabase } from '../support/services.ts';
import { SocketStorm } from '../support/socket-storm.ts';

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
  const storm = new SocketStorm(database, [node.url]);
  for (let i = 0; i < 3; i += 1) await storm.watch(node.url, [LOT]);
  const people = Array.from({ length: SOCKETS }, (_, at) => `b${at + 1}`);
  storm.start(people, [LOT], BIDS);
  await storm.finished();
  expect(storm.answered).toBeGreaterThanOrEqual(BIDS);
  expect(storm.accepted).toBeGreaterThan(1_000);
  expect(await storm.violations([LOT])).toEqual([]);
  for (const viewer of storm.viewers) expect(viewer.gaps).toBe(0);
  storm.close();
});

it('lets nobody be anybody but on this machine: another address is refused at start', async () => {
  const started = startAuctionNode({
    databaseUrl: database.url,
    redisUrl: redis.url,
    env: { PUBLIC_URL: 'https://savdo.example' },
  });
  await expect(started).rejects.toThrow('ended at start');
});
