import { sql, type Kysely } from 'kysely';

/** Searches of people who want to be notified of new lots, and the lots that were found for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_search (
      id bigint generated always as identity primary key,
      person_id text not null,
      name text not null,
      -- As the list of lots takes it (shared/api/cabinet/saved-searches.ts).
      filter jsonb not null,
      -- Folded words of the filter: every one begins a word of the lot.
      words text[] not null,
      created_at timestamptz not null default now(),
      notified_at timestamptz,
      unique (person_id, filter)
    )
  `.execute(db);
  await sql`
    create table saved_search_lot (
      search_id bigint not null references saved_search (id) on delete cascade,
      lot_id bigint not null references lot (id) on delete cascade,
      found_at timestamptz not null default now(),
      notified_at timestamptz,
      primary key (search_id, lot_id)
    )
  `.execute(db);
  await sql`
    create index saved_search_lot_new on saved_search_lot (search_id) where notified_at is null
  `.execute(db);
  await sql`create index saved_search_lot_by_lot on saved_search_lot (lot_id)`.execute(db);
  await sql`create index saved_search_lot_by_time on saved_search_lot (found_at)`.execute(db);
  // One row: until when lots have been looked through.
  await sql`
    create table saved_search_round (
      one boolean primary key default true check (one),
      looked_until timestamptz not null
    )
  `.execute(db);
  await sql`insert into saved_search_round (looked_until) values (now())`.execute(db);
}
