import { sql, type Kysely } from 'kysely';

/** Featured lots are chosen by staff: which, when and in which order, and who changed what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot_feature
      -- Of the form that made it: sent twice, it makes one.
      add column request_id text unique,
      -- Counts changes: one made to an older version is refused.
      add column version integer not null default 1 check (version > 0)
  `.execute(db);
  await sql`
    create table lot_feature_change (
      id bigint generated always as identity primary key,
      feature_id bigint not null references lot_feature (id) on delete cascade,
      version integer not null,
      action text not null check (action in ('create', 'edit', 'end')),
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      -- As it was after the change.
      shown_from timestamptz not null,
      shown_until timestamptz not null,
      unique (feature_id, version)
    )
  `.execute(db);
}
