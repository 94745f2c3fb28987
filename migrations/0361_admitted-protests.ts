import { sql, type Kysely } from 'kysely';

/** A protest stops the sale of its lot, and is put to the customer, only once staff have admitted it, or have not said in time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table protest
      -- Staff admit it or not until then; their silence admits it.
      add column admit_by timestamptz,
      -- The same for all protests of a lot: until then they stop its sale at most.
      add column stops_until timestamptz,
      alter column answer_by drop not null,
      alter column pauses set default false,
      drop constraint protest_state_check,
      add constraint protest_state_check check (state in ('filed', 'admitted', 'not-admitted', 'answered', 'unanswered', 'upheld',
        'dismissed', 'withdrawn', 'closed'))
  `.execute(db);
  // Its generated name depends on the order of the columns.
  await sql`
    do $$ declare found text; begin
      select conname into strict found from pg_constraint where conrelid = 'protest'::regclass and contype = 'c'
        and pg_get_constraintdef(oid) like '%decided_at IS NULL%' and pg_get_constraintdef(oid) like '%answered%';
      execute format('alter table protest drop constraint %I', found);
    end $$
  `.execute(db);
  // Those filed before have stopped their sales and were put to their customers. Five working days are not less than a week.
  await sql`
    update protest set admit_by = filed_at, stops_until = case when pauses then filed_at + interval '7 days' end,
      state = case when state = 'filed' then 'admitted' else state end
  `.execute(db);
  await sql`
    alter table protest
      alter column admit_by set not null,
      add constraint protest_decided check (
        (state in ('filed', 'admitted', 'answered', 'unanswered')) = (decided_at is null)),
      add constraint protest_stops check (not pauses or (state <> 'filed' and stops_until is not null)),
      add constraint protest_put_to_customer check (
        answer_by is not null or state in ('filed', 'not-admitted', 'withdrawn', 'closed'))
  `.execute(db);
  await sql`drop index protest_open, protest_to_answer`.execute(db);
  await sql`
    create index protest_open on protest (lot_id) where state in ('filed', 'admitted', 'answered', 'unanswered')
  `.execute(db);
  await sql`create index protest_to_answer on protest (answer_by, id) where state = 'admitted'`.execute(db);
  await sql`create index protest_to_admit on protest (admit_by, id) where state = 'filed'`.execute(db);

  await sql`
    alter table protest_step drop constraint protest_step_action_check,
      add constraint protest_step_action_check check (action in ('filed', 'admitted', 'not-admitted', 'accepted', 'rejected',
        'unanswered', 'agreed', 'upheld', 'dismissed', 'withdrawn', 'closed'))
  `.execute(db);
}
