import { describe, expect, test } from 'vitest';
import { workingCalendar } from '#server/domains/content/reference/index.ts';

const noon = (day: string) => new Date(`${day}T12:00:00+05:00`);

describe('in a year no one has announced', () => {
  const calendar = workingCalendar([]);

  test('weekends and holidays with a fixed date are off', () => {
    // Friday 4 December 2026; Tuesday the 8th is Constitution Day.
    const friday = new Date('2026-12-04T15:00:00+05:00');
    expect(calendar.addWorkingDays(friday, 1)).toEqual(new Date('2026-12-07T15:00:00+05:00'));
    expect(calendar.addWorkingDays(friday, 2)).toEqual(new Date('2026-12-09T15:00:00+05:00'));
    expect(calendar.isWorkingDay(new Date('2026-12-08T00:00:00+05:00'))).toBe(false);
  });

  test.each([
    // Constitution Day of Saturdays and a Sunday, Independence Day of a Saturday, New Year of both.
    ['2029-12-10', '2029-12-11'],
    ['2029-09-03', '2029-09-04'],
    ['2030-12-09', '2030-12-10'],
    ['2033-01-03', '2033-01-04'],
    ['2034-01-02', '2034-01-03'],
    ['2031-03-10', '2031-03-11'],
  ])('%s is off for a holiday of its weekend, %s is worked', (off, worked) => {
    expect([calendar.isWorkingDay(noon(off)), calendar.isWorkingDay(noon(worked))]).toEqual([false, true]);
  });

  test('holidays of weekends gave no Monday before the law of 2023', () => {
    expect(calendar.isWorkingDay(noon('2022-01-03'))).toBe(true);
    expect(calendar.isWorkingDay(noon('2019-12-09'))).toBe(true);
  });

  test('each holiday gives one day off within a week from 2024 on', () => {
    for (let year = 2024; year <= 2100; year += 1) {
      let off = 0;
      for (let at = noon(`${year}-01-01`); at < noon(`${year + 1}-01-01`);) {
        const weekend = [0, 6].includes(at.getUTCDay());
        if (!weekend && !calendar.isWorkingDay(at)) off += 1;
        at = new Date(at.getTime() + 86_400_000);
      }
      expect([year, off]).toEqual([year, 7]);
    }
  });

  test('the day is the one in Tashkent', () => {
    expect(calendar.isWorkingDay(new Date('2026-12-06T20:00:00Z'))).toBe(true);
    expect(calendar.isWorkingDay(new Date('2026-12-04T20:00:00Z'))).toBe(false);
  });

  test('no days later is the same instant', () => {
    expect(calendar.addWorkingDays(noon('2026-12-06'), 0)).toEqual(noon('2026-12-06'));
  });
});

test('a Saturday worked for a day off counts, the day off does not', () => {
  const calendar = workingCalendar([
    { day: '2026-12-12', working: true },
    { day: '2026-12-31', working: false },
  ]);
  expect(calendar.addWorkingDays(noon('2026-12-11'), 1)).toEqual(noon('2026-12-12'));
  // Over the end of the announced year: 1 January by its fixed date, then the weekend.
  expect(calendar.addWorkingDays(noon('2026-12-30'), 1)).toEqual(noon('2027-01-04'));
});

test('an announced year goes by its announcement alone', () => {
  const calendar = workingCalendar([{ day: '2026-03-09', working: false }]);
  expect(calendar.isWorkingDay(noon('2026-12-08'))).toBe(true);
  expect(calendar.isWorkingDay(noon('2026-03-09'))).toBe(false);
});
