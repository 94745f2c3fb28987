import { sql, type Kysely } from 'kysely';
import type { AuctionTables } from '../state/auction-tables.ts';

export type RebuildRepository = ReturnType<typeof createRebuildRepository>;

export function createRebuildRepository(db: Kysely<AuctionTables>) {
  return {
    /**
     * Raises the epoch of lots that are not closed (null: of all), which voids their state in Redis. A lot that was stopped
     * as broken is released: the journal checks its log again and stops it again if nothing has changed.
     */
    async raiseEpochs(lotIds: readonly number[] | null): Promise<{ lotId: number; epoch: number }[]> {
      let query = db
        .updateTable('auction_lot')
        .set({
          epoch: sql`epoch + 1`,
          last_log_id: '',
          broken_us: sql`case when last_log_id = '' then broken_us end`,
          broken_because: null,
          loaded_at: sql`coalesce(loaded_at, now())`,
        })
        .where('phase', '<>', 'closed');
      if (lotIds) query = query.where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`);
      const rows = await query.returning(['lot_id', 'epoch']).execute();
      return rows.map((row) => ({ lotId: Number(row.lot_id), epoch: row.epoch }));
    },
  };
}
