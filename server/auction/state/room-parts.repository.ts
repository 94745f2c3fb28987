import { sql, type Kysely } from 'kysely';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import { ENTRY, toCommittedEntry, toLotRow, type LotRow } from './log-rows.ts';
import type { AuctionTables } from './auction-tables.ts';

/** The committed state of a room at its head, without the log it came from. */
export interface RoomParts {
  head: LotRow;
  /** Entries that admit, limit or bar people and open, pause, extend or close the room, oldest first. */
  events: CommittedEntry[];
  /** The newest confirmed prices, oldest first; none beyond the newest 50 000 entries. */
  prices: CommittedEntry[];
  /** The newest auto-bid of each person who has set one and has not cleared it. */
  autos: { person: string; seq: number; maximumTiyin: number }[];
}

/** The head and the entry it names do not match, also on reading again. */
export class HeadWithoutEntry extends Error {
  constructor({ lotId, seq }: LotRow) {
    super(`lot ${lotId}: entry ${seq} is not the one its head names`);
    this.name = 'HeadWithoutEntry';
  }
}

/** A snapshot shows 50 prices and a client may catch up with 50 more. */
const NEWEST_PRICES = 100;
/**
 * Only so many of the newest entries are searched for prices, which takes about 15 ms: between two prices people may change
 * auto-bids without end, each 30 times a minute.
 */
const SEARCHED_ENTRIES = 50_000;
const ATTEMPTS = 3;

/**
 * The parts of a room's view, by a fixed number of indexed reads: rows grow with the people of the room, not with its
 * log. null when the lot was never opened.
 * @throws HeadWithoutEntry
 */
export async function readRoomParts(
  database: Kysely<AuctionTables>,
  lotId: number,
): Promise<RoomParts | null> {
  for (let attempt = 1; ; attempt += 1) {
    const row = await database
      .selectFrom('auction_lot')
      .selectAll()
      .where('lot_id', '=', lotId)
      .executeTakeFirst();
    if (!row) return null;
    const head = toLotRow(row);
    if (head.seq === 0) return { head, events: [], prices: [], autos: [] };
    // The log only grows, so entries up to the head are one moment's, unless PostgreSQL failed over in between.
    const [newest, events, prices, autos] = await Promise.all([
      hashAt(database, lotId, head.seq),
      eventsThrough(database, lotId, head.seq),
      head.count === 0 ? [] : pricesThrough(database, lotId, head.seq),
      autosThrough(database, lotId, head.seq),
    ]);
    if (newest === head.headHash) return { head, events, prices, autos };
    if (attempt === ATTEMPTS) throw new HeadWithoutEntry(head);
  }
}

async function hashAt(database: Kysely<AuctionTables>, lotId: number, seq: number): Promise<string | null> {
  const row = await database
    .selectFrom('auction_entry')
    .select('hash')
    .where('lot_id', '=', lotId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** Uses the index auction_entry_room_event: its list of kinds is repeated word for word. */
async function eventsThrough(
  database: Kysely<AuctionTables>,
  lotId: number,
  seq: number,
): Promise<CommittedEntry[]> {
  const rows = await database
    .selectFrom('auction_entry')
    .select(ENTRY)
    .where('lot_id', '=', lotId)
    .where('seq', '<=', seq)
    .where(
      sql<boolean>`kind in ('admitted', 'limitSet', 'revoked', 'opened', 'suspended', 'resumed', 'deadlineMoved', 'closed')`,
    )
    .orderBy('seq')
    .execute();
  return rows.map(toCommittedEntry);
}

async function pricesThrough(
  database: Kysely<AuctionTables>,
  lotId: number,
  seq: number,
): Promise<CommittedEntry[]> {
  const rows = await database
    .selectFrom('auction_entry')
    .select(ENTRY)
    .where('lot_id', '=', lotId)
    .where('seq', '<=', seq)
    .where('seq', '>', seq - SEARCHED_ENTRIES)
    .where('kind', '=', 'price')
    .orderBy('seq', 'desc')
    .limit(NEWEST_PRICES)
    .execute();
  return rows.map(toCommittedEntry).reverse();
}

/** One descent of the index auction_entry_auto_bid for each person, however often the person changed the auto-bid. */
async function autosThrough(
  database: Kysely<AuctionTables>,
  lotId: number,
  seq: number,
): Promise<RoomParts['autos']> {
  const { rows } = await sql<{ person: string; seq: number; maximum: number | null }>`
    select someone.person, newest.seq, newest.secret_maximum_tiyin as maximum
    from (
      select distinct person from auction_entry
      where lot_id = ${lotId} and seq <= ${seq} and kind = 'admitted'
    ) someone
    cross join lateral (
      select seq, kind, secret_maximum_tiyin from auction_entry
      where lot_id = ${lotId} and person = someone.person and seq <= ${seq} and kind in ('autoSet', 'autoCleared')
      order by seq desc limit 1
    ) newest
    where newest.kind = 'autoSet'`.execute(database);
  return rows.map((row) => ({
    person: row.person,
    seq: Number(row.seq),
    maximumTiyin: Number(row.maximum ?? 0),
  }));
}
