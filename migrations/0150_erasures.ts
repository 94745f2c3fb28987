import { sql, type Kysely } from 'kysely';

/** Requests of persons that their data are deleted, and the day on which that was done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      id bigint generated always as identity primary key,
      person_id uuid not null references person (id),
      request_id uuid not null,
      state text not null check (state in ('requested', 'taken-back', 'refused', 'done')),
      -- Asked on paper, entered by a command.
      by_command boolean not null,
      requested_at timestamptz not null default now(),
      due_at timestamptz not null,
      ended_at timestamptz,
      -- What was left to finish on the day.
      obstacles text[] not null default '{}',
      -- Of the pseudonym.
      code text check (code ~ '^[0-9A-Z]{6}$'),
      -- The last message has left, and what was written at the same moment is gone as well.
      cleared_at timestamptz,
      unique (person_id, request_id),
      check (due_at >= requested_at),
      check ((state = 'requested') = (ended_at is null)),
      check ((state = 'refused') = (obstacles <> '{}')),
      check ((state = 'done') = (code is not null)),
      check (cleared_at is null or state = 'done')
    )
  `.execute(db);
  await sql`create unique index erasure_open on erasure (person_id) where state = 'requested'`.execute(db);
  await sql`create index erasure_due on erasure (due_at) where state = 'requested'`.execute(db);
  await sql`
    create index erasure_to_clear on erasure (ended_at) where code is not null and cleared_at is null
  `.execute(db);
  await sql`create unique index erasure_code on erasure (code)`.execute(db);
  await sql`alter table person add column erased_at timestamptz`.execute(db);
  // What was claimed goes with the claimant; the decision stays.
  await sql`
    alter table number_claim
      drop constraint number_claim_check,
      add constraint number_claim_check check (
        number = '' or number ~ (case field when 'pinfl' then '^[0-9]{14}$' else '^[0-9]{9}$' end)
      ),
      drop constraint number_claim_statement_check,
      add constraint number_claim_statement_check check (
        statement = '' or length(statement) between 20 and 2000
      )
  `.execute(db);
}
