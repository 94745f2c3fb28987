import { sql, type Kysely } from 'kysely';

/**
 * PostgreSQL came back with an older state than Redis: one row for each lot it was recognised for, and the committed entries
 * that Redis still shows and PostgreSQL lacks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auction_rewind (
      id bigint primary key generated always as identity,
      lot_id bigint not null,
      found_at timestamptz not null default now(),
      -- The newest epoch that Redis showed of the lot, and the one in which it goes on.
      redis_epoch integer not null,
      epoch integer not null,
      -- What PostgreSQL had.
      seq bigint not null,
      head_hash text not null,
      price_tiyin bigint,
      -- The last sequence that is known to have been committed elsewhere; that of PostgreSQL when nothing is missing.
      lost_through bigint not null,
      -- Answers may be lost: two members of staff choose how the lot goes on.
      needs_choice boolean not null,
      choice text check (choice in ('continue', 'void')),
      request_id bigint,
      decided_at timestamptz,
      -- The participants have been notified.
      notified_at timestamptz,
      check (epoch > redis_epoch),
      check ((choice is null) = (decided_at is null)),
      check (choice is null or needs_choice)
    )
  `.execute(db);
  await sql`create index auction_rewind_lot on auction_rewind (lot_id)`.execute(db);
  await sql`
    create index auction_rewind_undecided on auction_rewind (lot_id) where needs_choice and choice is null
  `.execute(db);
  await sql`
    create index auction_rewind_unnotified on auction_rewind (id) where choice is not null and notified_at is null
  `.execute(db);
  await sql`
    create table auction_lost_entry (
      rewind_id bigint not null references auction_rewind (id),
      seq bigint not null,
      epoch integer not null,
      hash text not null,
      entry jsonb not null,
      kind text not null generated always as (entry ->> 'kind') stored,
      person text generated always as (entry ->> 'person') stored,
      primary key (rewind_id, seq, epoch)
    )
  `.execute(db);
}
