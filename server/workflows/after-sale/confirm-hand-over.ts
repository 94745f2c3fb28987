import { hasLeft } from '#server/domains/people/accounts/index.ts';
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
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { HAND_OVER, type HandOverState } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { FinishOrder } from '../selling/finish-order.ts';
import { endTasks, tellBothSides } from './hand-over-messages.ts';

export interface ConfirmHandOverDeps {
  db: AnyDb;
  judge: Pick<MoneyJudge, 'personsFor'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  notifications: Pick<Notifications, 'notify'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  finishing: Pick<FinishOrder, 'followIn'>;
  actions: Pick<ActionLog, 'record'>;
  crashAt: WorkflowCrashPoint;
}

export type HandOverOutcome =
  | { outcome: 'done'; already: boolean }
  | { outcome: 'none' }
  /** Staff confirms after the deadline only. */
  | { outcome: 'too-early' }
  /** A protest may still undo the sale: nothing is confirmed before it is decided. */
  | { outcome: 'protested' }
  /** Staff: the decider is a side of the sale, under this account or another. */
  | { outcome: 'own-sale' }
  /** Staff: this person has agreed already, under this account or another. */
  | { outcome: 'second-person' }
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
 * act, the order, the tasks, the log and the messages to both sides are one transaction, which locks the lot's sales and then the
 * hand-over; the first one with the lock decides. A dispute about a sale above the threshold of payouts is settled by two persons.
 */
export function createConfirmHandOver(deps: ConfirmHandOverDeps) {
  const { db, judge, isSamePerson, notifications, tasks, finishing, actions, crashAt } = deps;

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

  async function confirmIn(tx: AnyDb, handOver: HandOver, { event, by, note }: Decision) {
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

  /** Is the decider the buyer or the seller? The call was judged for that before the lock. */
  async function isSide(tx: AnyDb, { buyer_id: buyer, seller_id: seller }: HandOver, by: string) {
    for (const side of [buyer, seller]) if (side !== null && (await isSamePerson(tx, side, by))) return true;
    return false;
  }

  async function byStaff(
    id: number,
    decision: Decision & { event: 'confirm-by-staff' | 'settle-dispute'; note: string },
  ): Promise<HandOverOutcome> {
    const { event, by, note } = decision;
    const seen = await createHandOversRepository(db).rowOf(id);
    if (!seen) return { outcome: 'none' };
    const done = await inTransaction(db, async (tx): Promise<HandOverOutcome> => {
      const handOvers = createHandOversRepository(tx);
      const { handOver, protested } = (await lock(tx, seen))!;
      if (!allows(HAND_OVER, handOver.state, event)) return { outcome: 'over', state: handOver.state };
      if (event === 'confirm-by-staff' && handOver.due_at > (await handOvers.now()))
        return { outcome: 'too-early' };
      if (await isSide(tx, handOver, by)) return { outcome: 'own-sale' };
      if (protested) return { outcome: 'protested' };
      const { agreed_by: agreed } = handOver;
      if (agreed !== null && (await isSamePerson(tx, agreed, by))) return { outcome: 'second-person' };
      // Who has left the staff is not one of the two: this person agrees in their place.
      const first = agreed !== null && !(await hasLeft(tx, agreed, 'decideHandOvers')) ? agreed : null;
      const needed = event === 'settle-dispute' ? await judge.personsFor(tx, seen.price_tiyin) : 1;
      if (first === null && needed > 1) {
        await handOvers.agree(handOver, { by, note });
        await record(tx, id, by, 'agreed');
      } else await confirmIn(tx, handOver, decision);
      return { outcome: 'done', already: false };
    });
    crashAt('hand-over-committed');
    return done;
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

    /** After the deadline. @param by a member of staff */
    byStaff: (id: number, { by, note }: { by: string; note: string }): Promise<HandOverOutcome> =>
      byStaff(id, { event: 'confirm-by-staff', by, note }),

    /** The property was handed over all the same; of two persons who have to say so the first one agrees. */
    settleDispute: (id: number, { by, note }: { by: string; note: string }): Promise<HandOverOutcome> =>
      byStaff(id, { event: 'settle-dispute', by, note }),
  };
}
