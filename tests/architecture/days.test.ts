import { expect, test } from 'vitest';
import { calendarDay } from '#shared/api/calendar-day.ts';
import { projectFiles } from './project-files.ts';

/** Where a day of a caller is read by a schema of its own, which takes years that the database or JavaScript have not. */
const readApart = (files: Iterable<[string, string]>): string[] =>
  [...files].filter(([, source]) => /\bz\s*\.\s*iso\s*\.\s*date\(/.test(source)).map(([file]) => file);

test('days that callers send are read by the one schema, which has no year that only some parts can count', () => {
  // Rows of open data are written, never read.
  expect(readApart(projectFiles(['shared', 'server'], ['.ts']))).toEqual([
    'shared/api/calendar-day.ts',
    'shared/open-data/result-row.ts',
  ]);
  expect(readApart([['server/a.ts', 'const day = z.iso.date();']])).toEqual(['server/a.ts']);
  for (const day of ['0000-01-01', '0001-01-01', '0099-12-31', '1899-12-31', '2200-01-01', '9999-12-31'])
    expect([day, calendarDay.safeParse(day).success]).toEqual([day, false]);
  for (const day of ['1900-01-01', '2026-11-29', '2199-12-31'])
    expect([day, calendarDay.safeParse(day).success]).toEqual([day, true]);
});
