import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  canGoOn,
  createPartsRepository,
  createSettlementsRepository,
  dueReminder,
  isOpen,
  lateParts,
  missingTransfer,
  nextLook,
  nextLookAtParts,
  sumOf,
  unpaidParts,
  type Settlement,
  isHeldUp,
} from '#server/domains/money/settlements/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { awaitedTransfer } from './awaited-transfer.ts';
import type { EndSale, PrepareLoss } from './end-sale-without-payment.ts';
import type { PaySettlement } from './pay-settlement.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';
import { createFollowSales } from './sale-status.ts';
import { paymentAmount } from './payment-amount.ts';

/** Settlements found in one query of a round. */
const BATCH = 100;
/** Until nothing of the buyer’s falls due, by the decision of one member of staff, it is looked at again so often. */
const STANDSTILL_MS = 3_600_000;
/** Staff decide about late parts within so many working days. */
const DECIDE_DAYS = 3;

export interface LookAtSettlementsDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get' | 'move' | 'conclude'>;
  notifications: Pick<Notifications, 'notify'>;
  paying: Pick<PaySettlement, 'payIn' | 'payWithCredited'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  tasks: Pick<StaffTasksService, 'open'>;
  /** Whether two of staff are one person. */
  judge: Pick<MoneyJudge, 'isOneOf' | 'areSame'>;
  prepareLoss: PrepareLoss;
  endSale: Pick<EndSale, 'end'>;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

/**
 * What time alone does to a settlement: reminders, falling overdue, the loss of the sale. Judged by the clock of the database
 * in the transaction that holds the settlement's lock, so that looking twice, late or at two places at once changes nothing.
 */
export function createLookAtSettlements(deps: LookAtSettlementsDeps) {
  const { db, lots, notifications, paying, judge, prepareLoss, endSale, reference, tasks } = deps;
  const round = createRound(deps.now);
  const followSales = createFollowSales({ lots });

  async function tell(
    tx: AnyDb,
    settlement: Settlement,
    message:
      | { template: 'payment-reminder'; what: string; byMs: number }
      | { template: 'payment-overdue' | 'part-overdue'; what: string; byMs: number },
  ): Promise<void> {
    const now = await createSettlementsRepository(tx).now();
    const row = await createSettlementsRepository(tx).rowOf(settlement.id);
    await notifications.notify(tx, {
      personId: settlement.person_id,
      // Of this deadline: after an extension they come again.
      key: `settlement:${settlement.id}:${message.what}:${settlement.due_at.getTime()}`,
      template: message.template,
      params: {
        lotId: settlement.lot_id,
        lotTitle: row!.lot_title,
        amountTiyin: await toPay(tx, settlement, now),
        payByMs: message.byMs,
      },
    });
  }

  /** What is to be paid by the next deadline, tiyin: of a price that is paid by parts those that are late, and the next one. */
  async function toPay(tx: AnyDb, settlement: Settlement, now: Date): Promise<number> {
    const left = settlement.parts_begun_at ? await unpaid(tx, settlement, now) : [];
    const through = left.findLast(({ dueAt }) => dueAt <= now) ?? left[0];
    const calendar = () => reference.workingCalendar();
    const sum = await paymentAmount(tx, settlement, through?.k ?? null, { at: now, calendar });
    if (sum === 'no-parts') throw new Error(`settlement ${settlement.id} has no part ${through?.k}`);
    return sum.amountTiyin + sum.lateFeeTiyin;
  }

  async function unpaid(tx: AnyDb, { id }: Settlement, now: Date) {
    const parts = createPartsRepository(tx);
    const rules = (await parts.rulesOf([id])).get(id)!;
    const stated = await parts.ofSettlements([id]);
    return unpaidParts(stated, rules, now).map((part) => ({
      ...part,
      dueAt: stated.find(({ k }) => k === part.k)!.due_at,
    }));
  }

  /** Parts that are due now are taken from the balance, as the schedule says, as far as it suffices: all, or the first. */
  async function takeDueParts(tx: AnyDb, settlement: Settlement, now: Date): Promise<Settlement | null> {
    const due = (await unpaid(tx, settlement, now)).filter(({ dueAt }) => dueAt <= now);
    // The moment at which they fell due counts, not the one at which a busy worker came to it.
    for (const { k, dueAt } of due)
      if (
        (await paying.payIn(tx, settlement.id, 'rules', { throughPart: k, paidAt: dueAt })).outcome ===
        'short'
      )
        break;
    return createSettlementsRepository(tx).lock(settlement.id);
  }

  /** Parts are late beyond the patience of the rule set: staff decide, once for this deadline. */
  async function askStaff(tx: AnyDb, settlement: Settlement, now: Date, dueAt: Date): Promise<void> {
    const late = (await unpaid(tx, settlement, now)).filter((part) => part.dueAt <= now);
    await tasks.open(
      {
        occasion: lateParts(settlement),
        kind: 'decide-late-parts',
        lotId: settlement.lot_id,
        dueAt,
        bidderNumber: settlement.bidder_number,
        priceTiyin: sumOf(late.map((part) => part.amountTiyin + part.lateFeeTiyin)),
      },
      tx,
    );
  }

  /**
   * The buyer was given a payment order, or one person alone brought a transfer: two persons confirm that none came, once for this deadline.
   */
  const askForStatement = (tx: AnyDb, settlement: Settlement, dueAt: Date): Promise<void> =>
    tasks.open(
      {
        occasion: missingTransfer(settlement),
        kind: 'confirm-absence',
        lotId: settlement.lot_id,
        bidderNumber: settlement.bidder_number,
        priceTiyin: settlement.bank_order_tiyin,
        reason: `S-${settlement.id}`,
        dueAt: settlement.statement_until ?? dueAt,
      },
      tx,
    );

  /** Payments that reached the platform before the sale was lost count, also where their event has not come through. */
  async function payWithCredited(tx: AnyDb, settlementId: number): Promise<Settlement | null> {
    await paying.payWithCredited(tx, settlementId);
    return createSettlementsRepository(tx).lock(settlementId);
  }

  const waitsForTransfer = (tx: AnyDb, settlement: Settlement, now: Date) =>
    awaitedTransfer(tx, settlement, { judge, calendar: () => reference.workingCalendar(), now });

  /** The first look since its deadline, which came later than the one at which it fell overdue. */
  const isExtended = ({ parts_begun_at: begun, look_at: lookAt, due_at: dueAt }: Settlement): boolean =>
    begun !== null && lookAt !== null && lookAt <= dueAt;

  /** One member of staff alone has shut the buyer's account: it is not due yet, and is looked at again. */
  async function isPostponed(
    tx: AnyDb,
    { id, person_id: personId, created_at: begun }: Settlement,
    dueAt: Date,
    now: Date,
  ): Promise<boolean> {
    if (!(await isHeldUp(tx, { personId, begun, dueAt }, now))) return false;
    await createSettlementsRepository(tx).lookAgain(id, new Date(now.getTime() + STANDSTILL_MS));
    return true;
  }

  async function look(settlementId: number): Promise<void> {
    const seen = await createSettlementsRepository(db).byId(settlementId);
    // Asks what a loss of the sale needs only where it is lost: a reminder must not wait for it.
    if (!seen) return;
    const isInParts = seen.parts_begun_at !== null;
    const decideBy = deadlineAfter(await reference.workingCalendar(), new Date(), DECIDE_DAYS);
    const loss =
      !isInParts && seen.default_at <= (await createSettlementsRepository(db).now())
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
        if (settlement.state === 'part-paid' || isExtended(settlement))
          settlement = await takeDueParts(tx, settlement, now);
        if (!settlement || !isOpen(settlement.state)) return;
        if (
          settlement.state !== 'overdue' &&
          settlement.due_at <= now &&
          (await isPostponed(tx, settlement, settlement.due_at, now))
        )
          return;
      }
      if (settlement.state !== 'overdue' && settlement.due_at <= now) {
        settlement = await settlements.fallOverdue(settlement);
        if (settlement.sale === 'purchase') await followSales(tx, settlement.lot_id);
        else if (!(await lots.move(settlement.lot_id, 'fall-due', { by: 'system' }, tx)))
          throw new Error(`lot ${settlement.lot_id} has a status in which its payment cannot be overdue`);
        const until = settlement.grace_until ?? settlement.default_at;
        if (settlement.parts_begun_at)
          await tell(tx, settlement, {
            template: 'part-overdue',
            what: 'overdue',
            byMs: settlement.due_at.getTime(),
          });
        else if (until > now)
          await tell(tx, settlement, {
            template: 'payment-overdue',
            what: 'overdue',
            byMs: until.getTime(),
          });
      }
      if (
        settlement.state === 'overdue' &&
        settlement.default_at <= now &&
        (await isPostponed(tx, settlement, settlement.default_at, now))
      )
        return;
      if (settlement.state === 'overdue' && settlement.default_at <= now) {
        if (settlement.parts_begun_at) await askStaff(tx, settlement, now, decideBy);
        const waits = await waitsForTransfer(tx, settlement, now);
        if (waits) {
          if (waits.isAsked) await askForStatement(tx, settlement, decideBy);
          await settlements.lookAgain(settlementId, waits.until);
          return;
        }
        if (!settlement.parts_begun_at) {
          // Its time passed since it was read: the next look, a moment from now, has what the loss needs.
          if (loss) await endSale.end(tx, settlement, { by: 'default', actor: 'rules', loss });
          return;
        }
      }
      const reminder = settlement.due_at > now ? dueReminder(settlement, now) : null;
      if (reminder)
        await tell(tx, settlement, {
          template: 'payment-reminder',
          what: `reminder-${reminder}`,
          byMs: settlement.due_at.getTime(),
        });
      const next = settlement.parts_begun_at ? nextLookAtParts(settlement, now) : nextLook(settlement, now);
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
