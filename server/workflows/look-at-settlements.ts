import { lockSales, type LotsRepository } from '#server/domains/lots/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  canGoOn,
  createSettlementsRepository,
  dueReminder,
  isOpen,
  nextLook,
  restOf,
  type Settlement,
} from '#server/domains/settlements/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { EndSale, PrepareLoss } from './end-sale-without-payment.ts';
import type { PaySettlement } from './pay-settlement.ts';
import { createRound, type RoundError } from './round.ts';

/** Settlements found in one query of a round. */
const BATCH = 100;

export interface LookAtSettlementsDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'move'>;
  notifications: Pick<Notifications, 'notify'>;
  paying: Pick<PaySettlement, 'payWithCredited'>;
  prepareLoss: PrepareLoss;
  endSale: Pick<EndSale, 'end'>;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

export type LookAtSettlements = ReturnType<typeof createLookAtSettlements>;

/**
 * What time alone does to a settlement: reminders, falling overdue, the loss of the sale. Judged by the clock of the database
 * in the transaction that holds the settlement's lock, so that looking twice, late or at two places at once changes nothing.
 */
export function createLookAtSettlements(deps: LookAtSettlementsDeps) {
  const { db, lots, notifications, paying, prepareLoss, endSale } = deps;
  const round = createRound(deps.now);

  async function tell(
    tx: AnyDb,
    settlement: Settlement,
    message:
      | { template: 'payment-reminder'; what: string; byMs: number }
      | { template: 'payment-overdue'; what: string; byMs: number },
  ): Promise<void> {
    const row = await createSettlementsRepository(tx).rowOf(settlement.id);
    await notifications.notify(tx, {
      personId: settlement.person_id,
      // Of this deadline: after an extension they come again.
      key: `settlement:${settlement.id}:${message.what}:${settlement.due_at.getTime()}`,
      template: message.template,
      params: {
        lotId: settlement.lot_id,
        lotTitle: row!.lot_title,
        amountTiyin: restOf(settlement),
        payByMs: message.byMs,
      },
    });
  }

  /** Payments that reached the platform before the sale was lost count, also where their event has not come through. */
  async function payWithCredited(tx: AnyDb, settlementId: number): Promise<Settlement | null> {
    await paying.payWithCredited(tx, settlementId);
    return createSettlementsRepository(tx).lock(settlementId);
  }

  async function look(settlementId: number): Promise<void> {
    const seen = await createSettlementsRepository(db).byId(settlementId);
    // Asks what a loss of the sale needs only where it is lost: a reminder must not wait for it.
    if (!seen) return;
    const loss =
      seen.default_at <= (await createSettlementsRepository(db).now())
        ? await prepareLoss(settlementId, 'default')
        : null;
    await inTransaction(db, async (tx) => {
      await lockSales(tx, seen.lot_id);
      const settlements = createSettlementsRepository(tx);
      let settlement = await settlements.lock(settlementId);
      if (!settlement || !canGoOn(settlement)) return;
      const now = await settlements.now();
      if (settlement.due_at <= now) {
        settlement = await payWithCredited(tx, settlementId);
        if (!settlement || !isOpen(settlement.state)) return;
      }
      if (settlement.state !== 'overdue' && settlement.due_at <= now) {
        settlement = await settlements.fallOverdue(settlement);
        if (!(await lots.move(settlement.lot_id, 'fall-due', { by: 'system' }, tx)))
          throw new Error(`lot ${settlement.lot_id} has a status in which its payment cannot be overdue`);
        const until = settlement.grace_until ?? settlement.default_at;
        if (until > now)
          await tell(tx, settlement, {
            ...{ template: 'payment-overdue', what: 'overdue', byMs: until.getTime() },
          });
      }
      if (settlement.state === 'overdue' && settlement.default_at <= now) {
        // Its time passed since it was read: the next look, a moment from now, has what the loss needs.
        if (!loss) return;
        await endSale.end(tx, settlement, { by: 'default', actor: 'rules', loss });
        return;
      }
      const reminder = settlement.due_at > now ? dueReminder(settlement, now) : null;
      if (reminder)
        await tell(tx, settlement, {
          ...{ template: 'payment-reminder', what: `reminder-${reminder}` },
          byMs: settlement.due_at.getTime(),
        });
      const next = nextLook(settlement, now);
      if (next?.getTime() !== settlement.look_at?.getTime()) await settlements.lookAgain(settlementId, next);
    });
  }

  return {
    look,

    /**
     * Everything that is due, the settlement opened first before the others: sales do not depend on one another. One that
     * fails does not hold up the others, and is looked at again after a pause that grows.
     */
    lookAtDue: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createSettlementsRepository(db).toLookAt(after, BATCH),
        work: look,
        onError,
      }),
  };
}
