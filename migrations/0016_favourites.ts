import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favourite_lot (
      -- Newest is highest: the order of the list.
      id bigint generated always as identity primary key,
      person_id text not null,
      lot_id bigint not null references lot (id) on delete cascade,
      added_at timestamptz not null default now(),
      unique (person_id, lot_id)
    )
  `.execute(db);
  await sql`create index favourite_lot_by_lot on favourite_lot (lot_id)`.execute(db);
}
