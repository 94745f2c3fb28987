import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import {
  createActsRepository,
  createHandOversRepository,
  type HandOver,
} from '#server/domains/trade/hand-overs/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER, type HandOverState } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import { endTasks, tellBothSides } from './hand-over-messages.ts';

export interface ConfirmHandOverDeps {
  db: AnyDb;
  notifications: Pick<Notifications, 'notify'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  finishing: Pick<FinishOrder, 'followIn'>;
  actions: Pick<ActionLog, 'record'>;
  crashAt: WorkflowCrashPoint;
}

export type HandOverOutcome =
  | { outcome: 'done'; already: boolean }
  | { outcome: 'none' }
  /** A protest may still undo the sale: nothing is confirmed before it is decided. */
  | { outcome: 'protested' }
  | { outcome: 'over'; state: HandOverState };

export interface Confirmation {
  event: 'confirm' | 'confirm-by-staff' | 'settle-dispute';
  /** The buyer, or the second of two members of staff. */
  by: string;
  /** How staff know that the buyer has the property; null: the buyer confirms. */
  note: string | null;
}

const GROUND = { confirm: 'buyer', 'confirm-by-staff': 'staff', 'settle-dispute': 'dispute' } as const;
const MESSAGE = {
  confirm: 'handed-over',
  'confirm-by-staff': 'handed-over',
  'settle-dispute': 'hand-over-settled',
} as const;

export type ConfirmHandOver = ReturnType<typeof createConfirmHandOver>;

/**
 * The buyer has the property: by their own word, or by a decision of two of staff (`confirm-by-staff.ts`). The hand-over, its
 * act, the order, the tasks, the log and the messages to both sides are one transaction, which locks the lot's sales and then the
 * hand-over; the first one with the lock decides.
 */
export function createConfirmHandOver(deps: ConfirmHandOverDeps) {
  const { db, notifications, tasks, finishing, actions, crashAt } = deps;

  const record = (tx: AnyDb, handOverId: number, personId: string, action: string): Promise<void> =>
    actions.record(
      {
        personId,
        type: 'hand-over',
        action,
        result: 'done',
        reason: `hand-over:${handOverId}`,
      },
      tx,
    );

  /** The hand-over with the lot's sales locked before it, and whether a protest is open; null: there is none of this number. */
  async function lock(tx: AnyDb, seen: HandOver | null) {
    if (!seen) return null;
    await lockSales(tx, seen.lot_id);
    const handOver = (await createHandOversRepository(tx).lock(seen.id))!;
    return { handOver, protested: await createProtestsRepository(tx).hasOpen([handOver.lot_id]) };
  }

  async function confirmIn(tx: AnyDb, handOver: HandOver, { event, by, note }: Confirmation): Promise<void> {
    const handOvers = createHandOversRepository(tx);
    const act = await createActsRepository(tx).factsOf(handOver.id, { ground: GROUND[event], note });
    const confirmed = await handOvers.move(handOver, event, { confirmedBy: by, note, act });
    await endTasks(tx, tasks, { handOverId: handOver.id, by, note: note ?? '' });
    await record(tx, handOver.id, by, event);
    await tellBothSides(tx, notifications, confirmed, {
      template: MESSAGE[event],
      lotTitle: act.lotTitle,
      reason: note ?? '',
    });
    await finishing.followIn(tx, confirmed);
    crashAt('hand-over-written');
  }

  return {
    /** `none`: this person has bought no such lot, or not paid it. */
    async byBuyer(lotId: number, personId: string, settlementId?: number): Promise<HandOverOutcome> {
      const done = await inTransaction(db, async (tx): Promise<HandOverOutcome> => {
        const handOvers = createHandOversRepository(tx);
        const found = await handOvers.ofBuyer(lotId, personId, settlementId);
        const locked = await lock(tx, found);
        if (!locked) return { outcome: 'none' };
        const { handOver, protested } = locked;
        if (handOver.confirmed_by === personId && handOver.state !== 'cancelled')
          return { outcome: 'done', already: true };
        if (!allows(HAND_OVER, handOver.state, 'confirm')) return { outcome: 'over', state: handOver.state };
        if (protested) return { outcome: 'protested' };
        await confirmIn(tx, handOver, { event: 'confirm', by: personId, note: null });
        return { outcome: 'done', already: false };
      });
      crashAt('hand-over-committed');
      return done;
    },

    /** In the caller's transaction, which has locked the lot's sales and the hand-over, and seen that the event is allowed. */
    confirmIn,
  };
}
