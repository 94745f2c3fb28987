import { sql, type Kysely } from 'kysely';

/**
 * Years that staff wrote down before the rule did it for them (those after 2028, which were not delivered) lack the
 * working day off that each holiday on a weekend gives by law.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      holiday record;
      free date;
      weekend date;
    begin
      for holiday in
        select day from calendar_day
        where reason = 'holiday' and day >= '2029-01-01' and extract(isodow from day) > 5
        order by day
      loop
        weekend := holiday.day - (extract(isodow from holiday.day)::int - 6);
        continue when
          (select count(*) from calendar_day
            where reason = 'observed' and day between weekend + 2 and weekend + 8)
          >= (select count(*) from calendar_day where reason = 'holiday' and day in (weekend, weekend + 1));
        free := weekend + 2;
        while extract(isodow from free) > 5
          or exists (select from calendar_day where day = free and not working) loop
          free := free + 1;
        end loop;
        insert into calendar_day (day, working, reason) values (free, false, 'observed')
        on conflict (day) do nothing;
      end loop;
    end $$
  `.execute(db);
}
