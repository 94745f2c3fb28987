import fc from 'fast-check';
import type { RecoveryMode } from '#server/auction/rules/room-commands.ts';
import { MAX_TIYIN, type AuctionRules, type AuctionTerms } from '#shared/auction/rules.ts';

/** Random rooms and what is done in them. Amounts and waits are relative to the room as it then is. */
export interface Scenario {
  terms: Omit<AuctionTerms, 'lotId'>;
  /** Limits of those admitted beforehand, as multiples of the start price in hundredths; null: none. */
  admitted: (number | null)[];
  steps: Step[];
}

export type Wait =
  | { to: 'us'; us: number }
  | { to: 'opening' | 'window' | 'deadline' | 'resumption'; us: number };

export interface Amount {
  base: 'suggested' | 'asked-above' | 'most' | 'price' | 'rival' | 'own-auto' | 'limit' | 'ceiling';
  /** Added in tiyin. */
  plus: number;
  /** Added in thousandths of the base. */
  permille: number;
}

export interface Step {
  wait: Wait;
  act: Act;
}

export type Act =
  | { kind: 'place'; who: number; amount: Amount; id: Id; confirmed: boolean }
  | { kind: 'setAuto'; who: number; amount: Amount; id: Id }
  | { kind: 'clearAuto' | 'findBid'; who: number; id: Id }
  | { kind: 'admit'; who: number; limit: number | null }
  /** `besideAuto`: by so much above the own auto-bid's maximum, where there is one; at or above it, of one asleep. */
  | { kind: 'setLimit'; who: number; limit: number | null; besideAuto: number | null }
  | {
      kind: 'revoke';
      who: number;
      whom: 'who' | 'leader' | 'reserve';
      cause: 'ban' | 'withdrawn';
      only: 'idle' | 'not-leading' | 'unopened' | null;
    }
  | { kind: 'suspend' | 'close' | 'newEpoch' }
  | { kind: 'withdraw'; unlessPriced: boolean }
  | { kind: 'resume'; inUs: number | null }
  | { kind: 'extend'; us: number }
  | { kind: 'recover'; mode: RecoveryMode; agoUs: number; resumeInUs: number | null };

/** `fresh` ids are new; `recent` repeat the n-th last, with the same content or another; `lost` were sent before. */
export type Id =
  | { how: 'fresh'; wrongEpoch?: boolean }
  | { how: 'recent'; back: number; same: boolean }
  | { how: 'lost'; epochsAgo: number };

export const PEOPLE = 5;
/** Monday 2 March 2026, 10:00 in Tashkent. */
export const DAY_START_MS = Date.UTC(2026, 2, 2, 5);

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({
  weight: Math.round(weight * 10),
  arbitrary,
});

const percent = fc
  .oneof(often(6, fc.integer({ min: 0, max: 2_000 })), often(1, fc.integer({ min: 0, max: 1_000_000 })))
  .map((n) => n / 100);

/** Round figures, so that prices meet the steps of a ladder exactly. */
const stepStart = fc.oneof(
  often(
    4,
    fc.integer({ min: 0, max: 8 }).map((n) => n * 500),
  ),
  often(1, fc.integer({ min: 0, max: 20_000 })),
);
const stepAmount = fc.oneof(
  often(4, fc.constantFrom(250, 500, 1_000)),
  often(1, fc.integer({ min: 1, max: 3_000 })),
);

const increment: fc.Arbitrary<AuctionRules['increment']> = fc.oneof(
  fc.record({
    kind: fc.constant('percentOfStart' as const),
    percents: fc.array(percent, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('percentOfCurrent' as const), percent }),
  fc.record({ kind: fc.constant('fixed' as const), amount: fc.integer({ min: 1, max: 5_000 }) }),
  fc
    .uniqueArray(fc.tuple(stepStart, stepAmount), {
      minLength: 1,
      maxLength: 5,
      selector: ([from]) => from,
    })
    .map((steps) => ({ kind: 'ladder' as const, steps: steps.sort((a, b) => a[0] - b[0]) })),
);

const startPrice = fc.oneof(
  often(2, fc.integer({ min: 1, max: 30 })),
  often(3, fc.integer({ min: 100, max: 20_000 })),
  often(
    3,
    fc.integer({ min: 1, max: 8 }).map((n) => n * 500),
  ),
  often(2, fc.integer({ min: 1_000_000_000, max: 9_000_000_000_000 })),
  often(
    1,
    fc.integer({ min: 1, max: 300 }).map((n) => MAX_TIYIN - n),
  ),
);

const durationMs = fc.oneof(
  often(1, fc.integer({ min: 5, max: 60_000 })),
  often(3, fc.integer({ min: 60_000, max: 600_000 })),
  often(1, fc.constant(600_000)),
);

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({ durationMs, startPrice, practice: fc.boolean(), opensInMs: fc.constantFrom(0, 1, 60_000) })
  .chain((basic) => {
    const opensAtMs = DAY_START_MS + basic.opensInMs;
    const closesAtMs = opensAtMs + basic.durationMs;
    const minute = Math.floor(((closesAtMs + 5 * 3_600_000) % 86_400_000) / 60_000);
    const overtime = fc.option(
      fc.record(
        {
          windowMs: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.constant(basic.durationMs)),
          extendToMs: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.constant(basic.durationMs)),
          capMs: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 900_000 })),
          dailyStop: fc.integer({ min: 0, max: 4 }).map((n) => (minute + n) % 1_440),
        },
        { requiredKeys: ['windowMs', 'extendToMs'] },
      ),
      { freq: 6 },
    );
    const rules: fc.Arbitrary<AuctionRules> = fc
      .record({
        firstBid: fc.constantFrom('atStart' as const, 'startPlusIncrement' as const),
        increment,
        overtime,
        leaderMayRaise: fc.boolean(),
        minParticipants: fc.record({
          count: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 4 })),
          at: fc.constantFrom('start' as const, 'close' as const),
        }),
        limitFromPrice: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
        limitOffStep: fc.option(fc.boolean(), { nil: undefined, freq: 2 }),
        maxJump: fc.option(fc.record({ offer: jump, maximum: jump }), { nil: undefined, freq: 2 }),
        autoBid: fc.constantFrom(undefined, 'leastThatLeads' as const, 'aboveRunnerUp' as const),
      })
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, figure]) => figure !== undefined)))
      .map((given) => given as AuctionRules);
    return fc.record({
      terms: rules.map((frozen) => ({
        rules: frozen,
        startPriceTiyin: basic.startPrice,
        opensAtMs,
        closesAtMs,
        practice: basic.practice,
        watchable: true,
      })),
      admitted: fc.array(fc.option(limit, { freq: 2 }), { minLength: 1, maxLength: PEOPLE - 1, size: 'max' }),
      steps: fc
        .array(fc.oneof(often(30, oneStep), often(1, topUp), often(2, runnerUp), often(1, losses)), {
          minLength: 5,
          maxLength: 70,
          size: 'max',
        })
        .map((steps) => steps.flat()),
    });
  });

/** Increments; few enough for the share of the price to be more in one room and less in another. */
const jump = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2_000 }));

/** Hundredths of the start price. */
const limit = fc.oneof(fc.integer({ min: 50, max: 400 }), fc.integer({ min: 100, max: 3_000 }));

const edge = fc.constantFrom(-1, 0, 0, 1);
const laterBy = (max: number) => fc.integer({ min: 1, max }).map((us) => ({ to: 'us' as const, us }));

const wait: fc.Arbitrary<Wait> = fc.oneof(
  often(30, fc.constant({ to: 'us' as const, us: 0 })),
  often(10, laterBy(20_000)),
  often(3, laterBy(2_000_000)),
  often(0.5, laterBy(200_000_000)),
  often(
    4,
    edge.map((us) => ({ to: 'opening' as const, us })),
  ),
  often(
    4,
    edge.map((us) => ({ to: 'window' as const, us })),
  ),
  often(0.5, fc.constant({ to: 'deadline' as const, us: -1 })),
  often(
    0.3,
    edge.map((us) => ({ to: 'deadline' as const, us })),
  ),
  often(
    3,
    edge.map((us) => ({ to: 'resumption' as const, us })),
  ),
);

const amount: fc.Arbitrary<Amount> = fc.record({
  base: fc.oneof(
    often(10, fc.constant('suggested' as const)),
    often(1.5, fc.constant('asked-above' as const)),
    often(3, fc.constant('most' as const)),
    often(2, fc.constant('price' as const)),
    often(10, fc.constant('rival' as const)),
    often(1, fc.constant('own-auto' as const)),
    often(6, fc.constant('limit' as const)),
    often(0.3, fc.constant('ceiling' as const)),
  ),
  plus: fc.oneof(
    often(6, fc.constant(0)),
    often(3, fc.constantFrom(-1, 1)),
    often(1, fc.integer({ min: -50, max: 500 })),
  ),
  permille: fc.oneof(often(5, fc.constant(0)), often(4, fc.integer({ min: 1, max: 900 }))),
});

const id: fc.Arbitrary<Id> = fc.oneof(
  often(20, fc.constant({ how: 'fresh' as const })),
  often(1, fc.constant({ how: 'fresh' as const, wrongEpoch: true })),
  often(
    3,
    fc.record({
      how: fc.constant('recent' as const),
      back: fc.integer({ min: 1, max: 6 }),
      same: fc.boolean(),
    }),
  ),
  often(1, fc.record({ how: fc.constant('lost' as const), epochsAgo: fc.integer({ min: 0, max: 2 }) })),
);

/** One more than are admitted at most: somebody is always a stranger at first. */
const who = fc.integer({ min: 0, max: PEOPLE - 1 });

const confirmed = fc.oneof(often(4, fc.constant(true)), often(1, fc.constant(false)));

const act: fc.Arbitrary<Act> = fc.oneof(
  often(30, fc.record({ kind: fc.constant('place' as const), who, amount, id, confirmed })),
  often(16, fc.record({ kind: fc.constant('setAuto' as const), who, amount, id })),
  often(2, fc.record({ kind: fc.constant('clearAuto' as const), who, id })),
  often(2, fc.record({ kind: fc.constant('findBid' as const), who, id })),
  often(2, fc.record({ kind: fc.constant('admit' as const), who, limit: fc.option(limit) })),
  often(
    6,
    fc.record({
      kind: fc.constant('setLimit' as const),
      who,
      limit: fc.option(limit, { freq: 3 }),
      besideAuto: fc.option(edge, { freq: 1 }),
    }),
  ),
  often(
    2,
    fc.record({
      kind: fc.constant('revoke' as const),
      who,
      whom: fc.constantFrom('who' as const, 'who' as const, 'leader' as const, 'reserve' as const),
      cause: fc.constantFrom('ban' as const, 'withdrawn' as const),
      only: fc.constantFrom('idle', 'idle', 'not-leading', 'not-leading', 'unopened', null, null, null),
    }),
  ),
  often(1, fc.constant({ kind: 'suspend' as const })),
  often(
    3,
    fc.record({
      kind: fc.constant('resume' as const),
      inUs: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.integer({ min: -1_000_000, max: 60_000_000 }) },
      ),
    }),
  ),
  often(0.1, fc.constant({ kind: 'withdraw' as const, unlessPriced: false })),
  // Mostly refused: nearly every room soon has a price.
  often(0.3, fc.constant({ kind: 'withdraw' as const, unlessPriced: true })),
  often(4, fc.constant({ kind: 'close' as const })),
  often(0.7, fc.constant({ kind: 'newEpoch' as const })),
  often(
    1,
    fc.record({ kind: fc.constant('extend' as const), us: fc.integer({ min: -5_000_000, max: 60_000_000 }) }),
  ),
  often(
    1.5,
    fc.record({
      kind: fc.constant('recover' as const),
      mode: fc.constantFrom<RecoveryMode>('stall', 'rebuild', 'outage', 'hold'),
      agoUs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000_000 })),
      resumeInUs: fc.option(fc.integer({ min: 0, max: 60_000_000 })),
    }),
  ),
);

const oneStep: fc.Arbitrary<Step[]> = fc.record({ wait, act }).map((step) => [step]);

/** Somebody's money falls below their maximum, the others go on, and a top-up brings it back. */
const topUp: fc.Arbitrary<Step[]> = fc
  .tuple(who, fc.array(oneStep, { maxLength: 2 }))
  .map(([of, meanwhile]) => {
    const limitBeside = (besideAuto: number): Step => ({
      wait: { to: 'us', us: 0 },
      act: { kind: 'setLimit', who: of, limit: 100, besideAuto },
    });
    return [limitBeside(-1), ...meanwhile.flat(), limitBeside(0)];
  });

/** Somebody leads with a little left of a maximum, less than the suggested price, and another's maximum passes it. */
const runnerUp: fc.Arbitrary<Step[]> = fc
  .record({
    first: who,
    next: fc.integer({ min: 1, max: PEOPLE - 1 }),
    left: fc.integer({ min: 1, max: 60 }),
    above: fc.oneof(often(2, fc.integer({ min: 0, max: 100 })), often(1, fc.integer({ min: 0, max: 900 }))),
  })
  .map(({ first, next, left, above }) => {
    const maximum = (of: number, permille: number): Step => ({
      wait: { to: 'us', us: 0 },
      act: {
        kind: 'setAuto',
        who: of,
        id: { how: 'fresh' },
        amount: { base: 'suggested', plus: 0, permille },
      },
    });
    return [maximum(first, left), maximum((first + next) % PEOPLE, above)];
  });

/** Stalls shortly before the end, one after the other, some of which overlap. */
const losses: fc.Arbitrary<Step[]> = fc.array(
  fc
    .record({
      leftUs: fc.integer({ min: 1, max: 20_000_000 }),
      agoUs: fc.integer({ min: 0, max: 8_000_000 }),
      mode: fc.constantFrom<RecoveryMode>('stall', 'stall', 'rebuild'),
    })
    .map(({ leftUs, agoUs, mode }) => ({
      wait: { to: 'deadline' as const, us: -leftUs },
      act: { kind: 'recover' as const, mode, agoUs, resumeInUs: null },
    })),
  { minLength: 2, maxLength: 5 },
);
