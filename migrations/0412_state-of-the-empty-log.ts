import { sql, type Kysely } from 'kysely';

/** The empty transparency log has a signed state, too: a monitor that begins with it knows that nothing was there before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transparency_checkpoint drop constraint transparency_checkpoint_size_check`.execute(
    db,
  );
  await sql`alter table transparency_checkpoint add check (size >= 0)`.execute(db);
}
