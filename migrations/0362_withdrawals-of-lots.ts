import { sql, type Kysely } from 'kysely';

/** An order whose sale was undone is put on trade again, and may be withdrawn again: once for each of its lots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_withdrawal
      -- Null: withdrawn before this was recorded.
      add column lot_id bigint,
      drop constraint order_withdrawal_order_id_key,
      add constraint order_withdrawal_once unique (order_id, lot_id)
  `.execute(db);
}
