import { sql, type Kysely } from 'kysely';

/**
 * The stored statements that say other things of its days than a statement did when it was imported. One that two persons have confirmed is
 * in doubt once two persons confirm the other one too, so which ones those are has to be known by then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bank_statement add column contradicts_ids bigint[] not null default '{}'`.execute(db);
}
