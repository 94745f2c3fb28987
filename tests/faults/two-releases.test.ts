import { afterEach, expect, it, vi } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../fixtures/auction-node.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { unpackNextFormat, unpackOlderRelease } from '../fixtures/older-release.ts';
import { startRedis } from '../fixtures/redis-server.ts';
import { eventually, testDatabase } from '../fixtures/services.ts';
import { SocketLoad } from '../fixtures/socket-load.ts';

/** How many changes of the core's wire lie between the releases. */
const CHANGES = COMPLETE ? [1, 4] : [1];
const LOTS = [1, 2];
const PEOPLE = Array.from({ length: 12 }, (_, at) => `b${at + 1}`);

const toClose: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

vi.setConfig({ testTimeout: 240_000 });

/** PostgreSQL and Redis, and nodes on them of this release or the one in `root`. */
async function platform() {
  const [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  toClose.push(
    () => database.close(),
    () => redis.stop(),
  );
  const start = async (name: string, more: { root?: string; rooms?: number } = {}): Promise<AuctionNode> => {
    const node = await startAuctionNode({
      databaseUrl: database.url,
      redisUrl: redis.url,
      bidders: more.rooms ? PEOPLE.length : 0,
      name,
      ...more,
    });
    toClose.push(() => node.stop());
    return node;
  };
  return { database, start };
}

it.for(CHANGES)(
  'F25 an older release (%i changes ago) beside this one: both answer right, forwards and back',
  async (changes, ctx) => {
    const older = unpackOlderRelease(changes);
    if ('refused' in older) return ctx.skip(older.refused);
    toClose.push(older.remove);
    const { database, start } = await platform();

    // The older one alone, then both at work; the older one goes, and comes back as after a withdrawn release.
    const old = await start('older', { root: older.root, rooms: LOTS.length });
    const load = new SocketLoad(database, [old.url]);
    toClose.push(() => load.close());
    load.start(PEOPLE.slice(0, 6), LOTS);
    await load.more(60);
    const newer = await start('newer');
    load.urls.push(newer.url);
    await load.watch(newer.url, LOTS);
    load.start(PEOPLE.slice(6), LOTS);
    await load.more(100);
    await old.stop();
    await load.more(100, 60_000);
    const again = await start('older again', { root: older.root });
    load.urls[0] = again.url;
    await newer.stop();
    await load.more(60, 60_000);
    const last = await start('newer again');
    load.urls[1] = last.url;
    await again.kill();
    await load.more(60, 60_000);
    await load.stop();

    expect(load.tally.unknown ?? 0).toBe(0);
    for (const viewer of load.viewers.splice(0)) viewer.close();
    expect(await load.violations(LOTS)).toEqual([]);
    fired(ctx, 'F25', 4);
  },
);

it('F25 a release with another order of fields in Redis: beside this one it is refused, alone it goes on', async (ctx) => {
  const next = unpackNextFormat();
  toClose.push(next.remove);
  const { database, start } = await platform();

  const now = await start('now', { rooms: LOTS.length });
  const load = new SocketLoad(database, [now.url]);
  toClose.push(() => load.close());
  load.start(PEOPLE.slice(0, 6), LOTS);
  await load.more(60);
  // Two bidders of the other release, whose scripts find no lot they can read.
  const beside = await start('next', { root: next.root });
  const besideLoad = new SocketLoad(database, [beside.url]);
  toClose.push(() => besideLoad.close());
  besideLoad.start(PEOPLE.slice(6, 8), LOTS);
  await fencedOnce(besideLoad);
  await load.more(60);
  expect(besideLoad.accepted).toBe(0);

  // It takes over, loads the lots in its own format, and now this one is refused; then back, by a kill.
  await now.stop();
  await besideLoad.more(60, 60_000);
  const again = await start('now again');
  load.urls[0] = again.url;
  // Those whose bids had no answer yet ask for it in vain until this release's journal takes over: others bid meanwhile.
  const refusedLoad = new SocketLoad(database, [again.url]);
  toClose.push(() => refusedLoad.close());
  refusedLoad.start(PEOPLE.slice(8), LOTS);
  await fencedOnce(refusedLoad);
  await beside.kill();
  await load.more(60, 60_000);
  besideLoad.urls[0] = again.url;
  await besideLoad.more(20, 60_000);
  const loads = [load, besideLoad, refusedLoad];
  await Promise.all(loads.map((each) => each.stop()));

  for (const { tally } of loads) expect(tally.unknown ?? 0).toBe(0);
  load.operations.push(...besideLoad.operations, ...refusedLoad.operations);
  expect(await load.violations(LOTS)).toEqual([]);
  fired(ctx, 'F25', 3);
});

async function fencedOnce(load: SocketLoad): Promise<void> {
  await eventually(() => (load.tally.fenced ?? 0) > 0, 'a bid refused as fenced', 60_000);
}
