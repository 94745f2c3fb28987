import { sql, type Kysely } from 'kysely';

/** Other statements that have a line which was known by then: a second person's own copy of the bank's file bears the first one out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_statement_line_seen (
      line_id bigint not null references bank_statement_line (id),
      statement_id bigint not null references bank_statement (id),
      primary key (line_id, statement_id)
    )
  `.execute(db);
}
