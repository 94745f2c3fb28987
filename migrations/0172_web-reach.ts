import { sql, type Kysely } from 'kysely';

/**
 * Which web processes can place bids, by their own word once a second, and whose bidders are connected to them: while none
 * can, or one with many of a room's bidders was cut off, journals hold the rooms. The newest row stays for good: from the
 * first web process on, an installation without one is an interruption.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auction_web (
      node text primary key,
      seen_at timestamptz not null,
      -- Its own word at seen_at.
      able boolean not null,
      -- When it last could place bids; null: never yet.
      able_at timestamptz
    )
  `.execute(db);
  await sql`
    create table auction_web_room (
      node text not null references auction_web on delete cascade,
      lot_id bigint not null,
      -- Six bytes of a hash for each of the room's bidders who is connected there, a thousand at most.
      bidders bytea not null,
      primary key (node, lot_id)
    )
  `.execute(db);
  await sql`create index on auction_web_room (lot_id)`.execute(db);
}
