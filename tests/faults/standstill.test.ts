import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../fixtures/auction-node.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';
import { SocketLoad } from '../fixtures/socket-load.ts';

const STANDSTILL_MS = 5_000;

let database: TestDatabase;
let redis: OwnRedis;
const nodes: AuctionNode[] = [];

beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
});
afterEach(async () => {
  for (const node of nodes) node.process.kill('SIGCONT');
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await redis.stop();
  await database.close();
});

vi.setConfig({ testTimeout: 120_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const people = Array.from({ length: 12 }, (_, at) => `b${at + 1}`);

async function node(name: string, roles: string, rooms = 0): Promise<AuctionNode> {
  const options = {
    databaseUrl: database.url,
    redisUrl: redis.url,
    name,
    roles,
    rooms,
    bidders: people.length,
  };
  const started = await startAuctionNode(options);
  nodes.push(started);
  return started;
}

it.for((['journal and clock', 'web'] as const).slice(0, COMPLETE ? 2 : 1))(
  'F28 the %s process standing still for 5 s: its work goes on once, by it or another',
  async (which, ctx) => {
    const owner = await node('owner', 'journal,clock', 2);
    await node('standby', 'journal,clock');
    const [one, other] = [await node('one', 'web'), await node('other', 'web')];
    const load = new SocketLoad(database, [one.url, other.url]);
    const viewers = [await load.watch(one.url, [1, 2]), await load.watch(other.url, [1, 2])];
    load.start(people, [1, 2]);
    await load.more(500);
    const still = which === 'web' ? one : owner;
    still.process.kill('SIGSTOP');
    const before = load.answered;
    await pause(STANDSTILL_MS);
    // The others went on meanwhile.
    expect(load.answered).toBeGreaterThan(before);
    still.process.kill('SIGCONT');
    await load.more(500);
    await load.stop();
    expect(await load.violations([1, 2])).toEqual([]);
    expect(load.tally.unknown ?? 0).toBe(0);
    expect(viewers).toHaveLength(2);
    fired(ctx, 'F28', 1);
    load.close();
  },
);
