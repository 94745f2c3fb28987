import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { HandOverOutcome } from './confirm-hand-over.ts';

export interface RecordHandOverDeps {
  db: AnyDb;
  notifications: Pick<Notifications, 'notify'>;
  actions: Pick<ActionLog, 'record'>;
}

export type RecordHandOver = ReturnType<typeof createRecordHandOver>;

/**
 * The seller says that the property is with the buyer: a word that pays no one and changes no deadline, but the buyer answers it by
 * a confirmation or a dispute, and does not leave the sale alone any more. It waits for a buyer who leaves at the same instant, by the
 * lock of the lot's sales, and finds the sale undone then.
 */
export const createRecordHandOver =
  ({ db, notifications, actions }: RecordHandOverDeps) =>
  /** `none`: this person has sold nothing by this number, or it is not paid. */
  (settlementId: number, personId: string): Promise<HandOverOutcome> =>
    inTransaction(db, async (tx): Promise<HandOverOutcome> => {
      const handOvers = createHandOversRepository(tx);
      const [seen] = await handOvers.ofSettlements([settlementId]);
      if (seen?.seller_id !== personId) return { outcome: 'none' };
      await lockSales(tx, seen.lot_id);
      const handOver = (await handOvers.lock(seen.id))!;
      if (!allows(HAND_OVER, handOver.state, 'dispute')) return { outcome: 'over', state: handOver.state };
      if (handOver.recorded_at !== null) return { outcome: 'done', already: true };
      await handOvers.recorded(handOver.id);
      const { lot_title: lotTitle } = (await handOvers.rowOf(handOver.id))!;
      const reason = `hand-over:${handOver.id}`;
      await actions.record({ personId, type: 'hand-over', action: 'recorded', result: 'done', reason }, tx);
      await notifications.notify(tx, {
        personId: handOver.buyer_id,
        key: `${reason}:recorded`,
        template: 'hand-over-recorded',
        params: { lotId: handOver.lot_id, lotTitle },
      });
      return { outcome: 'done', already: false };
    });
