import { sql, type Kysely } from 'kysely';

/**
 * What one person may credit alone: a transfer that answers an announced payment order in an unbroken statement. That none came is
 * confirmed for a deadline by two persons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Both balances, its opening the last closing of the account, no day of it in another one; judged when it was taken over.
  await sql`alter table bank_statement add column unbroken boolean not null default false`.execute(db);
  await sql`
    alter table settlement
      -- Of the payment order that the buyer was given last.
      add column bank_order_tiyin bigint check (bank_order_tiyin > 0),
      -- The deadline by which no transfer of the order came, as two persons confirmed.
      add column no_transfer_by timestamptz
  `.execute(db);
}
