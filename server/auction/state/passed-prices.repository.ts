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

/** An auto-bid that can answer a price no more. */
export interface UsedUpAutoBid {
  person: string;
  /** Of the entry by which it was set. */
  seq: number;
  maximumTiyin: number;
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

    /** Auto-bids, as they were at an entry, whose maximum lies within these prices, both included. */
    async autoBidsWithin(
      lotId: number,
      to: number,
      { fromTiyin, toTiyin }: { fromTiyin: number; toTiyin: number },
    ): Promise<UsedUpAutoBid[]> {
      const { rows } = await sql<UsedUpAutoBid>`
        select a.person, a.seq, a.secret_maximum_tiyin as "maximumTiyin" from auction_entry a
        where a.lot_id = ${lotId} and a.seq <= ${to} and a.kind = 'autoSet'
          and a.secret_maximum_tiyin between ${fromTiyin} and ${toTiyin} and not (a.entry ->> 'asleep')::boolean
          and not exists (
            select from auction_entry later
            where later.lot_id = a.lot_id and later.person = a.person and later.seq > a.seq and later.seq <= ${to}
              and later.kind in ('autoSet', 'autoCleared'))
          and not exists (
            select from auction_entry r
            where r.lot_id = a.lot_id and r.person = a.person and r.seq > a.seq and r.seq <= ${to}
              and r.kind = 'revoked')`.execute(db);
      return rows;
    },

    /** Does the room take bids, with another person leading than the one whose last price or auto-bid is that entry? */
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
