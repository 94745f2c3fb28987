import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import {
  createOfferedApplications,
  createTradeApplicationsRepository,
} from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { OfferKind, OfferObstacle } from '#shared/lifecycles/offer.ts';
import { INVITATION_DAYS } from '#shared/limits/trade-terms.ts';
import type { BuyerObstacle } from './buyer-obstacle.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';

type Lot = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

interface Candidate {
  kind: OfferKind;
  personId: string;
  bidderNumber: number;
  priceTiyin: number;
}

/** Offers the lot in the given transaction; prepared ahead of it. True when an offer waits for an answer. */
export type MakeOffer = (tx: AnyDb) => Promise<boolean>;

export interface OfferLotDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get' | 'move'>;
  reference: Pick<ReferenceService, 'ruleSetOf' | 'workingCalendar'>;
  /** Why this person may buy nothing now; null: they may. */
  obstacleOf(personId: string): Promise<BuyerObstacle | null>;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  notifications: Pick<Notifications, 'notify'>;
  /** Nothing came of the sale: its price is not confirmed. */
  loseSale(tx: AnyDb, lotId: number): Promise<void>;
  crashAt: WorkflowCrashPoint;
}

export type OfferLot = ReturnType<typeof createMakeSecondOffer>;

const OFFERED = { reserve: 'offer-to-reserve', sole: 'offer-to-sole' } as const;

/**
 * Offers a lot once: to the reserve participant when its winner declines, refuses or does not pay, or to the only participant
 * where the rule set says so. A participant who may not buy at that moment is passed over.
 */
export function createMakeSecondOffer(deps: OfferLotDeps) {
  const { db, lots, reference, obstacleOf, isSamePerson, notifications, loseSale, crashAt } = deps;

  /** Who is too close to the seller, or to the winner whose sale came to nothing: one person would pay less under two names. */
  async function relationshipOf(
    tx: AnyDb,
    lot: Lot,
    { kind, personId }: Candidate,
  ): Promise<OfferObstacle | null> {
    const { customer_person_id: seller, winner_person_id: winner } = lot;
    if (seller !== null && (await isSamePerson(tx, personId, seller))) return 'own-lot';
    if (kind === 'reserve' && winner !== null && (await isSamePerson(tx, personId, winner)))
      return 'same-person';
    return null;
  }

  /** What has to be read is read now: the transaction must not wait for a second connection. */
  async function prepare(lot: Lot, candidate: Candidate): Promise<MakeOffer> {
    const [calendar, obstacle] = await Promise.all([
      reference.workingCalendar(),
      obstacleOf(candidate.personId),
    ]);
    return async (tx) => {
      const offers = createSecondOffersRepository(tx);
      const before = await offers.ofLot(lot.id);
      if (before) return before.state === 'open';
      const application = await createTradeApplicationsRepository(tx).find(lot.id, candidate.personId);
      const made = {
        ...candidate,
        lotId: lot.id,
        depositTiyin: application?.deposit_tiyin ?? 0,
        answerBy: deadlineAfter(calendar, await offers.now(), INVITATION_DAYS),
      };
      const against = obstacle ?? (await relationshipOf(tx, lot, candidate));
      if (against) {
        await offers.passOver(made, against);
        return false;
      }
      const offer = await offers.open(made);
      crashAt('offer-inserted');
      if (!(await lots.move(lot.id, OFFERED[candidate.kind], { by: 'system' }, tx)))
        throw new Error(`lot ${lot.id} has a status in which it cannot be offered`);
      await notifications.notify(tx, {
        personId: candidate.personId,
        key: `offer:${offer.id}`,
        template: 'lot-offered',
        params: {
          lotId: lot.id,
          lotTitle: lot.title,
          priceTiyin: candidate.priceTiyin,
          answerByMs: offer.answer_by.getTime(),
        },
      });
      return true;
    };
  }

  function reserveOf(lot: Lot): Candidate | null {
    const {
      reserve_person_id: personId,
      reserve_number: bidderNumber,
      reserve_price_tiyin: priceTiyin,
    } = lot;
    return personId !== null && bidderNumber !== null && priceTiyin !== null
      ? { kind: 'reserve', personId, bidderNumber, priceTiyin }
      : null;
  }

  /**
   * The only participant of an auction that was not held, where the lot's version of its rule set offers it to them, unless one member of
   * staff alone sent others away.
   */
  async function soleOf(lot: Lot): Promise<Candidate | null> {
    if (lot.participants !== 1) return null;
    const { figures } = await reference.ruleSetOf(lot);
    if (!figures.offerToSoleParticipant) return null;
    const applications = createOfferedApplications(db);
    const sole = await applications.soleParticipant(lot.id);
    if (!sole) return null;
    // No one alone of staff leaves the lot to a friend at its first price: whom two persons or the rules shut out could not have bid.
    for (const personId of await applications.sentAwayByOne(lot.id))
      if ((await obstacleOf(personId)) === null) return null;
    const atStart = { startPriceTiyin: lot.start_price_tiyin, priceTiyin: null, count: 0 };
    const priceTiyin = suggestedPrice(lot.rules, atStart);
    return { kind: 'sole', personId: sole.person_id, bidderNumber: sole.number, priceTiyin };
  }

  return {
    /** For the transaction in which a sale comes to nothing. Without a reserve participant nothing is offered. */
    async prepareReserve(lotId: number): Promise<MakeOffer> {
      const lot = await lots.get(lotId);
      const candidate = lot && reserveOf(lot);
      return candidate ? prepare(lot, candidate) : async () => false;
    },

    /** What a hammer without a paying winner leads to. Safe to repeat. */
    async afterHammer(lotId: number): Promise<void> {
      const lot = await lots.get(lotId);
      if (!lot || lot.practice) return;
      const declined = lot.outcome === 'sold' && lot.winner_declines;
      if (!declined && lot.outcome !== 'not-held') return;
      const candidate = declined ? reserveOf(lot) : await soleOf(lot);
      if (!candidate) return;
      const offer = await prepare(lot, candidate);
      await inTransaction(db, async (tx) => {
        await lockSales(tx, lotId);
        await createSecondOffersRepository(tx).lockLot(lotId);
        // It is looked at again when the protest is over.
        if (await createProtestsRepository(tx).hasOpen([lotId])) return;
        const { status } = (await lots.get(lotId, tx))!;
        // It was offered at an earlier attempt, or concurrently.
        if (status !== (declined ? LOT_STATUS.priceFormed : LOT_STATUS.notHeld)) return;
        if ((await offer(tx)) || !declined) return;
        await loseSale(tx, lotId);
        if (lot.customer_person_id === null) return;
        await notifications.notify(tx, {
          personId: lot.customer_person_id,
          key: `lot:${lotId}:sale-lost`,
          template: 'sale-lost',
          params: { lotId, lotTitle: lot.title },
        });
      });
      crashAt('offer-committed');
    },
  };
}
