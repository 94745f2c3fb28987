import { afterEach, expect, it, vi } from 'vitest';
import { startAuctionNode, type AuctionNode } from '../support/auction-node.ts';
import { fired } from '../support/fault.ts';
import { unpackOlderRelease } from '../support/older-release.ts';
import { startRedis } from '../support/redis-server.ts';
import { testDatabase } from '../support/services.ts';
import { SocketStorm } from '../support/socket-storm.ts';

const ALL = Boolean(process.env.TEST_ALL);
/** How many changes of the core's wire lie between the releases. */
const CHANGES = ALL ? [1, 4] : [1];
const LOTS = [1, 2];
const PEOPLE = Array.from({ length: 12 }, (_, at) => `b${at + 1}`);

const toClose: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

vi.setConfig({ testTimeout: 240_000 });

it.for(CHANGES)(
  'F25 an older release (%i changes ago) beside this one: both answer right, forwards and back',
  async (changes, ctx) => {
    const older = unpackOlderRelease(changes);
    if ('refused' in older) return ctx.skip(older.refused);
    toClose.push(older.remove);
    const [database, redis] = await Promise.all([testDatabase(), startRedis()]);
    toClose.push(
      () => database.close(),
      () => redis.stop(),
    );
    const start = async (
      name: string,
      more: { root?: string; rooms?: number } = {},
    ): Promise<AuctionNode> => {
      const node = await startAuctionNode({
        ...{ databaseUrl: database.url, redisUrl: redis.url, bidders: more.rooms ? PEOPLE.length : 0 },
        ...{ name, ...more },
      });
      toClose.push(() => node.stop());
      return node;
    };

    // The older one alone, then both at work; the older one goes, and comes back as after a withdrawn release.
    const old = await start('older', { root: older.root, rooms: LOTS.length });
    const storm = new SocketStorm(database, [old.url]);
    toClose.push(() => storm.close());
    storm.start(PEOPLE.slice(0, 6), LOTS);
    await storm.more(60);
    const newer = await start('newer');
    storm.urls.push(newer.url);
    await storm.watch(newer.url, LOTS);
    storm.start(PEOPLE.slice(6), LOTS);
    await storm.more(100);
    await old.stop();
    await storm.more(100, 60_000);
    const again = await start('older again', { root: older.root });
    storm.urls[0] = again.url;
    await newer.stop();
    await storm.more(60, 60_000);
    const last = await start('newer again');
    storm.urls[1] = last.url;
    await again.kill();
    await storm.more(60, 60_000);
    await storm.stop();

    expect(storm.tally.unknown ?? 0).toBe(0);
    for (const viewer of storm.viewers.splice(0)) viewer.close();
    expect(await storm.violations(LOTS)).toEqual([]);
    fired(ctx, 'F25', 4);
  },
);
