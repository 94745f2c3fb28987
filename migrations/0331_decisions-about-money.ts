import { sql, type Kysely } from 'kysely';

/** Of money above the limit two agree to what a third one proposed; earlier releases let one suffice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table decision add column agreed_by text[] not null default '{}'`.execute(db);
  await sql`create index decision_decided on decision (decided_at) where state = 'decided'`.execute(db);
}
