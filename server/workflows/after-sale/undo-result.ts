import { isErased, isErasedLocked } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createSecondOffersRepository, type Offer } from '#server/domains/trade/second-offers/index.ts';
import { createUndoPayouts } from '#server/domains/money/payouts/index.ts';
import type { UndoneSums } from '#server/domains/trade/result-cancellations/index.ts';
import {
  createSettlementsRepository,
  isOpen,
  type Settlement,
} from '#server/domains/money/settlements/index.ts';
import {
  createOfferedApplications,
  createTradeApplicationsRepository,
} from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import { CANCELLED_BY_STAFF, type UndoRefusal } from '#shared/lifecycles/result-cancellation.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { endDeposit } from '../settling/end-deposit.ts';
import type { LoseResult } from '../selling/lose-result.ts';
import { movementsOfSale, runInOrder, sumsOfSale, type Movement } from '../settling/money-of-sale.ts';

/** A protest against the auction was upheld, or staff cancel the result by two persons and a document. */
type UndoCause = 'protest' | 'staff';

export interface UndoResultDeps {
  lots: Pick<LotsRepository, 'get' | 'move'>;
  loseResult: LoseResult;
  notifications: Pick<Notifications, 'notify'>;
  /** Cancels the protocol or the minutes of the lot; they stay readable with their reason. */
  cancelProtocol(tx: AnyDb, lotId: number, reason: ProtocolCancelReason): Promise<unknown>;
  /** Cancels the hand-over of the lot's sale. */
  cancelHandOver(tx: AnyDb, lotId: number): Promise<unknown>;
  crashAt: WorkflowCrashPoint;
}

export interface ResultToUndo {
  lotId: number;
  cause: UndoCause;
  /** As staff stated it; the parties read it. */
  reason: string;
  /** A person's id, or `system`. */
  actor: string;
  /** What the one who decides has seen; when it would do something else, it is refused. */
  expected?: UndoneSums;
}

export type UndoOutcome =
  | {
      outcome: 'undone';
      already: boolean;
      /** To the buyer, tiyin. */ returnedTiyin: number;
      /** By the seller, tiyin. */ owedTiyin: number;
    }
  /** Nothing was written. */
  | { outcome: 'refused'; reason: UndoRefusal | 'sums-changed' };

export type UndoResult = ReturnType<typeof createUndoResult>['undoResult'];

const PROTOCOL_REASON = { protest: 'protest-upheld', staff: 'result-cancelled' } as const;

interface Undone extends UndoneSums {
  settlement: Settlement | null;
}

/** The result of an auction is cancelled: no one has bought it, and every tiyin that it moved and that is not lost goes back. */
export function createUndoResult(deps: UndoResultDeps) {
  const { lots, loseResult, notifications, cancelProtocol, crashAt } = deps;

  /** An offer that can still be answered; the settlement of one that was accepted meanwhile is found after it. */
  async function lockOpenOffer(tx: AnyDb, lotId: number): Promise<Offer | null> {
    const offers = createSecondOffersRepository(tx);
    const seen = await offers.ofLot(lotId);
    const offer = seen && (await offers.lock(seen.id));
    return offer?.state === 'open' ? offer : null;
  }

  /** Deposits that are still held, and what was paid. Of several people, in the order of their ids. */
  async function moveMoney(
    tx: AnyDb,
    lot: { id: number; seller: string | null },
    { settlement, returnedTiyin, owedTiyin }: Undone,
    { reason, actor }: ResultToUndo,
  ): Promise<Map<string, number>> {
    const about = { reference: `lot:${lot.id}`, reason: 'the result was cancelled', actor };
    const released = new Map<string, number>();
    const movements: Movement[] = [];
    const applications = createTradeApplicationsRepository(tx);
    for (const held of await createOfferedApplications(tx).lockHeld(lot.id)) {
      const { id, person_id: personId } = held;
      released.set(personId, held.deposit_tiyin);
      movements.push({
        personId,
        run: async () =>
          applications.setDeposit(
            id,
            await endDeposit(tx, held, { end: 'release', reason: about.reason, actor }),
          ),
      });
    }
    if (settlement)
      movements.push(
        ...movementsOfSale(tx, settlement, { returnedTiyin, owedTiyin, seller: lot.seller, reason, actor }),
      );
    await runInOrder(movements);
    return released;
  }

  return {
    /** What it would do now, unlocked: for staff to see before they decide. */
    async preview(db: AnyDb, lotId: number): Promise<UndoneSums & { blockedBy: UndoRefusal | null }> {
      const [lot, last] = await Promise.all([
        lots.get(lotId, db),
        createSettlementsRepository(db).lastOfLot(lotId),
      ]);
      const settlement = last && (isOpen(last.state) || last.state === 'paid') ? last : null;
      const undoPayouts = createUndoPayouts(db);
      const payouts = settlement ? await undoPayouts.read(settlement.id) : [];
      const possible =
        lot?.trade_type === 'auction' && !lot.practice && CANCELLED_BY_STAFF.includes(lot.status);
      const underway = undoPayouts.isUnderway(payouts) ? 'payout-in-flight' : null;
      const gone = settlement && (await isErased(db, settlement.person_id)) ? 'buyer-erased' : null;
      return {
        ...sumsOfSale(settlement, undoPayouts.gone(payouts)),
        blockedBy: possible ? (underway ?? gone) : 'status',
      };
    },

    /**
     * In the caller's transaction. Locks what is decided about offering and settling the lot, its settlement, its offer and its
     * payouts, in this order, before anything is written; then deposits, money, the protocol, the lot and its order. A lot whose
     * result is cancelled already answers so. Debarments and forfeited deposits of buyers who refused or did not pay before stay: they
     * answer for what those buyers did.
     */
    async undoResult(tx: AnyDb, result: ResultToUndo): Promise<UndoOutcome> {
      const { lotId, cause, reason, actor } = result;
      await createSecondOffersRepository(tx).lockLot(lotId);
      const settlements = createSettlementsRepository(tx);
      const before = await settlements.lockLivingOf(lotId);
      const offer = await lockOpenOffer(tx, lotId);
      const settlement = before ?? (await settlements.lockLivingOf(lotId));
      const stored = await lots.get(lotId, tx);
      if (!stored) throw new Error(`there is no lot ${lotId}`);
      if (stored.status === LOT_STATUS.resultCancelled)
        return { outcome: 'undone', already: true, returnedTiyin: 0, owedTiyin: 0 };
      if (stored.practice || !allows(LOT, stored.status, 'cancel-result'))
        return { outcome: 'refused', reason: 'status' };
      // At a fixed price each sale is cancelled by itself.
      if (stored.trade_type !== 'auction') return { outcome: 'refused', reason: 'status' };
      const paid = settlement?.state === 'paid' || settlement?.parts_begun_at ? settlement : null;
      const undoPayouts = createUndoPayouts(tx);
      const payouts = paid ? await undoPayouts.lock(paid.id) : [];
      if (undoPayouts.isUnderway(payouts)) return { outcome: 'refused', reason: 'payout-in-flight' };
      // The price would come to an account that no one can open.
      if (settlement && (await isErasedLocked(tx, settlement.person_id)))
        return { outcome: 'refused', reason: 'buyer-erased' };

      const undone: Undone = { settlement, ...sumsOfSale(settlement, undoPayouts.gone(payouts)) };
      const { expected } = result;
      if (
        expected &&
        (expected.returnedTiyin !== undone.returnedTiyin || expected.owedTiyin !== undone.owedTiyin)
      )
        return { outcome: 'refused', reason: 'sums-changed' };
      const lot = { id: lotId, seller: stored.customer_person_id, orderId: stored.order_id };
      const released = await moveMoney(tx, lot, undone, result);
      await undoPayouts.undo(payouts, { by: actor, reason });
      crashAt('undo-money-moved');
      if (settlement) await settlements.decide(settlement, 'undo-sale', { by: actor });
      if (offer)
        await createSecondOffersRepository(tx).decide(offer, 'take-back', {
          by: actor,
          obstacle: 'result-cancelled',
        });
      await cancelProtocol(tx, lotId, PROTOCOL_REASON[cause]);
      await deps.cancelHandOver(tx, lotId);
      const by = actor === 'system' ? 'system' : 'staff';
      if (!(await lots.move(lotId, 'cancel-result', { by, reason }, tx)))
        throw new Error(`lot ${lotId} has a status in which its result cannot be cancelled`);
      await loseResult(tx, lot);
      await tell(tx, { ...lot, title: stored.title }, { ...undone, offer, released, reason });
      crashAt('undo-written');
      const { returnedTiyin, owedTiyin } = undone;
      return { outcome: 'undone', already: false, returnedTiyin, owedTiyin };
    },
  };

  /** The buyer, the participant of an open offer, those whose deposit is free again, and the customer, each once. */
  async function tell(
    tx: AnyDb,
    lot: {
      id: number;
      seller: string | null;
      title: NonNullable<Awaited<ReturnType<LotsRepository['get']>>>['title'];
    },
    facts: Undone & { offer: Offer | null; released: ReadonlyMap<string, number>; reason: string },
  ): Promise<void> {
    const { settlement, returnedTiyin, owedTiyin, offer, released, reason } = facts;
    const about = { lotId: lot.id, lotTitle: lot.title, reason };
    const key = `lot:${lot.id}:result-cancelled`;
    const toBuyers = new Map<string, number>(released);
    if (offer && !toBuyers.has(offer.person_id)) toBuyers.set(offer.person_id, 0);
    if (settlement)
      toBuyers.set(settlement.person_id, returnedTiyin + (released.get(settlement.person_id) ?? 0));
    for (const [personId, amountTiyin] of [...toBuyers].sort(([one], [other]) => (one < other ? -1 : 1)))
      await notifications.notify(tx, {
        personId,
        key,
        ...(amountTiyin > 0
          ? { template: 'result-cancelled-returned', params: { ...about, amountTiyin } }
          : { template: 'result-cancelled', params: about }),
      });
    if (settlement && owedTiyin > 0)
      await notifications.notify(tx, {
        personId: settlement.person_id,
        key: `${key}:claim`,
        template: 'sale-cancelled-claim',
        params: { ...about, amountTiyin: owedTiyin },
      });
    if (lot.seller === null) return;
    await notifications.notify(tx, {
      personId: lot.seller,
      key: `${key}:seller`,
      ...(owedTiyin > 0
        ? { template: 'result-cancelled-owed', params: { ...about, amountTiyin: owedTiyin } }
        : { template: 'result-cancelled-seller', params: about }),
    });
  }
}
