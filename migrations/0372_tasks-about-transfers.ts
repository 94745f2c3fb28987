import { sql, type Kysely } from 'kysely';

/** A task can be about a line of a statement: a transfer that was credited to the wrong person, who has not paid it back for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'end-credit-claim'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      add column bank_line_id bigint references bank_statement_line (id),
      drop constraint staff_task_about_one,
      add constraint staff_task_about_one check (num_nonnulls(lot_id, order_id, bank_line_id) = 1),
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  // Those that staff are to be asked about are looked up once a minute, in a book that only grows.
  await sql`create index ledger_journal_credit_claims on ledger_journal (posted_at, id) where kind = 'credit-claim'`.execute(
    db,
  );
}
