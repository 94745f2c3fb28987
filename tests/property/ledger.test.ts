import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { checkLedger } from '../fixtures/check-ledger.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';

const RUNS = COMPLETE ? 300 : 20;
const SEED = COMPLETE ? Date.now() % 1_000_000 : 20_261_121;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 12);
});
afterAll(() => database.close());

const PEOPLE = 3;
const HOLDS = 6;
const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const key = fc.integer({ min: 0, max: 5 }).map(String);
const sum = fc.integer({ min: 1, max: 50 });
const mayCrash = fc.constantFrom(false, false, true);

/** `crash`: the process ends before its commit, so no one got an answer and nothing may remain. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('topUp' as const), who, key, sum, crash: mayCrash }),
  fc.record({
    kind: fc.constant('hold' as const),
    who,
    key,
    sum,
    deal: fc.integer({ min: 1, max: 3 }),
    crash: mayCrash,
  }),
  fc.record({
    kind: fc.constantFrom(
      'release' as const,
      'capture' as const,
      'forfeit' as const,
      'payOut' as const,
      'payOut' as const,
      'payOut' as const,
    ),
    hold: fc.integer({ min: 0, max: HOLDS - 1 }),
    key,
    crash: mayCrash,
  }),
  fc.record({
    kind: fc.constantFrom('settlePayOut' as const, 'returnPayOut' as const),
    payOut: fc.integer({ min: 0, max: HOLDS - 1 }),
    key,
    crash: mayCrash,
  }),
  // The provider takes back what it paid: with the key and the sum of a payment in.
  fc.record({
    kind: fc.constant('reverseTopUp' as const),
    who,
    key,
    sum,
    exact: fc.boolean(),
    crash: mayCrash,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

interface Story {
  name: string;
  /** Holds that were answered, in the order they were answered: `person` and sum. */
  holds: { id: number; who: number; sum: number }[];
  /** Sums of payments in by their key. */
  paid: Map<string, number>;
  /** Money on its way out, in the order it was answered. */
  payOuts: { id: number; who: number; sum: number }[];
  /** What each person must have by the answers given. */
  available: number[];
  held: number[];
}

const CRASH = new Error('the process ended before its commit');

async function play(step: Step, story: Story): Promise<string> {
  const by = { reason: 'a story', actor: 'system', key: `${story.name}-${step.key}` };
  const one = <Each>(list: readonly Each[], at: number) => list[at % Math.max(1, list.length)];
  const hold = 'hold' in step ? one(story.holds, step.hold) : undefined;
  const payOut = 'payOut' in step ? one(story.payOuts, step.payOut) : undefined;
  const call = (wallet: ReturnType<typeof createWallet>) => {
    if ('payOut' in step) return wallet[step.kind]({ ...by, payOutId: payOut?.id ?? 0 });
    if ('hold' in step) return wallet[step.kind]({ ...by, holdId: hold?.id ?? 0 });
    // The key alone is not unique between people: a request of another person with it is `key-reused`.
    const request = { ...by, personId: `${story.name}-${step.who}`, amountTiyin: step.sum };
    request.key += `-${step.who}`;
    if ('exact' in step && step.exact) request.amountTiyin = story.paid.get(request.key) ?? step.sum;
    return step.kind === 'hold'
      ? wallet.hold({ ...request, reference: `deal:${step.deal}` })
      : wallet[step.kind]({ ...request, provider: 'cash-desk', reference: 'payment' });
  };
  if (step.crash) {
    const crashed = database.db.transaction().execute(async (tx) => {
      await call(createWallet(tx));
      throw CRASH;
    });
    // The crash is the point; anything else is a fault of the wallet.
    await crashed.catch((error: unknown) => {
      if (error !== CRASH) throw error;
    });
    return 'crashed';
  }
  const answer = await call(createWallet(database.db));
  if ('repeated' in answer && answer.repeated) return 'repeated';
  if (answer.outcome === 'credited' && 'who' in step) {
    story.available[step.who]! += step.sum;
    story.paid.set(`${by.key}-${step.who}`, step.sum);
  }
  if (answer.outcome === 'held' && 'who' in step) {
    story.available[step.who]! -= step.sum;
    story.held[step.who]! += step.sum;
    story.holds.push({ id: answer.holdId, who: step.who, sum: step.sum });
  }
  if (answer.outcome === 'reversed' && 'who' in step) {
    // Read back: what was asked for is only taken when it is the sum of the payment, answered or not yet.
    const { rows } = await database.pool.query('select amount_tiyin from ledger_journal where id = $1', [
      answer.journalId,
    ]);
    story.available[step.who]! -= rows[0].amount_tiyin;
  }
  if (answer.outcome === 'resolved' && hold) {
    story.held[hold.who]! -= hold.sum;
    if (step.kind === 'release') story.available[hold.who]! += hold.sum;
    if (step.kind === 'payOut') story.payOuts.push({ id: answer.journalId, who: hold.who, sum: hold.sum });
  }
  if (answer.outcome === 'resolved' && payOut && step.kind === 'returnPayOut') {
    story.available[payOut.who]! += payOut.sum;
  }
  if (answer.outcome === 'resolved' && payOut) return `${step.kind} done`;
  return answer.outcome;
}

let stories = 0;
const seen = new Map<string, number>();

test('any history of concurrent, repeated and crashed requests leaves the books as they were answered', async () => {
  await fc.assert(
    fc.asyncProperty(
      // As long as they may be: what is paid out comes late in a history.
      fc.array(fc.array(step, { minLength: 1, maxLength: 8, size: 'max' }), {
        minLength: 3,
        maxLength: 14,
        size: 'max',
      }),
      async (rounds) => {
        const none = () => Array.from({ length: PEOPLE }, () => 0);
        const story: Story = {
          name: `s${(stories += 1)}`,
          holds: [],
          paid: new Map(),
          payOuts: [],
          available: none(),
          held: none(),
        };
        for (const round of rounds) {
          for (const outcome of await Promise.all(round.map((each) => play(each, story)))) {
            seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
          }
        }
        const { rows } = await database.pool.query(
          `select person_id, kind, balance_tiyin from ledger_account where person_id like $1`,
          [`${story.name}-%`],
        );
        for (const { person_id: person, kind, balance_tiyin: balance } of rows) {
          const index = Number(String(person).split('-')[1]);
          expect(balance, `${kind} of ${person}`).toBe(
            (kind === 'held' ? story.held : story.available)[index],
          );
        }
        expect(await checkLedger(database.db)).toEqual([]);
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
  // A history in which something never happened proves nothing about it.
  for (const outcome of [
    'credited',
    'held',
    'short',
    'already-held',
    'resolved',
    'already-resolved',
    'repeated',
    'crashed',
    'key-reused',
    'reversed',
    'no-top-up',
    'settlePayOut done',
    'returnPayOut done',
  ]) {
    expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
  }
});
