import { sql, type Kysely } from 'kysely';

/**
 * What journals know of one another, so that each owns its share of the partitions, and on which life of the database a
 * partition was taken over. A journal of the previous release leaves the columns as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auction_journal
      -- Last seen at work or ready for it; null: a journal of a release before shares.
      add column seen_at timestamptz,
      -- Seen without a gap since then: only a journal that lasts gets a share.
      add column since_at timestamptz,
      -- The format it writes, the life of Redis it sees and the partitions it may own: journals of equal peers share.
      add column peers text,
      add column owned_count integer not null default 0,
      -- Partitions it would take over now.
      add column wanted_count integer not null default 0,
      add column leaving boolean not null default false
  `.execute(db);
  await sql`
    alter table auction_partition
      -- Handed over in order to this journal at this time; past when the partition was taken since (taken_at).
      add column handed_to text,
      add column handed_at timestamptz,
      -- Timeline of PostgreSQL at the takeover: another one is a promoted standby, which may lack commits.
      add column timeline text
  `.execute(db);
}
