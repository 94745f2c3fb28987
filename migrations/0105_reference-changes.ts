import { sql, type Kysely } from 'kysely';

/** What staff change of the reference data: proposals that need two persons, and the history of every change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Counts changes, so that every process notices that its cached lists are old.
  await sql`
    create table reference_version (
      id boolean primary key default true check (id),
      version bigint not null
    )
  `.execute(db);
  await sql`insert into reference_version (version) values (1)`.execute(db);
  await sql`
    create table reference_proposal (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('rule-set', 'base-amount')),
      -- Name of the rule set; empty: the base amount, of which there is one.
      target text not null check ((kind = 'rule-set') = (target <> '')),
      state text not null check (state in ('open', 'approved', 'turned-down', 'withdrawn')),
      -- Counts changes of the proposal: who approves names the one that was read.
      version integer not null default 1 check (version > 0),
      -- What was the latest when it was written: the version of the set, or the row of the base amount.
      base text not null,
      -- {figures} or {amountTiyin}.
      content jsonb not null,
      valid_from timestamptz not null,
      reason text not null check (length(reason) between 5 and 500),
      proposed_by text not null,
      proposed_by_name text not null,
      created_at timestamptz not null default clock_timestamp(),
      decided_by text,
      decided_by_name text,
      decided_at timestamptz,
      note text,
      check ((state = 'open') = (decided_at is null)),
      check (state not in ('approved', 'turned-down') or decided_by <> proposed_by)
    )
  `.execute(db);
  await sql`
    create unique index reference_proposal_one_open on reference_proposal (kind, target) where state = 'open'
  `.execute(db);
  await sql`
    create table reference_change (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('rule-set', 'base-amount', 'calendar', 'place', 'bank')),
      -- What of it: a name, a day, the id of a place.
      subject text not null,
      action text not null,
      before jsonb,
      after jsonb,
      reason text,
      person_id text not null,
      person_name text not null,
      at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index reference_change_newest on reference_change (kind, id desc)`.execute(db);
  await sql`
    create function reference_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'reference_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger reference_change_append_only before update or delete or truncate on reference_change
    for each statement execute function reference_change_refuse()`.execute(db);
}
