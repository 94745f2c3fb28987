import { sql, type Kysely } from 'kysely';

/** Which installation a database is: goes along with it into backups and to other machines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      id uuid primary key default gen_random_uuid(),
      is_only boolean not null default true unique check (is_only),
      made_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`insert into installation default values`.execute(db);
}
