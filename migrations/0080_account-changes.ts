import { sql, type Kysely } from 'kysely';

/** What staff decide about accounts. Never deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_change (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      kind text not null check (kind in ('disable', 'enable', 'give-role', 'remove-role')),
      role text check (role in ('moderator', 'operator', 'auditor', 'administrator')),
      state text not null check (state in ('waiting', 'carried-out', 'refused')),
      -- It gives rights of staff, or gives them back.
      two_persons boolean not null,
      -- The person reads it.
      reason text not null check (length(reason) between 5 and 500),
      -- Where the proof is: for staff alone.
      evidence text not null check (length(evidence) between 3 and 2000),
      -- null: a command on the server.
      asked_by uuid references person (id),
      asked_at timestamptz not null default clock_timestamp(),
      decided_by uuid references person (id),
      decided_at timestamptz,
      decision_reason text check (length(decision_reason) between 5 and 500),
      check ((kind in ('give-role', 'remove-role')) = (role is not null)),
      check ((state = 'waiting') = (decided_at is null)),
      check ((state = 'refused') = (decision_reason is not null)),
      check (asked_by is distinct from person_id and decided_by is distinct from person_id),
      -- A command has no second person: its operator could write to this table.
      check (
        not two_persons or state <> 'carried-out' or asked_by is null
        or (decided_by is not null and decided_by <> asked_by)
      )
    )
  `.execute(db);
  await sql`create unique index account_change_waiting on account_change (person_id) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index account_change_by_state on account_change (state, id)`.execute(db);
  await sql`create index account_change_of_person on account_change (person_id, id desc)`.execute(db);
  // Staff search by a whole address; confirmed or not.
  await sql`create index person_by_email on person (email) where email is not null`.execute(db);
}
