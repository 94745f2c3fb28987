import { sql, type Kysely } from 'kysely';

/**
 * A rule set may name who shares the money of a sale: a payout for each of them, in the order of the rule set. `recipient`:
 * null, the seller, or the account frozen from the rule set.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payout
      add column share smallint not null default 1 check (share between 1 and 10),
      add column recipient jsonb,
      drop constraint payout_settlement_id_key,
      add constraint payout_share_once unique (settlement_id, share)
  `.execute(db);
}
