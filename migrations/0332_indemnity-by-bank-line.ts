import { sql, type Kysely } from 'kysely';

/** What the operator pays into its own account for buyers is a line of a statement, not a sum and a document that staff write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Proposals that name no line had no effect, and can have none.
  await sql`delete from decision where kind = 'indemnity-in' and state <> 'decided'`.execute(db);
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'bank_statement_line_step_action_check'
  `.execute(db);
  const actions = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, action]) => action!);
  const all = [...new Set([...actions, 'paid-in'])].map((action) => `'${action}'`);
  await sql`
    alter table bank_statement_line_step
      drop constraint bank_statement_line_step_action_check,
      add constraint bank_statement_line_step_action_check check (action in (${sql.raw(all.join(', '))}))
  `.execute(db);
}
