import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { SettlementTables } from './settlement-tables.ts';

/** Lots that were sold and have no settlement. */
export function createUnsettledLots(db: Db<SettlementTables>) {
  return {
    /**
     * Lots above `after`, by id, that were sold so long ago and have no settlement: the worker died, or an earlier release
     * sold them. One whose hammer has no protocol yet waits for that: otherwise a sale could be refused before its protocol
     * is made.
     */
    async soldWithout(olderMs: number, after: number, limit: number): Promise<number[]> {
      const found = await db
        .selectFrom('lot')
        .select('id')
        .where('status', '=', LOT_STATUS.priceFormed)
        .where('practice', '=', false)
        .where('winner_declines', '=', false)
        .where('winner_person_id', 'is not', null)
        .where('pay_until', 'is not', null)
        .where('ended_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1_000})`)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('settlement as s').select('s.id').whereRef('s.lot_id', '=', 'lot.id'))),
        )
        .where(sql<boolean>`exists (select from protocol p where p.lot_id = lot.id and p.cause = 'hammer')`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },
  };
}
