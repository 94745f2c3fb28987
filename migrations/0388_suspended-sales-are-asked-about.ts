import { sql, type Kysely } from 'kysely';

/** A sale at a fixed price that one member of staff has suspended: a second one is asked about it, and it does not last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'suspended-sale'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  await sql`
    create index lot_sale_suspended on lot (id) where trade_type = 'fixed-price' and status = 8
  `.execute(db);
}
