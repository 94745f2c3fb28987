import { sql, type Kysely } from 'kysely';

/**
 * A command on the server proposes in the name of a member of staff, who has to submit it at the console before a colleague can decide:
 * who has the server's shell is not asked who they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table decision add column unsubmitted boolean not null default false`.execute(db);
}
