import { sql, type Kysely } from 'kysely';
import { AUCTION_EVENTS } from './auction.events.ts';
import type { AuctionTables } from './auction-tables.ts';

export type DueLotsRepository = ReturnType<typeof createDueLotsRepository>;

/** The sweeper's queries: a deadline never depends on queues and due lists alone. */
export function createDueLotsRepository(db: Kysely<AuctionTables>) {
  return {
    /** A clock has just looked at what is due. It need not wait for the disk or a standby. */
    async clockLooked(): Promise<void> {
      await sql`
        with said as (
          insert into auction_clock (looked_at) values (clock_timestamp())
          on conflict (only_row) do update set looked_at = excluded.looked_at
          returning 1)
        select set_config('synchronous_commit', 'off', true) from said
      `.execute(db);
    },

    /** Lots whose opening, resumption or hammer is overdue by more than `graceMs` of PostgreSQL's time, oldest first. */
    async overdue(
      graceMs: number,
      limit: number,
    ): Promise<{ lotId: number; epoch: number; dueUs: number }[]> {
      const rows = await db
        .selectFrom('auction_lot')
        .select(['lot_id', 'epoch', 'due_us'])
        // Asked once, so that the index finds the rows: the function alone would be called for each.
        .where('due_us', '<', sql<number>`(select auction_now_us()) - ${graceMs * 1000}::bigint`)
        .where('broken_because', 'is', null)
        .orderBy('due_us')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ lotId: Number(row.lot_id), epoch: row.epoch, dueUs: Number(row.due_us) }));
    },

    /** Lots opened more than `graceMs` ago that no journal has loaded yet. */
    async neverLoaded(graceMs: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('auction_lot')
        .select('lot_id')
        .where('phase', '<>', 'closed')
        .where('loaded_at', 'is', null)
        .where('opened_at', '<', sql<Date>`now() - make_interval(secs => ${graceMs / 1000})`)
        .orderBy('lot_id')
        .limit(limit)
        .execute();
      return rows.map((row) => Number(row.lot_id));
    },

    /**
     * Writes the missing outbox row of lots closed in the last day whose hammer no domain has confirmed. Returns their
     * ids.
     */
    async announceMissingHammers(limit: number): Promise<number[]> {
      const { rows: missing } = await sql<{ lot_id: number; seq: number }>`
        select l.lot_id, l.seq from auction_lot l
        where l.phase = 'closed' and l.handed_over_at is null
          and l.closed_at between now() - interval '1 day' and now() - interval '1 second'
          and not exists (
            select from outbox o where o.topic = ${AUCTION_EVENTS.hammer} and o.key = l.lot_id::text)
        limit ${limit}`.execute(db);
      if (missing.length === 0) return [];
      // Named by their numbers, so that partitions of other lots are not planned for.
      const { rows } = await sql<{ lot_id: number }>`
        insert into outbox (topic, key, payload)
        select ${AUCTION_EVENTS.hammer}, e.lot_id::text, jsonb_build_object('entry', e.entry, 'hash', e.hash)
        from json_to_recordset(${JSON.stringify(missing)}::json) as m (lot_id bigint, seq bigint)
          join auction_entry e on e.lot_id = m.lot_id and e.seq = m.seq and e.kind = 'closed'
        where e.lot_id = any(${missing.map((lot) => lot.lot_id)}::bigint[])
        on conflict do nothing
        returning key::bigint as lot_id`.execute(db);
      return rows.map((row) => Number(row.lot_id));
    },

    /** Lots closed longer ago than `olderMs` whose keys may be deleted from Redis. */
    async toForget(olderMs: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('auction_lot')
        .select('lot_id')
        .where('closed_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1000})`)
        .where('forgotten_at', 'is', null)
        .orderBy('closed_at')
        .limit(limit)
        .execute();
      return rows.map((row) => Number(row.lot_id));
    },

    async markForgotten(lotIds: readonly number[]): Promise<void> {
      if (lotIds.length === 0) return;
      await db
        .updateTable('auction_lot')
        .set({ forgotten_at: sql`now()` })
        .where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
        .execute();
    },
  };
}
