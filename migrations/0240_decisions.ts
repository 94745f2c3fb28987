import { sql, type Kysely } from 'kysely';

/** What one member of staff proposes and a second person decides, of every kind; the payload is frozen at the proposal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table decision (
      id bigint generated always as identity primary key,
      kind text not null,
      -- What it is about, as the kind writes it: one open decision of a kind and subject.
      subject text not null,
      payload jsonb not null,
      -- Of the state of the subject at the proposal.
      digest text not null,
      -- Whom it concerns besides staff: they, and staff who are the same persons, take no part in it.
      person_ids text[] not null,
      lot_id bigint references lot (id),
      reason text not null,
      document text,
      state text not null default 'open' check (state in ('open', 'decided', 'turned-down', 'withdrawn', 'lapsed')),
      proposed_by text not null,
      proposed_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      decided_by text,
      decided_at timestamptz,
      -- Why it was turned down, or lapsed.
      note text,
      -- What happened, in the facts of the preview at that moment.
      facts jsonb,
      -- Why its effect failed when it was decided last.
      problem text,
      check ((state in ('decided', 'turned-down')) = (decided_by is not null)),
      check ((state = 'open') = (decided_at is null)),
      check (decided_by <> proposed_by),
      check (state not in ('turned-down', 'lapsed') or note is not null),
      check ((state = 'decided') = (facts is not null)),
      check (state <> 'decided' or problem is null)
    )
  `.execute(db);
  await sql`create unique index decision_open on decision (kind, subject) where state = 'open'`.execute(db);
  await sql`create index decision_expires on decision (expires_at) where state = 'open'`.execute(db);
  await sql`create index decision_by_state on decision (state, id)`.execute(db);
}
