import { sql, type Kysely } from 'kysely';

/**
 * Entries of rooms and recorded attempts in the transparency log: each second's are one leaf of it, the root of a tree of their own. The
 * hashes of that tree are stored, so that each can be proven for ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transparency_block (
      -- Its leaf in the log.
      position bigint primary key references transparency_leaf,
      -- Hashes of 32 bytes: of entries, then of attempts, then of counts.
      leaves bytea not null check (length(leaves) > 0 and length(leaves) % 32 = 0),
      -- The attempts in it, and the salt of each, 16 bytes.
      attempt_ids bigint[] not null,
      salts bytea not null check (length(salts) = 16 * cardinality(attempt_ids)),
      -- Attempts up to this one, and counts of minutes up to this one, are in this block or before it.
      attempts_through bigint not null,
      counted_through timestamptz not null
    )
  `.execute(db);
  await sql`create index transparency_block_by_attempt on transparency_block (attempts_through)`.execute(db);
  await sql`
    create table transparency_block_room (
      lot_id bigint not null,
      -- Entries of the room in this block.
      first_seq bigint not null,
      last_seq bigint not null,
      position bigint not null references transparency_block,
      -- Place of the first of them in the block.
      first_place integer not null,
      -- Hash of the public log at the last of them.
      last_hash bytea not null check (length(last_hash) = 32),
      primary key (lot_id, last_seq),
      check (first_seq <= last_seq)
    )
  `.execute(db);
  await sql`create index auction_attempt_count_by_minute on auction_attempt_count (minute_at)`.execute(db);
  // The holder of the exclusive lock has waited for all writers before: every attempt with an id seen until then is there.
  await sql`
    create function auction_attempt_in_order() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtext('attempts in order'));
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger auction_attempt_in_order before insert on auction_attempt
    for each statement execute function auction_attempt_in_order()
  `.execute(db);
}
