import { sql, type Kysely } from 'kysely';

/** What a buyer is owed for long is a task of staff; that they waive it they say themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sale_claim
      -- Staff were asked to end it.
      add column task_at timestamptz,
      -- The buyer agrees that nothing more is owed; two persons of staff decide.
      add column waived_at timestamptz
  `.execute(db);
  await sql`
    create index sale_claim_not_asked on sale_claim (created_at, id)
    where ended is null and task_at is null and court is null and buyer_id is not null
  `.execute(db);
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'end-claim'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
}
