import type { ActionLog } from '#server/domains/action-log/index.ts';
import {
  createActsRepository,
  createHandOversRepository,
  type HandOver,
} from '#server/domains/hand-overs/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import type { StaffTasksService } from '#server/domains/staff-tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER, type HandOverState } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { FinishOrder } from './finish-order.ts';
import { endTasks, tellBothSides } from './hand-over-messages.ts';

export interface ConfirmHandOverDeps {
  db: AnyDb;
  notifications: Pick<Notifications, 'notify'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  finishing: Pick<FinishOrder, 'followIn'>;
  actions: Pick<ActionLog, 'record'>;
}

export type HandOverOutcome =
  | { outcome: 'done'; already: boolean }
  | { outcome: 'none' }
  /** Staff confirms after the deadline only. */
  | { outcome: 'too-early' }
  | { outcome: 'over'; state: HandOverState };

interface Decision {
  event: 'confirm' | 'confirm-by-staff' | 'settle-dispute';
  by: string;
  /** What staff states; null: the buyer confirms. */
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
 * The buyer has the property: by their own word, or by that of staff after the deadline or about a dispute. The hand-over, its
 * act, the order, the tasks, the log and the messages to both sides are one transaction; the first one with the lock decides.
 */
export function createConfirmHandOver(deps: ConfirmHandOverDeps) {
  const { db, notifications, tasks, finishing, actions } = deps;

  async function confirmIn(tx: AnyDb, handOver: HandOver, { event, by, note }: Decision) {
    const handOvers = createHandOversRepository(tx);
    const act = await createActsRepository(tx).factsOf(handOver.id, { ground: GROUND[event], note });
    const confirmed = await handOvers.move(handOver, event, { confirmedBy: by, note, act });
    await endTasks(tx, tasks, { handOverId: handOver.id, by, note: note ?? '' });
    await actions.record(
      {
        ...{ personId: by, type: 'hand-over', action: event, result: 'done' },
        reason: `hand-over:${handOver.id}`,
      },
      tx,
    );
    await tellBothSides(tx, notifications, confirmed, {
      ...{ template: MESSAGE[event], lotTitle: act.lotTitle, reason: note ?? '' },
    });
    await finishing.followIn(tx, confirmed);
  }

  const byStaff = (
    id: number,
    decision: Decision & { event: 'confirm-by-staff' | 'settle-dispute' },
  ): Promise<HandOverOutcome> =>
    inTransaction(db, async (tx) => {
      const handOvers = createHandOversRepository(tx);
      const handOver = await handOvers.lock(id);
      if (!handOver) return { outcome: 'none' };
      const { event } = decision;
      if (!allows(HAND_OVER, handOver.state, event)) return { outcome: 'over', state: handOver.state };
      if (event === 'confirm-by-staff' && handOver.due_at > (await handOvers.now()))
        return { outcome: 'too-early' };
      await confirmIn(tx, handOver, decision);
      return { outcome: 'done', already: false };
    });

  return {
    /** `none`: this person has bought no such lot, or not paid it. */
    byBuyer: (lotId: number, personId: string, settlementId?: number): Promise<HandOverOutcome> =>
      inTransaction(db, async (tx) => {
        const handOvers = createHandOversRepository(tx);
        const found = await handOvers.ofBuyer(lotId, personId, settlementId);
        const handOver = found && (await handOvers.lock(found.id));
        if (!handOver) return { outcome: 'none' };
        if (handOver.confirmed_by === personId && handOver.state !== 'cancelled')
          return { outcome: 'done', already: true };
        if (!allows(HAND_OVER, handOver.state, 'confirm')) return { outcome: 'over', state: handOver.state };
        await confirmIn(tx, handOver, { event: 'confirm', by: personId, note: null });
        return { outcome: 'done', already: false };
      }),

    /** After the deadline. @param by a member of staff who is party to neither side: the call was judged for that */
    byStaff: (id: number, { by, note }: { by: string; note: string }): Promise<HandOverOutcome> =>
      byStaff(id, { event: 'confirm-by-staff', by, note }),

    /** The property was handed over all the same. */
    settleDispute: (id: number, { by, note }: { by: string; note: string }): Promise<HandOverOutcome> =>
      byStaff(id, { event: 'settle-dispute', by, note }),
  };
}
