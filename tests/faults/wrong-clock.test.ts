import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../fixtures/auction-node.ts';
import { accepted } from '../fixtures/bidder.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { eventually, testDatabase, type TestDatabase } from '../fixtures/services.ts';

const HOUR_MS = 3_600_000;
/** Time for six prices on a busy machine; nothing is measured by it. */
const ROOM_S = 6;

let database: TestDatabase;
let redis: OwnRedis;
let folder: string;
const nodes: AuctionNode[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'savdo-clock-'));
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await redis.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

vi.setConfig({ testTimeout: 120_000 });

const proof = () => path.join(folder, 'time');
const wrong = (skewMs: number) => ({
  NODE_OPTIONS: '--import ./tests/fixtures/skewed-clock.mjs',
  CLOCK_SKEW_MS: String(skewMs),
  CLOCK_SKEW_PROOF: proof(),
});

async function node(name: string, options: Partial<Parameters<typeof startAuctionNode>[0]>) {
  const started = await startAuctionNode({
    databaseUrl: database.url,
    redisUrl: redis.url,
    name,
    ...options,
  });
  nodes.push(started);
  return started;
}

const CLOCKS = [
  ['a web process an hour ahead', { web: HOUR_MS, owner: 0 }],
  ['a web process an hour behind', { web: -HOUR_MS, owner: 0 }],
  ['journal and clock an hour ahead', { web: 0, owner: HOUR_MS }],
  ['journal and clock an hour behind', { web: 0, owner: -HOUR_MS }],
] as const;

it.for(CLOCKS.slice(0, COMPLETE ? 4 : 1))(
  'F21 %s: the same prices and the same end for everybody',
  async ([, skew], ctx) => {
    const startedAt = Date.now();
    const [other] = await Promise.all([
      node('other', { roles: 'web', ...(skew.web === 0 ? {} : { env: wrong(skew.web) }) }),
      node('owner', { roles: 'journal,clock', ...(skew.owner === 0 ? {} : { env: wrong(skew.owner) }) }),
    ]);
    // Last, so that no one's start takes time from the room: made by a process whose clock is right.
    const right = await node('right', { roles: 'web', rooms: 1, bidders: 2, roomSeconds: ROOM_S });
    const skewedTo = new Date(readFileSync(proof(), 'utf8').slice(0, 24)).getTime();
    expect(Math.abs(skewedTo - startedAt)).toBeGreaterThan(HOUR_MS / 2);
    fired(ctx, 'F21', 1);

    const [anna, bek] = [await right.bidder('b1'), await other.bidder('b2')];
    for (const one of [anna, bek]) await one.enter(1);
    for (let n = 0; n < 6; n += 1) accepted(await (n % 2 ? bek : anna).place(1, 1_000 + 100 * n));
    const closedFor = async (one: typeof anna) =>
      eventually(() => one.rooms.get(1)?.head.phase === 'closed', 'the end', 90_000);
    await Promise.all([closedFor(anna), closedFor(bek)]);
    const endOf = (one: typeof anna) => ({ ...one.rooms.get(1)?.head, serverAtMs: null });
    expect(endOf(anna)).toEqual(endOf(bek));
    // What a page receives as the time is Redis's, too.
    for (const one of [anna, bek])
      expect(Math.abs((one.rooms.get(1)?.head.serverAtMs ?? 0) - Date.now())).toBeLessThan(HOUR_MS / 2);
    const { rows } = await database.pool.query(
      `select entry from auction_entry where lot_id = 1 and kind in ('opened', 'closed') order by seq`,
    );
    const last = rows.at(-1).entry;
    expect(last).toMatchObject({ outcome: 'sold', priceTiyin: 1_500, winnerNumber: 2 });
    // The end is an instant of Redis's clock, whatever the others believed.
    expect(last.atUs / 1_000).toBeGreaterThan(startedAt);
    expect(last.atUs / 1_000).toBeLessThan(Date.now());
    anna.close();
    bek.close();
  },
);
