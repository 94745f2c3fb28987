import { describe, expect, test } from 'vitest';
import { workingCalendar, type RepeatFigures } from '#server/domains/content/reference/index.ts';
import {
  planRelisting,
  repeatedFields,
  type RelistingBasis,
} from '#server/domains/trade/relistings/index.ts';
import { tashkentDateTime, tashkentInstant } from '#shared/time/tashkent.ts';
import { REPEAT_ADDITIONS } from '../../migrations/reference/rule-sets-repeat.ts';

const figuresOf = (name: string): RepeatFigures => REPEAT_ADDITIONS.find((set) => set.name === name)!.repeat;
/** New Year’s holidays of an announced year, with a Saturday that is worked instead. */
const calendar = workingCalendar([
  { day: '2027-01-01', working: false },
  { day: '2027-01-04', working: false },
  { day: '2026-12-26', working: true },
]);
const at = (text: string): Date => {
  const [date = '', time = '00:00'] = text.split(' ');
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  return new Date(tashkentInstant(year, month, day, hour, minute));
};
const basis = (name: string, given: Partial<RelistingBasis> = {}): RelistingBasis => ({
  figures: figuresOf(name),
  calendar,
  endedAt: at('2026-11-20 18:00'),
  protestUntil: null,
  first: { publishedAt: at('2026-11-10'), startPriceTiyin: 100_000_01 },
  startPriceTiyin: 100_000_01,
  stayDays: 0,
  now: at('2026-11-20 18:05'),
  ...given,
});
const dayOf = (given: RelistingBasis, cutBp = 0, asked = false): string => {
  const plan = planRelisting(given, cutBp, asked);
  return plan.publishAt === null ? plan.ground : tashkentDateTime(plan.publishAt.getTime()).slice(0, 16);
};

describe('a repeat is published', () => {
  test.each([
    ['state-shop', '2026-11-20 18:00', '20.01.2027 10:00'],
    // There is no 31 November; the 30th is a Monday.
    ['state-shop', '2026-09-30 18:00', '30.11.2026 10:00'],
    // A Sunday of January, two months after the end.
    ['state-shop', '2026-11-24 18:00', '25.01.2027 10:00'],
    ['state-live', '2026-11-20 11:00', '30.11.2026 10:00'],
    ['state-live', '2026-12-22 11:00', '05.01.2027 10:00'],
    ['private', '2026-11-20 18:00', '23.11.2026 10:00'],
    ['private', '2026-12-25 18:00', '26.12.2026 10:00'],
    ['private', '2026-12-31 23:59', '05.01.2027 10:00'],
  ])('by %s after an end at %s: %s', (name, endedAt, expected) => {
    const end = at(endedAt);
    const now = new Date(end.getTime() + 60_000);
    const first = { publishedAt: new Date(end.getTime() - 9 * 86_400_000), startPriceTiyin: 100_000_00 };
    expect(dayOf(basis(name, { endedAt: end, now, first }))).toBe(expected);
  });

  test('on the working day after the time for protests where anyone could protest', () => {
    const protestUntil = at('2026-11-24 18:00');
    expect(dayOf(basis('private', { protestUntil }))).toBe('25.11.2026 10:00');
    expect(dayOf(basis('state-shop', { protestUntil }))).toBe('20.01.2027 10:00');
  });

  test('never in the past: what was not planned for months comes on the next working day', () => {
    expect(dayOf(basis('private', { now: at('2027-02-19 12:00') }))).toBe('22.02.2027 10:00');
    expect(dayOf(basis('private', { now: at('2027-02-19 09:59') }))).toBe('19.02.2027 10:00');
  });

  test('while the order stays in trade, and no longer than the rules say', () => {
    expect(dayOf(basis('private', { stayDays: 13 }))).toBe('stay-over');
    expect(dayOf(basis('private', { stayDays: 14 }))).toBe('23.11.2026 10:00');
    expect(dayOf(basis('private', { stayDays: null }))).toBe('no-stay');
    expect(dayOf(basis('private', { stayDays: null }), 0, true)).toBe('23.11.2026 10:00');
    expect(dayOf(basis('state-shop', { stayDays: 5 }))).toBe('20.01.2027 10:00');
    const first = { publishedAt: at('2025-11-20'), startPriceTiyin: 100_000_00 };
    expect(dayOf(basis('private', { first }))).toBe('stay-over');
    expect(dayOf(basis('private', { first }), 0, true)).toBe('stay-over');
  });
});

describe('the start price', () => {
  const rounds = (name: string, cutBp: number, firstTiyin: number): number[] => {
    const prices = [firstTiyin];
    for (let i = 0; i < 7; i += 1) {
      const given = { startPriceTiyin: prices.at(-1)!, now: at('2026-11-20 18:05') };
      const first = { publishedAt: at('2026-11-10'), startPriceTiyin: firstTiyin };
      const plan = planRelisting(basis(name, { ...given, first }), cutBp);
      if (plan.publishAt === null) throw new Error(plan.ground);
      prices.push(plan.startPriceTiyin);
    }
    return prices;
  };

  test('falls by a tenth of the first price a round, by half in all, in whole tiyin', () => {
    expect(rounds('state-shop', 1_000, 100_000_01)).toEqual([
      100_000_01, 90_000_01, 80_000_01, 70_000_01, 60_000_01, 50_000_01, 50_000_01, 50_000_01,
    ]);
    expect(rounds('state-shop', 1_000, 1_05)).toEqual([105, 100, 100, 100, 100, 100, 100, 100]);
  });

  test('takes what is left to the limit in the last round, and says by how much', () => {
    expect(rounds('private', 700, 1_000_000).at(-1)).toBe(510_000);
    const given = basis('private', {
      first: { publishedAt: at('2026-11-10'), startPriceTiyin: 1_000_000 },
      startPriceTiyin: 530_000,
    });
    expect(planRelisting(given, 700)).toMatchObject({ startPriceTiyin: 500_000, cutBp: 300 });
    expect(planRelisting({ ...given, startPriceTiyin: 500_000 }, 700)).toMatchObject({ cutBp: 0 });
  });

  test('stays where the rules let it', () => {
    expect(new Set(rounds('state-live', 0, 77_77)).size).toBe(1);
  });
});

describe('trade of a repeat begins', () => {
  const last = { opensAt: at('2026-11-18 11:30'), closesAt: at('2026-11-20 18:00') };
  const fieldsAt = (name: 'private' | 'state-live' | 'state-shop', published: string) =>
    repeatedFields(
      { ruleSet: name, startPriceTiyin: 100, choices: { depositPercent: 5 } },
      { figures: figuresOf(name), calendar, last, startPriceTiyin: 90, at: at(published) },
    );

  test('a day later at the same time and for as long, on a working day', () => {
    const { choices, startPriceTiyin, belowEstimateAllowed } = fieldsAt('private', '2026-11-23 10:00');
    expect(choices).toEqual({
      depositPercent: 5,
      opensAtMs: at('2026-11-24 11:30').getTime(),
      closesAtMs: at('2026-11-26 18:00').getTime(),
    });
    expect([startPriceTiyin, belowEstimateAllowed]).toEqual([90, true]);
    // Later in the day than its own time: a whole day of notice is left.
    expect(fieldsAt('private', '2026-11-23 15:00').choices?.opensAtMs).toBe(at('2026-11-25 11:30').getTime());
    expect(fieldsAt('private', '2026-12-31 10:00').choices?.opensAtMs).toBe(at('2027-01-05 11:30').getTime());
  });

  test('thirty days later for an announced day, and by the rule set for the simplified sale', () => {
    expect(fieldsAt('state-live', '2026-11-30 10:00').choices?.announcedOn).toBe('2026-12-30');
    expect(fieldsAt('state-live', '2026-12-04 10:00').choices?.announcedOn).toBe('2027-01-05');
    expect(fieldsAt('state-shop', '2026-11-30 10:00').choices).toEqual({ depositPercent: 5 });
  });
});
