import { sql, type Kysely } from 'kysely';

/** Two statements of an account say different things of one day: no money of either moves before two persons have confirmed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bank_statement add column doubted boolean not null default false`.execute(db);
}
