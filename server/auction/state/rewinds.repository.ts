import { sql, type Kysely } from 'kysely';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTables } from './auction-tables.ts';

/** Lost entries shown of one lot; a hot lot may have lost more. */
const LOST_SHOWN = 100;

/** A room that is held until two members of staff have chosen how it goes on. */
export interface HeldRoom {
  lotId: number;
  foundAt: Date;
  /** Committed entries that are missing, those that Redis no longer shows included. */
  lostCount: number;
  /** The first of those that Redis still shows, oldest first. */
  lost: AuctionEntry[];
}

/** A lot that waits for two members of staff to choose. */
export interface HeldLot {
  lotId: number;
  /**
   * What PostgreSQL lacks: answered bids and auto-bids; entries of which not all are known; the hammer and neither of them;
   * or only admissions, limits and decisions of staff.
   */
  lost: 'bids' | 'unlisted' | 'hammer' | 'others';
}

export type RewindChoice = 'continue' | 'void';

/** Rooms of which PostgreSQL came back with an older state than Redis. */
export function createRewindsRepository(database: Kysely<AuctionTables>) {
  /** Not chosen yet; a room that has closed meanwhile needs no choice any more. */
  const undecided = () =>
    database
      .selectFrom('auction_rewind')
      .innerJoin('auction_lot', 'auction_lot.lot_id', 'auction_rewind.lot_id')
      .where('needs_choice', '=', true)
      .where('choice', 'is', null)
      .where('auction_lot.phase', '<>', 'closed');

  return {
    /** Lots that are held, in their order. */
    async heldLots(): Promise<HeldLot[]> {
      const { rows } = await sql<{ lotId: string; lost: HeldLot['lost'] }>`
        with held as (${undecided().select(['auction_rewind.id', 'auction_rewind.lot_id', 'auction_rewind.seq', 'lost_through'])}),
          lost as (
            select held.id, held.lot_id, held.lost_through - held.seq as missing,
              count(distinct e.seq) filter (where e.seq > held.seq) as listed,
              coalesce(bool_or(e.kind in ('price', 'autoSet', 'autoCleared')), false) as bids,
              coalesce(bool_or(e.kind = 'closed'), false) as hammer
            from held left join auction_lost_entry e on e.rewind_id = held.id
            group by held.id, held.lot_id, held.lost_through, held.seq)
        select lot_id as "lotId", case
          when bool_or(bids) then 'bids' when bool_or(listed < missing) then 'unlisted'
          when bool_or(hammer) then 'hammer' else 'others' end as lost
        from lost group by lot_id order by lot_id
      `.execute(database);
      return rows.map(({ lotId, lost }) => ({ lotId: Number(lotId), lost }));
    },

    /** Those of these lots that are held. */
    async held(lotIds: readonly number[]): Promise<HeldRoom[]> {
      if (lotIds.length === 0) return [];
      const rows = await undecided()
        .where('auction_rewind.lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
        .select(({ fn }) => [
          'auction_rewind.lot_id as lotId',
          fn.min('found_at').as('foundAt'),
          sql<string>`sum(greatest(lost_through - auction_rewind.seq,
            (select count(*) from auction_lost_entry where rewind_id = id)))`.as('lostCount'),
        ])
        .groupBy('auction_rewind.lot_id')
        .execute();
      return Promise.all(
        rows.map(async ({ lotId, foundAt, lostCount }) => ({
          lotId: Number(lotId),
          foundAt,
          lostCount: Number(lostCount),
          lost: await lostOf(Number(lotId)),
        })),
      );
    },

    /** Records the choice for every rewind of the lot that still waits for one. */
    async choose(lotId: number, choice: RewindChoice, requestId: number): Promise<void> {
      await database
        .updateTable('auction_rewind')
        .set({ choice, request_id: requestId, decided_at: sql`now()` })
        .where('lot_id', '=', lotId)
        .where('needs_choice', '=', true)
        .where('choice', 'is', null)
        .execute();
    },

    /** Lots whose choice was made and whose participants have not been notified, with how many entries were lost. */
    async unnotified(limit: number): Promise<{ id: number; lotId: number; lostCount: number }[]> {
      const rows = await database
        .selectFrom('auction_rewind')
        .where('choice', 'is not', null)
        .where('notified_at', 'is', null)
        .select(['id', 'lot_id as lotId'])
        .select(
          sql<string>`greatest(lost_through - seq,
            (select count(*) from auction_lost_entry where rewind_id = id))`.as('lostCount'),
        )
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: Number(row.id),
        lotId: Number(row.lotId),
        lostCount: Number(row.lostCount),
      }));
    },

    /** In the transaction of the messages. */
    async markNotified(id: number, db: Kysely<AuctionTables>): Promise<void> {
      await db
        .updateTable('auction_rewind')
        .set({ notified_at: sql`now()` })
        .where('id', '=', id)
        .execute();
    },
  };

  async function lostOf(lotId: number): Promise<AuctionEntry[]> {
    const rows = await database
      .selectFrom('auction_lost_entry')
      .innerJoin('auction_rewind', 'auction_rewind.id', 'rewind_id')
      .where('lot_id', '=', lotId)
      .where('needs_choice', '=', true)
      .where('choice', 'is', null)
      .select('entry')
      .orderBy('auction_lost_entry.seq')
      .limit(LOST_SHOWN)
      .execute();
    return rows.map(({ entry }) => entry);
  }
}
