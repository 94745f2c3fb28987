import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextMove, pauseMs, worthTiyin } from '#server/demo/bots/bidding-style.ts';
import { DEMO_BOTS, type BiddingStyle } from '#server/demo/people.ts';
import { randomOf } from '#server/demo/pictures/random.ts';
import { botsOf } from '#server/demo/assign-bots.ts';
import { liveRoom, liveLengthMs } from '#server/demo/trade-plans.ts';
import { deadlineAfterPrice } from '#shared/auction/overtime.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { RoomSnapshot } from '#shared/realtime/room.ts';

const STYLES: BiddingStyle[] = ['cautious', 'eager', 'sniper', 'auto'];
const MINUTE_MS = 60_000;

const room = (
  head: Partial<RoomSnapshot['head']>,
  me: Partial<RoomSnapshot['me']> = {},
  more: Partial<RoomSnapshot> = {},
): RoomSnapshot =>
  ({
    head: {
      lotId: 7,
      phase: 'running',
      deadlineMs: 1_000_000,
      suggestedTiyin: 105_000_00,
      extensions: 0,
      count: 3,
      ...head,
    },
    rules: { overtime: { windowMs: MINUTE_MS, extendToMs: MINUTE_MS } },
    me: { role: 'bidder', leading: false, auto: null, ...me },
    startPriceTiyin: 100_000_00,
    opensAtMs: 0,
    closesAtMs: 1_000_000,
    practice: false,
    ...more,
  }) as RoomSnapshot;

/** Increments that the rule sets and the demo's own plans ask for. */
const INCREMENTS: AuctionRules['increment'][] = [
  { kind: 'percentOfStart', percents: [5, 5, 5, 5, 3] },
  { kind: 'percentOfStart', percents: [5, 5, 3, 2] },
  { kind: 'percentOfStart', percents: [10] },
  { kind: 'percentOfStart', percents: [2] },
  { kind: 'percentOfStart', percents: [3] },
];

/** A whole room of bots on a clock of its own: who looks next decides what happens next. */
function playRoom(lotId: number, rules: AuctionRules, lengthMs: number, startPriceTiyin = 50_000_000_00) {
  const random = randomOf(`play:${lotId}`);
  const bots = botsOf(
    { id: lotId, practice: false },
    DEMO_BOTS.map((bot, i) => ({ ...bot, personId: `bot-${i}` })),
  ).map((bot) => ({ ...bot, looksAtMs: random() * 9_000, maximumTiyin: null as number | null }));
  let [price, count, extensions, deadlineMs] = [null as number | null, 0, 0, lengthMs];
  let leader = '';
  const offer = (who: string, amountTiyin: number, atMs: number): void => {
    [price, leader, count] = [amountTiyin, who, count + 1];
    const at = { closesAtMs: lengthMs, deadlineUs: deadlineMs * 1_000, pausedUs: 0 };
    const nextMs = deadlineAfterPrice(rules, at, atMs * 1_000) / 1_000;
    if (nextMs > deadlineMs) extensions += 1;
    deadlineMs = nextMs;
  };
  const suggested = () => suggestedPrice(rules, { startPriceTiyin, priceTiyin: price, count });
  for (;;) {
    const bot = bots.reduce((first, other) => (other.looksAtMs < first.looksAtMs ? other : first));
    const nowMs = bot.looksAtMs;
    if (nowMs >= deadlineMs) break;
    const snapshot = room(
      { lotId, deadlineMs, suggestedTiyin: suggested(), extensions, count },
      { leading: leader === bot.personId, auto: bot.maximumTiyin === null ? null : ({} as never) },
      { startPriceTiyin, closesAtMs: lengthMs, rules },
    );
    const move = nextMove(bot.style, bot.personId, snapshot, nowMs, random);
    if (move.kind === 'offer') offer(bot.personId, move.amountTiyin, nowMs);
    if (move.kind === 'auto') bot.maximumTiyin = move.maximumTiyin;
    // Auto-bids answer at the same instant, and are used up when they are beaten.
    for (let answered = true; answered;) {
      const next = bots.find((other) => other.maximumTiyin !== null && other.personId !== leader);
      answered = next !== undefined;
      if (!next || next.maximumTiyin === null) continue;
      if (suggested() <= next.maximumTiyin) offer(next.personId, suggested(), nowMs);
      else next.maximumTiyin = null;
    }
    bot.looksAtMs = nowMs + pauseMs(bot.style, snapshot, nowMs, random);
  }
  return { ratio: (price ?? 0) / startPriceTiyin, extensions, count };
}

describe('a room of bots', () => {
  const cases = INCREMENTS.flatMap((increment, i) =>
    Array.from({ length: 60 }, (_, n) => ({ increment, lotId: 1 + i * 1_000 + n })),
  );
  const played = cases.map(({ increment, lotId }) => {
    const rules = {
      firstBid: increment.kind === 'percentOfStart' && lotId % 2 ? 'atStart' : 'startPlusIncrement',
      increment,
      overtime: { windowMs: MINUTE_MS, extendToMs: MINUTE_MS },
    } as AuctionRules;
    return playRoom(lotId, rules, liveLengthMs(randomOf(`length:${lotId}`)));
  });

  test('ends between 1.05 and 1.45 of the start price, whatever the increment', () => {
    const ratios = played.map(({ ratio }) => ratio);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1.05);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.45);
  });

  test('is extended three times at most', () => {
    expect(Math.max(...played.map(({ extensions }) => extensions))).toBeLessThanOrEqual(3);
  });

  test('has the increments of the plans of the demo in it as well', () => {
    for (let n = 1; n <= 40; n += 1) {
      const { choices } = liveRoom(`plan:${n}`, 50_000_000_00, 0, 0, 20 * MINUTE_MS);
      const rules = { firstBid: 'atStart', ...choices } as unknown as AuctionRules;
      const { ratio, extensions } = playRoom(9_000 + n, rules, 20 * MINUTE_MS);
      expect(ratio).toBeGreaterThanOrEqual(1.05);
      expect(ratio).toBeLessThanOrEqual(1.45);
      expect(extensions).toBeLessThanOrEqual(3);
    }
  });
});

describe('a bot', () => {
  test('never offers below the suggested price or above what the lot is worth to it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STYLES),
        fc.integer({ min: 1, max: 400_000_00 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 0, max: 1_200_000 }),
        fc.option(fc.integer({ min: 0, max: 1_000_000 })),
        (style, suggestedTiyin, chance, nowMs, guestSinceMs) => {
          const snapshot = room({ suggestedTiyin });
          const move = nextMove(style, 'bot', snapshot, nowMs, () => chance, guestSinceMs);
          if (move.kind === 'wait') return;
          const sum = move.kind === 'offer' ? move.amountTiyin : move.maximumTiyin;
          expect(sum).toBeGreaterThanOrEqual(suggestedTiyin);
          expect(sum).toBeLessThanOrEqual(worthTiyin(style, 'bot', snapshot));
          expect(nowMs).toBeLessThan(1_000_000);
        },
      ),
    );
  });

  test.each(STYLES)('of style %s waits while it leads, watches, or the room does not run', (style) => {
    for (const snapshot of [
      room({}, { leading: true }),
      room({}, { role: 'observer' }),
      room({ phase: 'paused' }),
      room({ phase: 'closed' }),
    ])
      expect(nextMove(style, 'bot', snapshot, 999_000, () => 0)).toEqual({ kind: 'wait' });
  });

  test('that snipes sleeps until the last quarter', () => {
    expect(nextMove('sniper', 'bot', room({}), 700_000, () => 0)).toEqual({ kind: 'wait' });
    expect(nextMove('sniper', 'bot', room({}), 800_000, () => 0)).toMatchObject({ kind: 'offer' });
  });

  test.each(STYLES)('of style %s does not extend the room a fourth time', (style) => {
    expect(nextMove(style, 'bot', room({ extensions: 2 }), 950_000, () => 0).kind).not.toBe('wait');
    expect(nextMove(style, 'bot', room({ extensions: 3 }), 950_000, () => 0)).toEqual({ kind: 'wait' });
  });

  test('goes along at its usual pace in a room of hours once a guest is there', () => {
    const hours = { closesAtMs: 4 * 3_600_000 };
    const head = { deadlineMs: hours.closesAtMs, suggestedTiyin: 108_000_00 };
    const snapshot = room(head, {}, hours);
    const nowMs = 10 * MINUTE_MS;
    expect(nextMove('eager', 'bot', snapshot, nowMs, () => 0.9)).toEqual({ kind: 'wait' });
    expect(pauseMs('eager', snapshot, nowMs, () => 0.5)).toBeGreaterThan(2 * MINUTE_MS);
    const guestSinceMs = nowMs - 9 * MINUTE_MS;
    expect(nextMove('eager', 'bot', snapshot, nowMs, () => 0.9, guestSinceMs)).toMatchObject({
      kind: 'offer',
    });
    expect(pauseMs('eager', snapshot, nowMs, () => 0.5, guestSinceMs)).toBeLessThan(MINUTE_MS);
  });
});
