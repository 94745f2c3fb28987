import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table barred_person (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('stir', 'pinfl')),
      -- Keyed hash of the number, and which key made it: the number itself is never stored here.
      id_hash text not null,
      key_check text not null,
      -- As anyone may see them.
      id_masked text not null,
      name_masked text not null,
      lot_id bigint,
      -- Days in Tashkent; the last one is still barred.
      start_date date not null,
      end_date date not null check (end_date >= start_date),
      reason text not null,
      barred_by text not null,
      lifted_at timestamptz,
      created_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index barred_person_by_id on barred_person (id_hash, end_date)`.execute(db);
}
