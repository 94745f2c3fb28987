import { sql, type Kysely } from 'kysely';

/**
 * When the server received each accepted bid: the entry itself has the instant of the decision. Written in batches by
 * the node that received it, right after the answer; once written never changed, like every record of an attempt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auction_receipt (
      lot_id bigint not null,
      -- The accepted entry.
      seq bigint not null,
      received_at timestamptz not null,
      primary key (lot_id, seq)
    )
  `.execute(db);
  await sql`
    create trigger auction_receipt_append_only before update or delete or truncate on auction_receipt
    for each statement execute function auction_attempt_refuse_change()
  `.execute(db);
}
