import { sql, type Kysely } from 'kysely';

/**
 * PINFL and STIR of accounts by keyed hash, so that what counts against a human counts under every account and after an erasure.
 * Without `proven_by` a number is only stated: it ties its account to others, and none of them to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_number (
      person_id uuid not null references person (id) on delete cascade,
      number_hash text not null,
      key_check text not null,
      proven_by text check (proven_by in ('oneid', 'e-imzo', 'certificate', 'document', 'act')),
      first_seen_at timestamptz not null default now(),
      primary key (person_id, number_hash)
    )
  `.execute(db);
  await sql`create index person_number_by_hash on person_number (number_hash)`.execute(db);
  await sql`create index person_number_by_key on person_number (key_check)`.execute(db);
}
