import { lockSales, type LotsRepository, type OrderLots } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createSecondOffersRepository, type Offer } from '#server/domains/trade/second-offers/index.ts';
import type { OrderMoves } from '#server/domains/trade/orders/index.ts';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import {
  createOfferedApplications,
  createTradeApplicationsRepository,
} from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { OfferObstacle } from '#shared/lifecycles/offer.ts';
import type { OfferLotDeps } from './make-second-offer.ts';
import type { OpenSettlement } from './open-settlement.ts';
import { isHeldUp } from '#server/domains/money/settlements/index.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

/** Offers found in one query of a round. */
const BATCH = 100;

export interface AnswerOfferDeps extends Pick<OfferLotDeps, 'db' | 'obstacleOf' | 'loseSale' | 'crashAt'> {
  /** Last barred day of the person, read in the transaction; null: not barred. */
  barQuestion(personId: string): Promise<(tx: AnyDb) => Promise<string | null>>;
  lots: Pick<LotsRepository, 'get'>;
  orderLots: Pick<OrderLots, 'followed'>;
  moves: Pick<OrderMoves, 'move'>;
  notifications: Pick<Notifications, 'notify'>;
  opening: Pick<OpenSettlement, 'termsOf' | 'open'>;
  protocols: Pick<ProtocolsService, 'prepare' | 'recordIn'>;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

export type AcceptOutcome =
  | { outcome: 'accepted'; already: boolean }
  /** Nothing was written. */
  | { outcome: 'short'; missingTiyin: number }
  | { outcome: 'refused'; reason: OfferObstacle }
  | { outcome: 'over' }
  /** A protest against the result is open: the offer waits. */
  | { outcome: 'paused' };

export type DeclineOutcome =
  | { outcome: 'declined'; already: boolean }
  | { outcome: 'over' }
  | { outcome: 'paused' };

export type AnswerOffer = ReturnType<typeof createAnswerOffer>;

/** Why a locked offer cannot be answered. */
const notNow = ({ state, paused_at: paused }: Offer) =>
  ({ outcome: state === 'open' && paused !== null ? 'paused' : 'over' }) as const;

/** Rolls the transaction back. */
class ShortBalance extends Error {
  readonly missingTiyin: number;
  constructor(missingTiyin: number) {
    super('the balance is short of the deposit');
    this.missingTiyin = missingTiyin;
  }
}

/**
 * What comes of an offer. Each answer locks the offer's row first and judges by the clock of the database after that: of an
 * answer and the end of the time at the same moment the first one with the lock decides.
 */
export function createAnswerOffer(deps: AnswerOfferDeps) {
  const { db, lots, orderLots, moves, notifications, opening, protocols, obstacleOf, loseSale, crashAt } =
    deps;
  const round = createRound(deps.now);

  async function about(tx: AnyDb, { lot_id: lotId }: Offer) {
    const lot = await lots.get(lotId, tx);
    if (!lot) throw new Error(`there is no lot ${lotId}`);
    return { lot, params: { lotId, lotTitle: lot.title } };
  }

  /** No one buys the lot: its price is not confirmed, and its seller learns of it. */
  async function end(tx: AnyDb, offer: Offer, event: 'decline' | 'lapse', by: string): Promise<void> {
    await createSecondOffersRepository(tx).decide(offer, event, { by });
    crashAt('offer-ended');
    await loseSale(tx, offer.lot_id);
    const { lot, params } = await about(tx, offer);
    if (event === 'lapse')
      await notifications.notify(tx, {
        personId: offer.person_id,
        key: `offer:${offer.id}:lapse`,
        template: 'offer-lapsed',
        params,
      });
    if (lot.customer_person_id !== null)
      await notifications.notify(tx, {
        personId: lot.customer_person_id,
        key: `offer:${offer.id}:lost`,
        template: 'sale-lost',
        params,
      });
  }

  /** The locked offer while it can be answered; one whose time has passed ends here, unless a protest or a standstill of the account holds it up. */
  async function lockAnswerable(tx: AnyDb, offerId: number): Promise<{ offer: Offer; open: boolean }> {
    const offers = createSecondOffersRepository(tx);
    const seen = await offers.rowOf(offerId);
    if (!seen) throw new Error(`there is no offer ${offerId}`);
    await lockSales(tx, seen.lot_id);
    const offer = (await offers.lock(offerId))!;
    if (offer.state !== 'open' || offer.paused_at !== null) return { offer, open: false };
    const now = await offers.now();
    const { person_id: personId, made_at: begun, answer_by: dueAt } = offer;
    if (dueAt > now || (await isHeldUp(tx, { personId, begun, dueAt }, now))) return { offer, open: true };
    await end(tx, offer, 'lapse', 'rules');
    return { offer, open: false };
  }

  /** The deposit that secures the sale, held for the participant's application. @throws ShortBalance */
  async function holdDeposit(tx: AnyDb, offer: Offer): Promise<number | null> {
    const { lot_id: lotId, person_id: personId, deposit_tiyin: amountTiyin } = offer;
    if (amountTiyin === 0) return null;
    const applications = createTradeApplicationsRepository(tx);
    const before = await applications.lockOf(lotId, personId);
    if (!before) throw new Error(`the participant of offer ${offer.id} has no application`);
    // Not released yet since the auction: it stays held.
    if (before.deposit_state === 'held') return before.hold_id;
    const application = await createOfferedApplications(tx).beginDepositAgain(before);
    const held = await createWallet(tx).hold({
      key: `application:${application.id}:${application.round}`,
      personId,
      amountTiyin,
      reference: `lot:${lotId}`,
      reason: 'offer accepted',
      actor: personId,
    });
    if (held.outcome === 'short') throw new ShortBalance(held.missingTiyin);
    if (held.outcome !== 'held') throw new Error(`deposit of offer ${offer.id} not held: ${held.outcome}`);
    await applications.deposited(application.id, held.holdId);
    return held.holdId;
  }

  async function acceptIn(
    tx: AnyDb,
    offer: Offer,
    terms: NonNullable<Awaited<ReturnType<OpenSettlement['termsOf']>>>,
    soldAt: Date,
  ): Promise<void> {
    const { id, lot_id: lotId, person_id: personId, kind, price_tiyin: priceTiyin } = offer;
    const holdId = await holdDeposit(tx, offer);
    crashAt('offer-deposit-held');
    const settlementId = await opening.open(tx, {
      ...terms,
      lotId,
      personId,
      priceTiyin,
      holdId,
      soldAt,
      sale: kind,
      bidderNumber: offer.bidder_number,
      depositTiyin: offer.deposit_tiyin,
    });
    if (settlementId === null) throw new Error(`the sale of offer ${id} has a settlement already`);
    await createSecondOffersRepository(tx).decide(offer, 'accept', { by: personId, settlementId });
    const { lot, params } = await about(tx, offer);
    if (lot.order_id !== null) {
      // Refused where the order followed the hammer: it awaits the payment already.
      await moves.move(tx, {
        event: 'sell',
        orderId: lot.order_id,
        lotId,
        priceTiyin,
        by: { kind: 'system' },
      });
      await orderLots.followed(lotId, tx);
    }
    await notifications.notify(tx, {
      personId,
      key: `offer:${id}:accepted`,
      template: 'offer-accepted',
      params: { ...params, priceTiyin, payByMs: terms.dueAt.getTime() },
    });
    if (lot.customer_person_id !== null)
      await notifications.notify(tx, {
        personId: lot.customer_person_id,
        key: `offer:${id}:sold`,
        template: 'sale-to-participant',
        params: { ...params, priceTiyin },
      });
    crashAt('offer-accepted');
  }

  async function lapse(offerId: number): Promise<void> {
    await inTransaction(db, (tx) => lockAnswerable(tx, offerId));
  }

  return {
    /**
     * Holds the deposit, opens the settlement, moves the lot and its order and records the protocol, in one transaction. A
     * repeat answers that it is accepted.
     * @throws when the offer is another person's
     */
    async accept(offerId: number, personId: string): Promise<AcceptOutcome> {
      const row = await createSecondOffersRepository(db).rowOf(offerId);
      if (row?.person_id !== personId) throw new Error(`offer ${offerId} is another person’s`);
      if (row.state === 'accepted') return { outcome: 'accepted', already: true };
      if (row.state !== 'open') return { outcome: 'over' };
      const { lot_id: lotId, price_tiyin: priceTiyin, bidder_number: winnerNumber, kind: cause } = row;
      const soldAt = new Date();
      const [reason, barredUntil, terms, protocol] = await Promise.all([
        obstacleOf(personId),
        deps.barQuestion(personId),
        opening.termsOf(lotId, soldAt),
        protocols.prepare({
          lotId,
          cause,
          priceTiyin,
          winnerNumber,
          winnerPersonId: personId,
          endedAt: soldAt,
        }),
      ]);
      if (!terms) throw new Error(`there is no lot ${lotId}`);
      try {
        return await inTransaction(db, async (tx): Promise<AcceptOutcome> => {
          const { offer, open } = await lockAnswerable(tx, offerId);
          if (offer.state === 'accepted') return { outcome: 'accepted', already: true };
          if (!open) return notNow(offer);
          if (reason) return { outcome: 'refused', reason };
          // One may have come while others held the lot.
          if ((await barredUntil(tx)) !== null) return { outcome: 'refused', reason: 'barred' };
          await acceptIn(tx, offer, terms, soldAt);
          await protocols.recordIn(tx, protocol);
          return { outcome: 'accepted', already: false };
        });
      } catch (error) {
        // Not retried: the answer says what is missing.
        if (error instanceof ShortBalance) return { outcome: 'short', missingTiyin: error.missingTiyin };
        throw error;
      }
    },

    /** Costs nothing. A repeat answers that it is declined. @throws when the offer is another person's */
    decline: (offerId: number, personId: string): Promise<DeclineOutcome> =>
      inTransaction(db, async (tx) => {
        const { offer, open } = await lockAnswerable(tx, offerId);
        if (offer.person_id !== personId) throw new Error(`offer ${offerId} is another person’s`);
        if (offer.state === 'declined') return { outcome: 'declined', already: true };
        if (!open) return notNow(offer);
        await end(tx, offer, 'decline', personId);
        return { outcome: 'declined', already: false };
      }),

    /** Ends the offer when its time has passed; otherwise changes nothing. */
    lapse,

    /**
     * Every unanswered offer whose time has passed; one that fails does not hold up the others, and is tried again after a
     * pause that grows.
     */
    lapseAll: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createSecondOffersRepository(db).unanswered(after, BATCH),
        work: lapse,
        onError,
      }),
  };
}
