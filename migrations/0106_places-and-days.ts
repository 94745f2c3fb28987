import { sql, type Kysely } from 'kysely';

/** Areas that staff add, which may have no code yet, and working days that are exchanged for no day off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence area_without_code as integer minvalue 9000001 maxvalue 9999999`.execute(db);
  await sql`
    alter table area
      drop constraint area_check,
      alter column soato drop not null,
      -- No longer offered; lots, orders and addresses that have it keep it.
      add column hidden boolean not null default false,
      add column version integer not null default 1 check (version > 0),
      -- Of the classifier the id is the code of 7 or 10 digits; no code begins like the ids without one.
      add constraint area_code check (id::text = soato or (soato is null and id between 9000001 and 9999999)),
      add constraint area_code_digits check (soato ~ '^17[0-9]{5}([0-9]{3})?$')
  `.execute(db);
  await sql`alter table region add column version integer not null default 1 check (version > 0)`.execute(db);
  await sql`
    alter table calendar_day
      drop constraint calendar_day_reason_check,
      drop constraint calendar_day_check1,
      add constraint calendar_day_reason check (reason in ('holiday', 'observed', 'decreed', 'moved', 'worked')),
      add constraint calendar_day_worked check (
        case reason when 'moved' then true when 'worked' then working else not working end)
  `.execute(db);
}
