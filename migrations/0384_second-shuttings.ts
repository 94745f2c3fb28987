import { sql, type Kysely } from 'kysely';

/** Sales that wait because one member of staff has shut an account: a second one is asked about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'second-shutting'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
}
