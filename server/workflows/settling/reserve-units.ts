import {
  createPurchasesRepository,
  objectionOfStock,
  purchaseObjection,
  offersParts,
  purchaseSums,
  waitAfterUnused,
  type LotForBuying,
  type LotStock,
  type Purchase,
  type PurchaseObjection,
  type PurchaseSums,
} from '#server/domains/trade/purchases/index.ts';
import type { Applicant } from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { IssueOutcome, OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { RESERVATION_MINUTES } from '#shared/limits/trade-terms.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { EndPurchase } from './end-purchase.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

/** Reservations of one lot wait for its stock: those that wait must not hold the connections of others. */
const AT_ONCE = 3;

/** What of a person decides whether they may apply or buy. */
export interface BuyerFacts {
  /** null: unknown or disabled. */
  applicant(personId: string): Promise<Applicant | null>;
  consentInForce(personId: string): Promise<boolean>;
  /** Last barred day `YYYY-MM-DD`; null: not barred. */
  barredUntil(applicant: Applicant): Promise<string | null>;
  /** The same for a transaction under a lock. */
  barQuestion(personId: string): Promise<(tx: AnyDb) => Promise<string | null>>;
  /** The person's roles, locked until the given transaction ends. */
  holdRoles(tx: AnyDb, personId: string): Promise<Applicant['roles']>;
}

export interface ReserveUnitsDeps extends BuyerFacts {
  db: AnyDb;
  /** Codes in the given database. */
  codes: (db: AnyDb) => OneTimeCodes;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson: (on: AnyDb, one: string, other: string) => Promise<boolean>;
  /** Accounts that certainly belong to this person, itself first. */
  accountsOf: (on: AnyDb, personId: string) => Promise<string[]>;
  ending: Pick<EndPurchase, 'endIn' | 'expireOfLot'>;
  crashAt: WorkflowCrashPoint;
}

export interface NotReserved {
  outcome: 'refused';
  objection: PurchaseObjection;
  quantity: number;
  /** null: more than any balance can hold. */
  sums: PurchaseSums | null;
  stock: LotStock | null;
  nextFreeAt: Date | null;
  now: Date;
}

export type ReserveOutcome =
  | { outcome: 'reserved'; already: boolean; purchaseId: number; code: IssueOutcome }
  /** Something else is reserved by this person; nothing was changed. */
  | { outcome: 'other-quantity'; purchaseId: number }
  | NotReserved
  /** The lot does not offer payment by parts. */
  | { outcome: 'no-parts' }
  /** No code could be sent, and nothing is reserved. */
  | Exclude<IssueOutcome, { outcome: 'sent' }>;

type Reservation =
  | { outcome: 'reserved'; already: boolean; purchase: Purchase }
  | { outcome: 'other-quantity'; purchaseId: number }
  | NotReserved;

/** Rolls the transaction back and carries this answer. */
class Undone extends Error {
  readonly answer: NotReserved;
  constructor(answer: NotReserved) {
    super('nothing is reserved');
    this.answer = answer;
  }
}

type Standing = Pick<Parameters<typeof purchaseObjection>[0], 'consent' | 'barredUntil'>;

/** The code of a reservation confirms that one alone. */
export const codeOfPurchase = (purchase: Pick<Purchase, 'id' | 'person_id'>) =>
  ({ purpose: 'purchase', subject: `purchase:${purchase.id}`, personId: purchase.person_id }) as const;

export type ReserveUnits = ReturnType<typeof createReserveUnits>;

/**
 * Units of a lot at a fixed price and their price are set aside, then a code is sent. A repeat sends another code for the same
 * reservation and prolongs nothing; where no code can be sent for a new one, it ends at once.
 */
export function createReserveUnits(deps: ReserveUnitsDeps) {
  const { db, ending, crashAt } = deps;
  const oneOfFew = limitConcurrency(AT_ONCE);

  /** In one transaction: a crash anywhere leaves neither units nor money set aside. */
  const reserveAtOnce = (
    lot: LotForBuying,
    { quantity, byParts }: { quantity: number; byParts: boolean },
    buyer: Applicant,
    standing: Standing,
  ): Promise<Reservation> =>
    inTransaction(db, async (tx) => {
      const { personId } = buyer;
      const purchases = createPurchasesRepository(tx);
      // Limits are those of the human.
      const accounts = await deps.accountsOf(tx, personId);
      await purchases.lockBuyer(lot.id, accounts);
      const mine = await purchases.lockPendingOf(lot.id, personId);
      if (mine && mine.expires_at > (await purchases.now())) {
        // Another way to pay is another purchase as well.
        const same = purchaseSums({ ...lot, unitPriceTiyin: mine.unit_price_tiyin }, quantity, byParts);
        if (mine.quantity !== quantity || mine.due_now_tiyin !== same?.dueNowTiyin)
          return { outcome: 'other-quantity', purchaseId: mine.id };
        await purchases.askCode(mine.id);
        return { outcome: 'reserved', already: true, purchase: mine };
      }
      if (mine) await ending.endIn(tx, mine, 'expire', 'system');
      const roles = await deps.holdRoles(tx, personId);
      const current = (await purchases.lot(lot.id)) ?? lot;
      const stock = await purchases.stock(lot.id);
      const sums = purchaseSums(current, quantity, byParts);
      const seller = current.sellerId;
      const not = async (objection: PurchaseObjection, left = stock): Promise<NotReserved> => ({
        outcome: 'refused',
        objection,
        quantity,
        sums,
        stock: left,
        nextFreeAt: await nextAt(objection),
        now: await purchases.now(),
      });
      const unitsByParts = byParts ? await purchases.unitsByParts(lot.id, accounts) : 0;
      const waitsUntil = waitAfterUnused(await purchases.unusedOf(lot.id, accounts));
      const objection = purchaseObjection({
        ...standing,
        lot: current,
        stock,
        quantity,
        byParts,
        buyer: { ...buyer, roles },
        ownLot: seller !== null && (await deps.isSamePerson(tx, personId, seller)),
        waitsUntil,
        unitsByParts,
        availableTiyin: await createWallet(tx).balanceOf(personId),
      });
      if (objection) return not(objection);
      if (!sums) throw new Error('an affordable purchase has sums');
      const purchase = await purchases.reserve({
        lotId: lot.id,
        personId,
        quantity,
        ...sums,
        unitPriceTiyin: current.unitPriceTiyin,
        minutes: RESERVATION_MINUTES,
      });
      if (!purchase) return notFree(lot.id);
      crashAt('purchase-reserved');
      const held = await createWallet(tx).hold({
        key: `purchase:${purchase.id}`,
        personId,
        amountTiyin: sums.dueNowTiyin,
        reference: `lot:${lot.id}`,
        reason: 'purchase',
        actor: personId,
      });
      // The money was spent since the check: the rollback frees the units, too.
      if (held.outcome === 'short')
        throw new Undone(await not({ reason: 'short-balance', missingTiyin: held.missingTiyin }));
      if (held.outcome !== 'held') throw new Error(`price of lot ${lot.id} not held: ${held.outcome}`);
      await purchases.holds(purchase.id, held.holdId);
      crashAt('purchase-held');
      return { outcome: 'reserved', already: false, purchase: { ...purchase, hold_id: held.holdId } };

      /** When another attempt may succeed; null: that is not known. */
      async function nextAt(objection: PurchaseObjection): Promise<Date | null> {
        if (objection.reason === 'too-often') return objection.until;
        return objection.reason === 'reserved-by-others' ? purchases.nextFreeAt(lot.id) : null;
      }

      /** The statement that sets units aside found the lot changed since the check. */
      async function notFree(lotId: number): Promise<NotReserved> {
        const [now, left] = [(await purchases.lot(lotId)) ?? lot, await purchases.stock(lotId)];
        const facts = { ...standing, stock: left, quantity, byParts, buyer: { ...buyer, roles } };
        const since = purchaseObjection({
          ...facts,
          ownLot: false,
          waitsUntil,
          unitsByParts,
          lot: now,
          availableTiyin: sums?.dueNowTiyin ?? 0,
        });
        // Free again in this moment: another attempt may succeed.
        return not(
          since ?? (left && objectionOfStock(left, quantity)) ?? { reason: 'reserved-by-others' },
          left,
        );
      }
    });

  /** What came of sending a code. The last call that fails ends a reservation for which no code was ever sent. */
  const noteCode = (purchaseId: number, sent: boolean): Promise<'stays' | 'ended'> =>
    inTransaction(db, async (tx) => {
      const purchases = createPurchasesRepository(tx);
      const purchase = await purchases.lock(purchaseId);
      if (!purchase) throw new Error(`there is no purchase ${purchaseId}`);
      const { withoutCode } = await purchases.askedCode(purchaseId, sent);
      if (!withoutCode || purchase.state !== 'reserved') return 'stays';
      await ending.endIn(tx, purchase, 'not-deliver', 'system');
      return 'ended';
    });

  return {
    /**
     * @param quantity a positive whole number
     * @param address of the caller, for the limits of codes
     * @returns null: no such lot
     */
    async reserve(
      lotId: number,
      personId: string,
      quantity: number,
      address: string,
      byParts = false,
    ): Promise<ReserveOutcome | null> {
      const [buyer, lot] = await Promise.all([
        deps.applicant(personId),
        createPurchasesRepository(db).lot(lotId),
      ]);
      if (!buyer) throw new Error(`person ${personId} is signed in and unknown`);
      if (!lot) return null;
      if (byParts && !offersParts(lot)) return { outcome: 'no-parts' };
      const [consent, barredUntil] = await Promise.all([
        deps.consentInForce(personId),
        deps.barredUntil(buyer),
      ]);
      await ending.expireOfLot(lotId);
      let reserved: Reservation;
      try {
        reserved = await oneOfFew(() =>
          reserveAtOnce(lot, { quantity, byParts }, buyer, { consent, barredUntil }),
        );
      } catch (error) {
        // Not retried: the answer says what is missing.
        if (error instanceof Undone) return error.answer;
        throw error;
      }
      if (reserved.outcome !== 'reserved') return reserved;
      crashAt('purchase-reservation-committed');
      const { purchase, already } = reserved;
      const code = await deps.codes(db).issue({
        ...codeOfPurchase(purchase),
        address,
        channels: { phone: buyer.phone, email: buyer.email },
      });
      crashAt('purchase-code-sent');
      const left = await noteCode(purchase.id, code.outcome === 'sent');
      if (left === 'ended' && code.outcome !== 'sent') return code;
      return { outcome: 'reserved', already, purchaseId: purchase.id, code };
    },
  };
}
