import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leastEver } from '#server/auction/rules/least-ever.ts';
import { suggestedIn } from '#server/auction/rules/fold.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { openEarlyTable } from './auction/early-play.ts';
import { mutate } from './auction/mutate.ts';
import { PEOPLE, scenarios, type Step } from './auction/scenarios.ts';
import { Tally } from './auction/tally.ts';
import { playTwin, type Play } from './auction/twin-play.ts';

const RUNS = COMPLETE ? 3_000 : 250;
const SEED = COMPLETE ? Date.now() % 1_000_000 : 20_261_126;
const SHARE = RUNS / 250;

/** Rooms in which many offers are too low. */
const rooms = fc.tuple(scenarios, fc.infiniteStream(fc.nat({ max: 59 }))).map(([scenario, chance]) => ({
  ...scenario,
  steps: scenario.steps.flatMap((step): Step[] => {
    const n = chance.next().value as number;
    if (n % 2 === 0) return [step];
    const amount = { base: 'suggested', plus: -1 - (n % 3), permille: n % 5 === 0 ? -30 : 0 } as const;
    const low = {
      kind: 'place',
      who: n % PEOPLE,
      amount,
      id: { how: 'fresh' },
      confirmed: n % 7 === 0,
    } as const;
    return [step, { wait: { to: 'us', us: 0 }, act: low }];
  }),
}));
const lags = fc.infiniteStream(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })));
const lagFrom = (stream: Stream<number>) => () => stream.next().value as number;
type Stream<T> = Iterator<T>;

let redis: OwnRedis;
let lots = 0;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

describe('an offer refused by what is committed', () => {
  test('gets the verdict of the script on the same history, which goes on as if the script had given it', async () => {
    const tally = new Tally();
    const table = await openEarlyTable({
      url: redis.url,
      namespace: 'early:',
      hit: (what) => tally.hit(what),
    });
    await fc.assert(
      fc.asyncProperty(rooms, async (scenario) => {
        expect(await table.play(playTwin(scenario, (lots += 1)), () => 0)).toBeNull();
      }),
      { numRuns: RUNS, seed: SEED },
    );
    await table.close();
    expect(tally.missing(least({ 'refused by the newest': 500, 'left to the script': 30 }))).toEqual([]);
  }, 700_000);

  test('is one that the script refuses, too, however far what is committed is behind', async () => {
    const tally = new Tally();
    const table = await openEarlyTable({
      url: redis.url,
      namespace: 'behind:',
      hit: (what) => tally.hit(what),
    });
    await fc.assert(
      fc.asyncProperty(rooms, lags, async (scenario, lag) => {
        expect(await table.play(playTwin(scenario, (lots += 1)), lagFrom(lag))).toBeNull();
      }),
      { numRuns: RUNS, seed: SEED },
    );
    await table.close();
    expect(tally.missing(least({ 'refused by what was behind': 100, 'left to the script': 30 }))).toEqual([]);
  }, 700_000);
});

describe('the least price that is ever accepted', () => {
  test('is not above what any later state suggests, also seen from between the prices of one call', () => {
    const tally = new Tally();
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const { seen, suggested, later } of statesOf(playTwin(scenario, 1))) {
          const least = leastEver(seen.terms.rules, { ...seen, startPriceTiyin: seen.terms.startPriceTiyin });
          if (later.length === 0) continue;
          const lowest = Math.min(...later);
          if (lowest < suggested) tally.hit('suggests less after the call than within it');
          if (least === suggested) tally.hit('is the suggested price');
          expect(least).toBeLessThanOrEqual(lowest);
        }
      }),
      { numRuns: 4 * RUNS, seed: SEED },
    );
    const wanted = { 'suggests less after the call than within it': 3, 'is the suggested price': 1_000 };
    expect(tally.missing(least(wanted))).toEqual([]);
  }, 700_000);
});

const MUTANTS: [says: string, file: string, right: string, wrong: string][] = [
  ['judges accepted ids again', 'refuse-early', 'answers[i] or known', 'known'],
  [
    'judges refused ids again',
    'refuse-early',
    'answers[i] or known and string.find(known, id, 1, true)',
    'answers[i]',
  ],
  ['refuses at the deadline itself', 'refuse-early', 'now >= deadline', 'now > deadline + 1000000000'],
  [
    'forgets whether the offer was confirmed',
    'refuse-early',
    'ARGV[amounts + i] .. ARGV[marks + i]',
    'ARGV[amounts + i]',
  ],
  ['stores no refusals', 'include/refusals', "call('SET', place, memory, 'PX', REFUSAL_LIFE_MS)", ''],
  [
    'lets a refusal hold in the next epoch',
    'refuse-early',
    'keep_refusal(place, id, epoch,',
    'keep_refusal(place, id, epoch + 1,',
  ],
  ['refuses in rooms that do not run', 'refuse-early', "phase ~= 'running'", 'false'],
  ['refuses in another epoch', 'refuse-early', 'lot[1] ~= ARGV[2] or ', ''],
];

describe('a script that refuses early with one mistake', () => {
  test.each(MUTANTS)(
    'that %s is caught',
    async (says, file, right, wrong) => {
      const namespace = `mutant${MUTANTS.findIndex(([name]) => name === says)}:`;
      const table = await openEarlyTable({ url: redis.url, namespace, scripts: mutate(file, right, wrong) });
      let caught: string | null = null;
      const samples = fc.sample(fc.tuple(rooms, lags), { seed: 7, numRuns: 300 });
      for (const [i, [scenario, lag]] of samples.entries()) {
        caught = await table.play(playTwin(scenario, i + 1), lagFrom(lag));
        if (caught !== null) break;
      }
      await table.close();
      expect(caught).not.toBeNull();
    },
    300_000,
  );
});

function least(wanted: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(wanted).map(([name, n]) => [name, Math.floor(n * SHARE)]));
}

/** Each state of a running room as its entries lead to it, and what the states suggest in which a later call may find it. */
function* statesOf(play: Play) {
  const calls = play.moves.flatMap((move) => ('load' in move ? [] : [move]));
  for (const [at, { entries, before }] of calls.entries()) {
    const later = calls
      .slice(at)
      .filter(({ after }) => after.phase === 'running')
      .map(({ after }) => suggestedIn(after) || Infinity);
    let seen = before;
    for (const { entry } of entries) {
      if (entry.kind !== 'price') continue;
      seen = { ...seen, priceTiyin: entry.amountTiyin, count: entry.count };
      yield { seen, suggested: suggestedIn(seen), later };
    }
  }
}
