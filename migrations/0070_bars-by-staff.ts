import { sql, type Kysely } from 'kysely';

/**
 * Bars that staff propose, and their end before the time: two persons decide, with evidence. A debt is looked for by its kind
 * and by whether something ended it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table barred_person
      -- The account through which the person was barred; null where there was none.
      add column person_id text,
      -- null: an entry of before causes were recorded.
      add column cause text check (cause in ('refused', 'unpaid', 'collusion', 'false-documents', 'court'))
  `.execute(db);
  await sql`
    update barred_person set cause = case reason
      when 'refused a lot of the state' then 'refused' when 'did not pay for a lot of the state' then 'unpaid' end
  `.execute(db);
  await sql`
    create table bar_proposal (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('add', 'lift')),
      state text not null
        check (state in ('draft', 'open', 'approved', 'turned-down', 'withdrawn', 'expired')),
      -- The account that was found; null: of a bar without one.
      person_id text,
      id_hash text not null,
      id_masked text not null,
      name_masked text not null,
      -- The bar to lift; of a new one: since it was approved.
      bar_id bigint references barred_person (id),
      lot_id bigint references lot (id),
      cause text check (cause in ('refused', 'unpaid', 'collusion', 'false-documents', 'court')),
      -- Where the cause itself has no length: the last barred day in Tashkent.
      last_day date,
      reason text not null,
      proposed_by text not null,
      proposed_by_name text not null,
      created_at timestamptz not null default now(),
      submitted_at timestamptz,
      -- Fixed when it was begun.
      expires_at timestamptz not null,
      decided_by text,
      decided_by_name text,
      decided_at timestamptz,
      note text,
      check ((kind = 'add') = (cause is not null)),
      check ((cause is not distinct from 'court') = (last_day is not null)),
      check (kind = 'add' or bar_id is not null),
      check (state <> 'approved' or bar_id is not null),
      check ((decided_by is null) = (decided_at is null)
        and (decided_by is not null) = (state in ('approved', 'turned-down'))),
      -- Two persons, none of them the one it is about.
      check (decided_by <> proposed_by and decided_by <> person_id and proposed_by <> person_id)
    )
  `.execute(db);
  await sql`
    create unique index bar_proposal_one_add on bar_proposal (id_hash, cause, coalesce(lot_id, 0))
    where kind = 'add' and state in ('draft', 'open')
  `.execute(db);
  await sql`
    create unique index bar_proposal_one_lift on bar_proposal (bar_id)
    where kind = 'lift' and state in ('draft', 'open')
  `.execute(db);
  await sql`
    create index bar_proposal_unfinished on bar_proposal (expires_at) where state in ('draft', 'open')
  `.execute(db);
  await sql`create index bar_proposal_of_bar on bar_proposal (bar_id) where state = 'approved'`.execute(db);
  await sql`create index barred_person_newest on barred_person (start_date desc, id desc)`.execute(db);
  await sql`create index ledger_journal_debts on ledger_journal (id) where kind in ('penalty', 'sale-claim')`.execute(
    db,
  );
}
