import { describe, expect, it } from 'vitest';
import { quietUntilMs } from '#shared/notifications/quiet-hours.ts';
import { tashkentDateTime, tashkentInstant } from '#shared/time/tashkent.ts';

const NIGHT = { fromMinute: 22 * 60, toMinute: 8 * 60 };
const NOON = { fromMinute: 12 * 60, toMinute: 13 * 60 + 30 };
const at = (day: number, hour: number, minute = 0) => tashkentInstant(2026, 11, day, hour, minute);
const until = (hours: typeof NIGHT, instant: number) => {
  const end = quietUntilMs(hours, instant);
  return end === null ? null : tashkentDateTime(end);
};

describe('quiet hours', () => {
  it.each([
    ['the minute before they begin', NIGHT, at(28, 21, 59), null],
    ['their first minute', NIGHT, at(28, 22), '29.11.2026 08:00:00'],
    ['the last minute of the day', NIGHT, at(28, 23, 59), '29.11.2026 08:00:00'],
    ['midnight', NIGHT, at(29, 0), '29.11.2026 08:00:00'],
    ['their last minute', NIGHT, at(29, 7, 59), '29.11.2026 08:00:00'],
    ['their end', NIGHT, at(29, 8), null],
    ['hours of one day, before', NOON, at(28, 11, 59), null],
    ['hours of one day, within', NOON, at(28, 13, 29), '28.11.2026 13:30:00'],
    ['hours of one day, after', NOON, at(28, 13, 30), null],
  ])('end at the right instant: %s', (_what, hours, instant, end) => {
    expect(until(hours, instant)).toBe(end);
  });
});
