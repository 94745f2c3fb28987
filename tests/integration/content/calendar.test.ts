import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { partSchedule } from '#shared/trade/part-schedule.ts';
import { up as addObservedDays } from '../../../migrations/0190_observed-days.ts';
import { recordedData } from '../../fixtures/recorded-data.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let reference: ReferenceService;
const noon = (day: string) => new Date(`${day}T12:00:00+05:00`);

beforeAll(async () => {
  database = await testDatabase();
  reference = createReferenceService(createReferenceRepository(database.db));
});
afterAll(() => database.close());

describe('working days', () => {
  test.each([
    // Eid on Friday, Navroʻz of Saturday moved to Monday.
    ['2026-03-19', 1, '2026-03-24'],
    // 12 December is worked for 31 December.
    ['2026-12-11', 1, '2026-12-12'],
    ['2026-12-30', 1, '2027-01-04'],
    // The Constitution Day of a Sunday in 2019 gave no Monday, the one of 2024 did.
    ['2019-12-06', 1, '2019-12-09'],
    ['2024-12-06', 1, '2024-12-10'],
    ['2021-07-16', 2, '2021-07-19'],
  ])('after %s, %i of them, is %s', async (from, days, to) => {
    const calendar = await reference.workingCalendar();
    expect(calendar.addWorkingDays(noon(from), days)).toEqual(noon(to));
  });

  const file = recordedData('reference/uz_holidays_2019_2028.json');
  test.skipIf(!file)('are those of the published calendar, day by day', async () => {
    const { years } = JSON.parse(readFileSync(file!, 'utf8')) as {
      years: Record<string, { days: { date: string }[]; working_saturdays_swapped: { worked: string }[] }>;
    };
    const off = new Set(Object.values(years).flatMap(({ days }) => days.map(({ date }) => date)));
    const worked = new Set(
      Object.values(years).flatMap((year) => year.working_saturdays_swapped.map((swap) => swap.worked)),
    );
    const calendar = await reference.workingCalendar();
    const wrong: string[] = [];
    for (let at = noon('2019-01-01'); at < noon('2029-01-01'); at = new Date(at.getTime() + 86_400_000)) {
      const day = at.toISOString().slice(0, 10);
      const weekend = [0, 6].includes(at.getUTCDay());
      const expected = worked.has(day) || (!weekend && !off.has(day));
      if (calendar.isWorkingDay(at) !== expected) wrong.push(day);
    }
    expect(wrong).toEqual([]);
    const { rows } = await database.pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day, working from calendar_day`,
    );
    expect(rows.filter((row) => !row.working).map((row) => row.day)).toHaveLength(off.size);
    expect(new Set(rows.filter((row) => row.working).map((row) => row.day))).toEqual(worked);
  });

  test.each([
    // A worked Saturday, the day off it was worked for at the end of the year, and the holiday after it.
    ['2026-11-12', 1, '2026-12-12'],
    ['2026-10-31', 2, '2027-01-04'],
    ['2026-12-01', 1, '2027-01-04'],
    // Navroʻz of a Saturday, moved to Monday.
    ['2026-02-21', 1, '2026-03-24'],
  ])('a part of a price paid on %s, %i months later, is due on %s', async (paid, months, due) => {
    const calendar = await reference.workingCalendar();
    const terms = { priceTiyin: 1_000_00, depositTiyin: 0, firstPartBp: 1_000, months };
    const parts = partSchedule((day) => calendar.isWorkingDay(day), terms, noon(paid).getTime());
    expect(tashkentDay(parts.at(-1)!.dueAtMs)).toBe(due);
  });

  test('of years that staff wrote down before the rule did get what the law gives for weekends', async () => {
    // Sunday 21 March; Saturday 1 January and Sunday 2 January as two days of one weekend; Saturday 8 March with its Monday.
    const { pool, db } = database;
    await pool.query(`
      insert into calendar_day (day, working, reason) values
        ('2032-03-21', false, 'holiday'), ('2033-01-01', false, 'holiday'), ('2033-01-02', false, 'holiday'),
        ('2031-03-08', false, 'holiday'), ('2031-03-10', false, 'observed'), ('2032-03-22', false, 'decreed'),
        ('2032-12-08', false, 'holiday')`);
    await addObservedDays(db);
    await addObservedDays(db);
    const { rows } = await pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day from calendar_day where reason = 'observed' and day > '2029-01-01' order by 1`,
    );
    expect(rows.map(({ day }) => day)).toEqual(['2031-03-10', '2032-03-23', '2033-01-03', '2033-01-04']);
    await pool.query(`delete from calendar_day where day > '2029-01-01'`);
  });

  test('that move later move in the table', async () => {
    await database.pool.query(`update calendar_day set day = '2027-03-10' where day = '2027-03-09'`);
    const calendar = await createReferenceService(createReferenceRepository(database.db)).workingCalendar();
    expect(calendar.isWorkingDay(noon('2027-03-09'))).toBe(true);
    expect(calendar.isWorkingDay(noon('2027-03-10'))).toBe(false);
  });
});

describe('the base calculation amount', () => {
  test('is the one in force on the day in Tashkent', async () => {
    const at = async (instant: string) => (await reference.baseAmountAt(new Date(instant))).amountTiyin;
    expect(await at('2023-11-30T18:59:59Z')).toBe(33_000_000);
    expect(await at('2023-11-30T19:00:00Z')).toBe(34_000_000);
    expect(await at('2019-09-01T00:00:00+05:00')).toBe(22_300_000);
    await expect(at('2019-08-31T23:59:59+05:00')).rejects.toThrow(RangeError);
  });

  const file = recordedData('reference/uz_bhm_history.json');
  test.skipIf(!file)('has had the values that were decreed', async () => {
    const { values } = JSON.parse(readFileSync(file!, 'utf8')) as { values: { from: string; uzs: number }[] };
    for (const { from, uzs } of values)
      expect(await reference.baseAmountAt(noon(from))).toEqual({ amountTiyin: uzs * 100, validFrom: from });
  });
});
