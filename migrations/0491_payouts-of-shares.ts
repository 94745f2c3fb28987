import { sql, type Kysely } from 'kysely';

/** The account to which a share was last paid is looked up for each payout of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payout_of_share on payout (share, id) where recipient is not null`.execute(db);
}
