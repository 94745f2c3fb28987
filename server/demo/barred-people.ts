import type { NewBar } from '#server/domains/people/debarments/index.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';

const PINFL_FIRST = '3010190999999';
/** Invented, so that the check of barred participants finds some; their check digits are valid. */
export const DEMO_BARRED = {
  stir: '309999991',
  pinfl: `${PINFL_FIRST}${pinflCheckDigit(PINFL_FIRST)}`,
  /** Was barred until last month. */
  formerStir: '309999992',
} as const;

/** @param lotId the lot whose winner did not pay */
export function barredPeople(nowMs: number, lotId: number | null): NewBar[] {
  const day = (days: number): string => tashkentDay(nowMs + days * DAY_MS);
  const reason = 'Gʻolib belgilangan muddatda toʻlamadi';
  const legal = (name: string) => ({ kind: 'legal' as const, name });
  return [
    {
      kind: 'stir',
      value: DEMO_BARRED.stir,
      person: legal('«Namunaviy Qarzdor» MChJ'),
      lotId,
      startDate: day(-12),
      endDate: day(48),
      cause: 'unpaid',
      reason,
      by: 'rules',
    },
    {
      kind: 'pinfl',
      value: DEMO_BARRED.pinfl,
      person: { kind: 'natural', name: 'Namuna Qarzdorov' },
      lotId,
      startDate: day(-40),
      endDate: day(20),
      cause: 'unpaid',
      reason,
      by: 'rules',
    },
    {
      kind: 'stir',
      value: DEMO_BARRED.formerStir,
      person: legal('«Sobiq Qarzdor» MChJ'),
      lotId: null,
      startDate: day(-90),
      endDate: day(-30),
      cause: 'unpaid',
      reason,
      by: 'rules',
    },
  ];
}
