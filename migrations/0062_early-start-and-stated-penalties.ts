import { sql, type Kysely } from 'kysely';

/** Consents about orders: of staff to an early start of trade, and of the customer to the penalty of a withdrawal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customer_order add column early_start_allowed boolean not null default false`.execute(
    db,
  );
  await sql`
    alter table order_action_token
      -- Of a withdrawal: what it was said to cost. Null: other actions, and tokens of an earlier release.
      add column stated_penalty_tiyin bigint check (stated_penalty_tiyin >= 0)
  `.execute(db);
}
