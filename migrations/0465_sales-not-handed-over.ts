import { sql, type Kysely } from 'kysely';

/**
 * A sale that two of staff cancel because its seller did not hand it over counts as a withdrawal of the seller, once for each sale; what
 * is withdrawn from trade still counts once for each lot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_withdrawal
      -- Null: the order was withdrawn from trade.
      add column settlement_id bigint unique,
      drop constraint order_withdrawal_once
  `.execute(db);
  await sql`
    create unique index order_withdrawal_once on order_withdrawal (order_id, lot_id) where settlement_id is null
  `.execute(db);
  await sql`
    alter table result_cancellation
      drop constraint result_cancellation_kind_check,
      add constraint result_cancellation_kind_check check (kind in ('cancel', 'not-handed-over', 'default'))
  `.execute(db);
}
