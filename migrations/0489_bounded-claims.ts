import { sql, type Kysely } from 'kysely';

/**
 * Since when one moderator in a row has examined an order, with pauses: one may do so for two hours. Null: no one since it was sent, or
 * by an earlier release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customer_order add column claims_by text, add column claims_since timestamptz,
      add check ((claims_by is null) = (claims_since is null))
  `.execute(db);
}
