import { sql, type Kysely } from 'kysely';

/** A person's claim to the PINFL or STIR of another account, and what staff did about it. Never deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table number_claim (
      id bigint generated always as identity primary key,
      claimant_id uuid not null references person (id),
      field text not null check (field in ('pinfl', 'stir')),
      number text not null,
      statement text not null check (length(statement) between 20 and 2000),
      state text not null
        check (state in ('draft', 'open', 'proposed', 'granted', 'rejected', 'withdrawn')),
      created_at timestamptz not null default now(),
      submitted_at timestamptz,
      -- Who would grant it, what who loses the number reads, and the accounts that had it at that moment.
      proposed_by uuid references person (id),
      proposed_reason text check (length(proposed_reason) between 10 and 500),
      holder_ids uuid[],
      decided_by uuid references person (id),
      decided_at timestamptz,
      -- The claimant reads it.
      decision_reason text check (length(decision_reason) between 10 and 500),
      check (number ~ (case field when 'pinfl' then '^[0-9]{14}$' else '^[0-9]{9}$' end)),
      check (state not in ('open', 'proposed', 'granted', 'rejected') or submitted_at is not null),
      check (num_nulls(proposed_by, proposed_reason, holder_ids) in (0, 3)),
      check (state not in ('proposed', 'granted') or proposed_by is not null),
      check ((state in ('granted', 'rejected')) = (decided_by is not null)),
      check ((decided_by is null) = (decided_at is null)),
      check ((state = 'rejected') = (decision_reason is not null)),
      -- Two persons, neither of them the claimant.
      check (state <> 'granted' or decided_by <> proposed_by),
      check (proposed_by is distinct from claimant_id and decided_by is distinct from claimant_id)
    )
  `.execute(db);
  await sql`
    create unique index number_claim_unfinished on number_claim (claimant_id)
    where state in ('draft', 'open', 'proposed')
  `.execute(db);
  await sql`
    create index number_claim_waiting on number_claim (id) where state in ('open', 'proposed')
  `.execute(db);
  await sql`create index number_claim_of_person on number_claim (claimant_id, id desc)`.execute(db);
  await sql`
    create table number_claim_step (
      id bigint generated always as identity primary key,
      claim_id bigint not null references number_claim (id),
      action text not null
        check (action in ('begin', 'submit', 'withdraw', 'propose', 'return', 'approve', 'reject')),
      actor uuid not null references person (id),
      note text,
      at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index number_claim_step_of_claim on number_claim_step (claim_id, id)`.execute(db);
}
