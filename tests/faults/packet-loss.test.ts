import { afterEach, expect, it, vi } from 'vitest';
import { fired } from '../support/fault.ts';
import { startLossyWire, type LossyWire } from '../support/lossy-wire.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { testDatabase } from '../support/services.ts';
import { Storm } from '../support/storm.ts';
import { startTrouble } from '../support/trouble.ts';

const ALL = Boolean(process.env.TEST_ALL);
const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];
/** Percent of packets, and bids answered meanwhile: a segment lost three times in a row costs a second and more. */
const LOSSES: readonly [percent: number, bids: number][] = ALL
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

vi.setConfig({ testTimeout: ALL ? 600_000 : 120_000 });

const through = (url: string, { port }: LossyWire): string => {
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return address.href;
};

/** Bids over each loss and once more over a good line; returns the segments that had to be sent again. */
async function bidThrough(storm: Storm, wire: LossyWire): Promise<number> {
  await Promise.all(LOTS.map((lotId) => storm.open(practiceTerms(lotId), PEOPLE)));
  storm.start(PEOPLE, LOTS);
  await storm.more(100);
  for (const [percent, bids] of LOSSES) {
    await wire.lose(percent);
    const before = await wire.sentAgain();
    // Few packets carry many bids: by chance none of them is lost at first.
    do await storm.more(bids, 'answered', 120_000);
    while ((await wire.sentAgain()) === before);
  }
  await wire.lose(0);
  await storm.more(100, 'accepted', 60_000);
  await storm.stop();
  expect(storm.tally.unknown ?? 0).toBe(0);
  expect(await storm.violations(LOTS)).toEqual([]);
  return wire.sentAgain();
}

it('F15 packets lost on the way to Redis: slower, one order, nothing lost', async (ctx) => {
  const trouble = await startTrouble();
  toClose.push(trouble);
  const wire = await startLossyWire(Number(new URL(trouble.redis.url).port));
  if ('refused' in wire) return ctx.skip(wire.refused);
  toClose.push(wire);
  const storm = new Storm({
    databaseUrl: trouble.databaseUrl,
    redisUrl: through(trouble.redis.url, wire),
    ...{ namespace: 'fault:', partitions: 8 },
  });
  toClose.push(storm);
  await storm.state.ready?.();
  fired(ctx, 'F15', await bidThrough(storm, wire));
});

it('F15 packets lost on the way to PostgreSQL: slower, one order, nothing lost', async (ctx) => {
  const database = await testDatabase();
  toClose.push(database);
  const wire = await startLossyWire(Number(new URL(database.url).port || 5432));
  if ('refused' in wire) return ctx.skip(wire.refused);
  toClose.push(wire);
  const trouble = await startTrouble({ databaseUrl: through(database.url, wire) });
  toClose.push(trouble);
  fired(ctx, 'F15', await bidThrough(trouble.storm, wire));
});
