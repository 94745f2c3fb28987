import { sql, type Kysely } from 'kysely';

/** What a court has decided stays owed: staff are asked about it again when it is old once more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sale_claim add column court_at timestamptz`.execute(db);
  await sql`update sale_claim set court_at = now() where court is not null`.execute(db);
  await sql`drop index sale_claim_not_asked`.execute(db);
  await sql`
    create index sale_claim_not_asked on sale_claim (coalesce(court_at, created_at), id)
    where ended is null and buyer_id is not null and (task_at is null or court_at > task_at)
  `.execute(db);
}
