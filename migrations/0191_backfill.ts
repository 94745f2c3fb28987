import { sql, type Kysely } from 'kysely';

/** How far each backfill has come that the worker runs over the rows of a table: a restart continues, a finished one is not repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backfill (
      name text not null,
      version smallint not null check (version > 0),
      after_id bigint not null default 0,
      done_at timestamptz,
      primary key (name, version)
    )
  `.execute(db);
}
