import { afterEach, expect, it, vi } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { startLossyNetwork, type LossyNetwork } from '../fixtures/lossy-network.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { testDatabase } from '../fixtures/services.ts';
import { BidLoad } from '../fixtures/bid-load.ts';
import { startFaultFixture } from '../fixtures/fault-fixture.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];
/** Percent of packets, and bids answered meanwhile: a segment lost three times in a row costs a second and more. */
const LOSSES: readonly [percent: number, bids: number][] = COMPLETE
  ? [
      [1, 300],
      [5, 150],
      [20, 60],
    ]
  : [[10, 60]];

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).toReversed()) await one.close();
});

vi.setConfig({ testTimeout: COMPLETE ? 600_000 : 120_000 });

const through = (url: string, { port }: LossyNetwork): string => {
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return address.href;
};

/** Bids over each loss and once more over a good line; returns the segments that had to be sent again. */
async function bidThrough(load: BidLoad, wire: LossyNetwork): Promise<number> {
  await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
  load.start(PEOPLE, LOTS);
  await load.more(100);
  for (const [percent, bids] of LOSSES) {
    await wire.lose(percent);
    const before = await wire.sentAgain();
    // Few packets carry many bids: by chance none of them is lost at first.
    do await load.more(bids, 'answered', 120_000);
    while ((await wire.sentAgain()) === before);
  }
  await wire.lose(0);
  // Where the same segments were lost for 5 s, commits were away for so long, and the rooms are paused.
  await load.moreIn(LOTS, 100);
  await load.stop();
  expect(load.tally.unknown ?? 0).toBe(0);
  expect(await load.violations(LOTS)).toEqual([]);
  return wire.sentAgain();
}

it('F15 packets lost on the way to Redis: slower, one order, nothing lost', async (ctx) => {
  const fixture = await startFaultFixture();
  toClose.push(fixture);
  const wire = await startLossyNetwork(Number(new URL(fixture.redis.url).port));
  if ('refused' in wire) return ctx.skip(wire.refused);
  toClose.push(wire);
  const load = new BidLoad({
    databaseUrl: fixture.databaseUrl,
    redisUrl: through(fixture.redis.url, wire),
    namespace: 'fault:',
    partitions: 8,
  });
  toClose.push(load);
  await load.state.ready?.();
  fired(ctx, 'F15', await bidThrough(load, wire));
});

it('F15 packets lost on the way to PostgreSQL: slower, one order, nothing lost', async (ctx) => {
  const database = await testDatabase();
  toClose.push(database);
  const wire = await startLossyNetwork(Number(new URL(database.url).port || 5432));
  if ('refused' in wire) return ctx.skip(wire.refused);
  toClose.push(wire);
  const fixture = await startFaultFixture({ databaseUrl: through(database.url, wire) });
  toClose.push(fixture);
  fired(ctx, 'F15', await bidThrough(fixture.load, wire));
});
