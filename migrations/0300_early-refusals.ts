import { sql, type Kysely } from 'kysely';

/** An offer that no order of events can confirm is refused by what is committed: its attempt names the head it was judged on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auction_attempt add column head_hash text`.execute(db);
  await sql`
    comment on column auction_attempt.head_hash is
      'set when a web process refused the offer by what was committed: the chain''s hash at seq'
  `.execute(db);
}
