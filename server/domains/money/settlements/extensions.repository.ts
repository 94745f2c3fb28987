import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Extension, SettlementTables } from './settlement-tables.ts';

/** Later deadlines that one member of staff asks for and a second one approves. */
export function createExtensionsRepository(db: Db<SettlementTables>) {
  return {
    /** False while another one of the settlement waits. */
    async ask(asked: { settlementId: number; until: Date; reason: string; by: string }): Promise<boolean> {
      const added = await db
        .insertInto('settlement_extension')
        .values({
          settlement_id: asked.settlementId,
          until: asked.until,
          reason: asked.reason,
          asked_by: asked.by,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },

    /** Those of these settlements that wait for a second person. */
    async waiting(settlementIds: readonly number[]): Promise<Extension[]> {
      if (settlementIds.length === 0) return [];
      return db
        .selectFrom('settlement_extension')
        .selectAll()
        .where('settlement_id', 'in', settlementIds)
        .where('decision', 'is', null)
        .execute();
    },

    async decide(id: number, decision: 'approved' | 'rejected', by: string): Promise<void> {
      await db
        .updateTable('settlement_extension')
        .set({ decision, decided_by: by, decided_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .where('decision', 'is', null)
        .execute();
    },
  };
}
