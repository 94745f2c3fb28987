import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { breach, chainOf, entriesOf } from './auction/invariants.ts';
import { scenarios } from './auction/scenarios.ts';
import { openScriptTable, type ScriptTable } from './auction/script-play.ts';
import { Tally } from './auction/tally.ts';
import { playTwin, type Play } from './auction/twin-play.ts';

const RUNS = COMPLETE ? 6_000 : 900;
const SEED = COMPLETE ? Date.now() % 1_000_000 : 20_260_304;
const SHARE = RUNS / 900;

/** Least hits of a sample of 900 rooms; longer runs must reach proportionally more. */
const LEAST: Record<string, number> = {
  'refused not-open-yet': 50,
  'refused closed': 100,
  'refused suspended': 100,
  'refused fenced': 50,
  'refused not-admitted': 100,
  'refused revoked': 20,
  'refused already-leading': 50,
  'refused already-bidding': 20,
  'refused below-suggested': 100,
  'refused matched': 30,
  'refused limit-exceeded': 50,
  'refused too-large': 20,
  'refused id-reused': 50,
  'refused not-placed': 50,
  'accepted place': 500,
  'accepted setAuto': 300,
  'accepted clearAuto': 50,
  'accepted repeated': 50,
  'refused repeated': 50,
  'id never seen': 50,
  'closed repeated': 20,
  'deadline extended': 50,
  'extension cut by the cap': 5,
  'extension cut by the daily stop': 5,
  'price with exactly the window left': 3,
  'duel of auto-bids': 20,
  'auto-bid answers an offer': 40,
  'auto-bid answers below a full step': 20,
  'opening settles auto-bids': 10,
  'opened late, stamped with the opening': 20,
  'auto-bid stored asleep': 20,
  'limit puts an auto-bid to sleep': 5,
  'limit wakes an auto-bid': 5,
  'limits begin and auto-bids fall asleep': 5,
  'woken auto-bid acts': 5,
  'suspended by staff': 50,
  'suspended by outage': 20,
  'resumed by itself': 5,
  'entry resumed': 50,
  'deadline moved by stall': 10,
  'deadline moved by rebuild': 10,
  'deadline moved by staff': 20,
  'lost time given back once': 20,
  'grace used up': 10,
  'entry limitSet': 100,
  'entry revoked': 50,
  'entry autoCleared': 50,
  'revoked leader at the close': 2,
  'leader not revoked': 5,
  'resumption set for an instant': 20,
  'resumption called off': 2,
  'ended sold': 20,
  'ended no-price-given': 20,
  'ended withdrawn': 10,
  'not held at start': 10,
  'not held at close': 10,
  'refused too-far': 50,
  'refused confirm-jump': 20,
  'confirmed jump': 50,
  'offer too far': 20,
  'maximum too far': 20,
  'offer of the most that passes': 5,
  'maximum of the most that passes': 10,
  'offer above the limit off step': 20,
  'maximum above the limit off step': 20,
  'offer above the limit at the n-th price': 20,
  'offer of the very limit': 10,
  'maximum of the very limit': 10,
  'sleeps before the n-th price': 6,
  'wakes before the n-th price': 4,
  'top-up during a duel': 3,
  'pays an increment above the runner-up, past the suggested price': 10,
  'pays the whole maximum, less than an increment above the runner-up': 2,
  'reserve winner': 10,
  'revoked participant is not the reserve': 2,
  loads: 1_000,
};

let redis: OwnRedis;
let table: ScriptTable;
let lots = 0;

beforeAll(async () => {
  redis = await startRedis();
  table = await openScriptTable(redis.url, 'twin:');
});
afterAll(async () => {
  await table.close();
  await redis.stop();
});

describe('the scripts and their twin', () => {
  test('answer, keep and log the same, whatever happens in a room, and no room breaks a rule', async () => {
    const tally = new Tally();
    const limit = COMPLETE ? 600_000 : 110_000;
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const play = playTwin(scenario, (lots += 1));
        tally.add(play);
        const broken = breach(play);
        if (broken !== null) throw new Error(broken);
        const difference = await table.compare(play);
        if (difference) throw new Error(JSON.stringify(difference, null, 1));
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: limit, markInterruptAsFailure: true },
    );
    console.info(`seed ${SEED}\n${tally.table()}`);
    const least = Object.fromEntries(Object.entries(LEAST).map(([name, n]) => [name, Math.floor(n * SHARE)]));
    expect(tally.missing(least)).toEqual([]);
  }, 700_000);
});

describe('the chain of hashes', () => {
  test('verifies over any log, and shows any changed, dropped or swapped entry', () => {
    const edited = new Tally();
    fc.assert(
      fc.property(scenarios, fc.nat(), fc.nat(), (scenario, which, field) => {
        const play = playTwin(scenario, 1);
        const log = entriesOf(play).map(({ entry }) => entry);
        const hashes = chainOf(play, log);
        expect(chainOf(play, structuredClone(log))).toEqual(hashes);
        if (log.length < 2) return;
        const at = which % log.length;
        expect(chainOf(play, edit(log, at, field))).not.toEqual(hashes);
        expect(chainOf(play, log.toSpliced(at, 1))).not.toEqual(hashes);
        const swapped = log.with(at, log[(at + 1) % log.length]!).with((at + 1) % log.length, log[at]!);
        expect(chainOf(play, swapped).at(-1)).not.toBe(hashes.at(-1));
        expect(chainOf(otherTerms(play), log)[0]).not.toBe(hashes[0]);
        edited.hit('edited');
      }),
      { numRuns: 200, seed: SEED },
    );
    expect(edited.missing({ edited: 100 })).toEqual([]);
  });
});

/** The log with one field of one entry changed a little. */
function edit(log: AuctionEntry[], at: number, field: number): AuctionEntry[] {
  const entry: Record<string, unknown> = { ...log[at]! };
  const names = Object.keys(entry);
  const name = names[field % names.length]!;
  const value = entry[name];
  if (typeof value === 'number') entry[name] = value + 1;
  else if (typeof value === 'boolean') entry[name] = !value;
  else if (typeof value === 'string') entry[name] = `${value}.`;
  else if (Array.isArray(value)) entry[name] = [...value, 'x'];
  else entry[name] = 1;
  return log.with(at, entry as unknown as AuctionEntry);
}

function otherTerms(play: Play): Play {
  return { ...play, terms: { ...play.terms, startPriceTiyin: play.terms.startPriceTiyin - 1 || 2 } };
}
