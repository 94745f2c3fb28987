import {
  createRulesEditing,
  workingCalendar,
  type StoredDay,
} from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { CALENDAR_YEARS, type CalendarView } from '#shared/api/console/console-reference.ts';
import {
  isMovedByLaw,
  lawfulDaysOff,
  nextDay,
  weekdayOf,
  type DayReason,
} from '#shared/reference/calendar-days.ts';
import { DAY_MS, dayText, tashkentDay } from '#shared/time/tashkent.ts';
import type { Recording, ReferenceStaff } from './change-history.ts';

export interface CalendarDeps {
  db: AnyDb;
  record: Recording;
  now: () => number;
}

export type DayChange =
  | { kind: 'off'; day: string; because: Extract<DayReason, 'holiday' | 'observed' | 'decreed'> }
  | { kind: 'worked'; day: string }
  | { kind: 'move'; worked: string; off: string };

/** Of so many days in a row so many are worked at least: one person puts deadlines off by no more. */
const SPAN_DAYS = 21;
const WORKED_LEAST = 7;
/** Banks and couriers rest a day each week: one person makes deadlines of working days no shorter. */
const WORKED_IN_A_ROW = 6;

const yearOf = (day: string): number => Number(day.slice(0, 4));
const daysOn = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
const dayBefore = (day: string): string => daysOn(day, -1);
const plain = (day: string, reason: DayReason, working = false): StoredDay => ({
  day,
  working,
  reason,
  swappedWith: null,
  estimated: false,
});

/** Announced days. Only days to come change, and deadlines that were given are stored as instants: none of them moves. */
export function createCalendarDays({ db, record, now }: CalendarDeps) {
  const changeableFrom = (): string => tashkentDay(now() + DAY_MS);

  async function view(year: number): Promise<CalendarView> {
    const days = await createRulesEditing(db).daysOf(year);
    return { year, known: days.length > 0, changeableFrom: changeableFrom(), days };
  }

  function mustBeAhead(day: string): void {
    if (day < changeableFrom() || yearOf(day) > CALENDAR_YEARS.last) throw ruleForbids('reference.day-over');
  }

  /** A year with any row counts as announced: the days off it has by law are written down with its first one. */
  async function announceYear(tx: AnyDb, year: number): Promise<void> {
    const editing = createRulesEditing(tx);
    if ((await editing.daysOf(year)).length > 0) return;
    await editing.addDays(lawfulDaysOff(year).map(({ day, reason }) => plain(day, reason)));
  }

  /** The row of a day, and whether people work on it as things are. */
  async function asItIs(tx: AnyDb, day: string): Promise<{ row: StoredDay | undefined; working: boolean }> {
    const row = await createRulesEditing(tx).day(day);
    return { row, working: row?.working ?? weekdayOf(day) <= 5 };
  }

  /**
   * As many days are observed after a weekend as it has holidays, by law: the working days behind it. Called when a holiday on
   * a weekend was added or taken away.
   */
  async function observe(tx: AnyDb, holiday: string): Promise<void> {
    const editing = createRulesEditing(tx);
    const saturday = weekdayOf(holiday) === 6 ? holiday : dayBefore(holiday);
    const weekend = await Promise.all([saturday, nextDay(saturday)].map((day) => editing.day(day)));
    const owed = weekend.filter((row) => row?.reason === 'holiday' && !row.working).length;
    let given = 0;
    for (let day = nextDay(nextDay(saturday)); ; day = nextDay(day)) {
      const row = await editing.day(day);
      if (row?.reason === 'observed') {
        given += 1;
        if (given > owed) await editing.removeDays([day]);
        continue;
      }
      const { working } = await asItIs(tx, day);
      if (!working) continue;
      if (given >= owed) return;
      await announceYear(tx, yearOf(day));
      if (await editing.day(day)) continue;
      await editing.addDays([plain(day, 'observed')]);
      given += 1;
    }
  }

  /** @throws 422 where the days around a changed one are off, or worked, for longer than one person may have them */
  async function mustStayWeeks(tx: AnyDb, changed: readonly string[]): Promise<void> {
    for (const day of changed) {
      const around = Array.from({ length: 2 * SPAN_DAYS - 1 }, (_, at) => daysOn(day, at + 1 - SPAN_DAYS));
      const years = [...new Set(around.map(yearOf))];
      const known = await Promise.all(years.map((year) => createRulesEditing(tx).daysOf(year)));
      const calendar = workingCalendar(known.flat());
      const worked = around.map((each) => calendar.isWorkingDay(new Date(`${each}T12:00:00+05:00`)));
      const isWorked = worked[SPAN_DAYS - 1]!;
      const length = isWorked ? WORKED_IN_A_ROW + 1 : SPAN_DAYS;
      // Of all rows of days that the changed one is in.
      for (let from = SPAN_DAYS - length; from < SPAN_DAYS; from += 1) {
        const count = worked.slice(from, from + length).filter(Boolean).length;
        if (isWorked && count > WORKED_IN_A_ROW) throw ruleForbids('reference.too-many-worked');
        if (!isWorked && count < WORKED_LEAST) throw ruleForbids('reference.too-many-off');
      }
    }
  }

  async function add(tx: AnyDb, change: DayChange): Promise<void> {
    const editing = createRulesEditing(tx);
    if (change.kind === 'move') {
      const [worked, off] = [await asItIs(tx, change.worked), await asItIs(tx, change.off)];
      if (worked.row || off.row) throw conflict('reference.day-known');
      if (worked.working) throw ruleForbids('reference.day-working');
      if (!off.working) throw ruleForbids('reference.day-not-working');
      await editing.addDays([
        { ...plain(change.worked, 'moved', true), swappedWith: change.off },
        { ...plain(change.off, 'moved'), swappedWith: change.worked },
      ]);
      return;
    }
    const { row, working } = await asItIs(tx, change.day);
    if (change.kind === 'worked') {
      if (row) throw conflict('reference.day-known');
      if (working) throw ruleForbids('reference.day-working');
      await editing.addDays([plain(change.day, 'worked', true)]);
      return;
    }
    // An expected feast is announced on its day.
    if (row && !row.estimated) throw conflict('reference.day-known');
    if (row) await editing.removeDays([change.day]);
    await editing.addDays([plain(change.day, change.because)]);
    if (change.because === 'holiday' && isMovedByLaw(change.day)) await observe(tx, change.day);
  }

  return {
    view,

    async add(change: DayChange, reason: string, by: ReferenceStaff): Promise<CalendarView> {
      const days = change.kind === 'move' ? [change.worked, change.off] : [change.day];
      for (const day of days) mustBeAhead(day);
      await inTransaction(db, async (tx) => {
        await createRulesEditing(tx).lockDays();
        for (const day of days) await announceYear(tx, yearOf(day));
        await add(tx, change);
        await mustStayWeeks(tx, days);
        await record(
          tx,
          {
            kind: 'calendar',
            action: 'add',
            subject: days.map(dayText).join(' ↔ '),
            reason,
            before: null,
            after: { text: null, change },
          },
          by,
        );
      });
      return view(yearOf(days[0]!));
    },

    async remove(day: string, reason: string, by: ReferenceStaff): Promise<CalendarView> {
      await inTransaction(db, async (tx) => {
        const editing = createRulesEditing(tx);
        await editing.lockDays();
        const row = await editing.day(day);
        if (!row) throw notFound();
        const days = row.swappedWith === null ? [day] : [day, row.swappedWith].toSorted();
        for (const each of days) mustBeAhead(each);
        await editing.removeDays(days);
        if (row.reason === 'holiday' && isMovedByLaw(day)) await observe(tx, day);
        await mustStayWeeks(tx, days);
        await record(
          tx,
          {
            kind: 'calendar',
            action: 'remove',
            subject: days.map(dayText).join(' ↔ '),
            reason,
            before: { text: null, row },
            after: null,
          },
          by,
        );
      });
      return view(yearOf(day));
    },
  };
}
