import { sql, type Kysely } from 'kysely';
import type { AuctionTables } from './auction-tables.ts';

/** Head of a room in which prices are confirmed. */
export interface RunningHead {
  lotId: number;
  seq: number;
  leader: string;
}

export interface CommittedPrice {
  seq: number;
  person: string;
  amountTiyin: number;
  committedAt: Date;
}

export type PassedPricesRepository = ReturnType<typeof createPassedPricesRepository>;

/** Committed prices of running rooms, for telling people whose price was passed. */
export function createPassedPricesRepository(db: Kysely<AuctionTables>) {
  const prices = (lotId: number) =>
    db
      .selectFrom('auction_entry')
      .select([
        'seq',
        'person',
        sql<number>`(entry ->> 'amountTiyin')::bigint`.as('amountTiyin'),
        'committed_at as committedAt',
      ])
      .where('lot_id', '=', lotId)
      .where('kind', '=', 'price')
      .$narrowType<{ person: string }>();

  return {
    /** Rooms that take bids and have a leader. */
    runningHeads: (): Promise<RunningHead[]> =>
      db
        .selectFrom('auction_lot')
        .select(['lot_id as lotId', 'seq', 'leader'])
        // The second condition is the one of the index of open rooms.
        .where('phase', '=', 'running')
        .where('phase', '<>', 'closed')
        .where('leader', 'is not', null)
        .$narrowType<{ leader: string }>()
        .execute(),

    /** Those of the entries from one on to another, both included, oldest first. */
    pricesBetween: (lotId: number, from: number, to: number): Promise<CommittedPrice[]> =>
      prices(lotId).where('seq', '>=', from).where('seq', '<=', to).orderBy('seq').execute(),

    /** Entry of the last price before an instant; 0: there is none. */
    async lastPriceBefore(lotId: number, at: Date): Promise<number> {
      const row = await prices(lotId)
        .where('committed_at', '<', at)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.seq ?? 0;
    },

    /** Does the room take bids, with another person leading than the one whose last price is that entry? */
    async isStillPassed(lotId: number, person: string, ownSeq: number): Promise<boolean> {
      const { rows } = await sql<{ passed: boolean }>`
        select exists (
          select from auction_lot l
          where l.lot_id = ${lotId} and l.phase = 'running' and l.leader <> ${person}
            and not exists (
              select from auction_entry e
              where e.lot_id = l.lot_id and e.seq > ${ownSeq} and e.kind = 'price' and e.person = ${person})
        ) as passed`.execute(db);
      return rows[0]?.passed ?? false;
    },
  };
}
