import { sql, type Kysely } from 'kysely';

/**
 * What a room's view is built from besides its head and newest prices: who was admitted, limited or barred and when the
 * room opened, paused and closed; and the newest auto-bid of a person. A price is in neither index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index auction_entry_room_event on auction_entry (lot_id, seq)
    where kind in ('admitted', 'limitSet', 'revoked', 'opened', 'suspended', 'resumed', 'deadlineMoved', 'closed')
  `.execute(db);
  await sql`create index auction_entry_auto_bid on auction_entry (lot_id, person, seq)
    where kind in ('autoSet', 'autoCleared')`.execute(db);
}
