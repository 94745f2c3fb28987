import { sql, type Kysely } from 'kysely';

/**
 * A line of another file that is the movement of a stored one, but names another sale, payer, account or purpose. Two persons say what it
 * is, also that it is a movement of its own (`another`), and the stored line is in doubt until then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_statement_line
      add column contradicts boolean not null default false,
      add constraint bank_statement_line_contradicts check (not contradicts or repeats_line_id is not null),
      drop constraint bank_statement_line_decision_check,
      add constraint bank_statement_line_decision_check
        check (decision in ('credit', 'return', 'ignore', 'match', 'repeat', 'another'))
  `.execute(db);
  await sql`
    create index bank_statement_line_contradicts on bank_statement_line (repeats_line_id) where contradicts
  `.execute(db);
}
