import { sql, type Kysely } from 'kysely';
import { CALENDAR } from './reference/calendar.ts';

type Reason = 'holiday' | 'observed' | 'decreed' | 'moved';
const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** Base calculation amounts before those of the first migration, in tiyin, by the day they came into force. */
const EARLIER_AMOUNTS = [
  ['2019-09-01', 22_300_000],
  ['2021-02-01', 24_500_000],
  ['2021-09-01', 27_000_000],
  ['2022-06-01', 30_000_000],
  ['2023-05-01', 33_000_000],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  // Days that differ from the week of Monday to Friday. A year with any row counts as known.
  await sql`
    create table calendar_day (
      day date primary key,
      working boolean not null,
      reason text not null check (reason in ('holiday', 'observed', 'decreed', 'moved')),
      swapped_with date,
      estimated boolean not null default false,
      check ((reason = 'moved') = (swapped_with is not null)),
      check (not working or reason = 'moved')
    )
  `.execute(db);
  const add = (day: string, reason: Reason, swap?: { working: boolean; with: string }) => {
    const estimated = day.endsWith('~');
    return sql`insert into calendar_day (day, working, reason, swapped_with, estimated)
      values (${day.replace('~', '')}, ${swap?.working ?? false}, ${reason}, ${swap?.with ?? null}, ${estimated})`.execute(
      db,
    );
  };
  for (const [year, { holidays, observed, decreed, moved }] of Object.entries(CALENDAR)) {
    for (const day of words(holidays)) await add(`${year}-${day}`, 'holiday');
    for (const day of words(observed)) await add(`${year}-${day}`, 'observed');
    for (const day of words(decreed)) await add(`${year}-${day}`, 'decreed');
    for (const swap of words(moved)) {
      const [worked, off] = swap.split('>').map((day) => `${year}-${day}`) as [string, string];
      await add(worked, 'moved', { working: true, with: off });
      await add(off, 'moved', { working: false, with: worked });
    }
  }
  for (const [from, tiyin] of EARLIER_AMOUNTS)
    await sql`insert into base_amount (valid_from, amount_tiyin) values (${from}, ${tiyin})`.execute(db);
}
