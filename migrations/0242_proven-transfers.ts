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
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'confirm-absence'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
}
