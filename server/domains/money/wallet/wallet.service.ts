import { provenAccountsOfPersons } from '#server/domains/people/accounts/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import {
  createLedgerRepository,
  type ArrivalKind,
  type Journal,
  type LedgerRepository,
  type LockedAccounts,
  type ResolutionKind,
} from './ledger.repository.ts';

interface Movement {
  /** Idempotency key: a repeated call changes nothing and gets the same answer with `repeated: true`. */
  key: string;
  /** Reason, for readers of the ledger: a short stable word or sentence. */
  reason: string;
  /** Who: a person's id or `system`. */
  actor: string;
}

interface Sum extends Movement {
  personId: string;
  /** Whole tiyin above zero. */
  amountTiyin: number;
  /** What it is about; of a hold `lot:17`: a person has one active hold for each. */
  reference: string;
}

/** `key` is unique within the provider: its own number of the payment. */
interface TopUp extends Sum {
  provider: string;
}

/** The payment in that a provider takes back, as it was credited; `key` is the provider's number of the payment. */
type TopUpReversal = TopUp;

type Hold = Sum;

interface Resolution extends Movement {
  holdId: number;
}

/** A sum for something bought, once for each key. */
interface Payment extends Sum {
  /** Beside the sum, for being late; the same way, as a movement of its own. */
  lateFeeTiyin?: number;
}

/** What a person owes from now on, once for each key. */
type Penalty = Sum;

interface Arrival extends Movement {
  /** Of `payOut`. */
  payOutId: number;
}

/** This key was used for something else. */
interface KeyReused {
  outcome: 'key-reused';
}

type TopUpOutcome = { outcome: 'credited'; journalId: number; repeated: boolean } | KeyReused;

type TopUpReversalOutcome =
  | { outcome: 'reversed'; journalId: number; repeated: boolean }
  /** The person has spent, holds or owes part of the money: the missing sum. Nothing was written. */
  | { outcome: 'short'; missingTiyin: number }
  | { outcome: 'no-top-up' }
  | KeyReused;

type HoldOutcome =
  | { outcome: 'held'; holdId: number; repeated: boolean }
  /** Nothing was written, so the same key may be tried again after a top-up. */
  | { outcome: 'short'; missingTiyin: number }
  | { outcome: 'already-held'; holdId: number }
  | KeyReused;

type ResolutionOutcome =
  | { outcome: 'resolved'; journalId: number; repeated: boolean }
  /** A concurrent request was first. */
  | { outcome: 'already-resolved'; by: ResolutionKind }
  | { outcome: 'no-hold' }
  | KeyReused;

type ArrivalOutcome =
  | { outcome: 'resolved'; journalId: number; repeated: boolean }
  | { outcome: 'already-resolved'; by: ArrivalKind }
  | { outcome: 'no-pay-out' }
  | KeyReused;

type PenaltyOutcome = { outcome: 'owed'; journalId: number; repeated: boolean } | KeyReused;

type PaymentOutcome =
  | { outcome: 'paid'; journalId: number; repeated: boolean }
  /** Nothing was written, so the same key may be tried again after a top-up. */
  | { outcome: 'short'; missingTiyin: number }
  | KeyReused;

export interface Wallet {
  /** A payment confirmed by a provider: its clearing account → available. Opens the person's accounts. */
  topUp(request: TopUp): Promise<TopUpOutcome>;
  /**
   * The provider takes a confirmed payment back, whole: available → its clearing account. Once for each payment, and never what the
   * person owes under any account with a proven number.
   */
  reverseTopUp(request: TopUpReversal): Promise<TopUpReversalOutcome>;
  /** available → held. */
  hold(request: Hold): Promise<HoldOutcome>;
  /** The hold ends, held → available: lost, cancelled, withdrawn. */
  release(request: Resolution): Promise<ResolutionOutcome>;
  /** The hold of a refund ends, held → available: what the person owes is set off against it first. */
  releaseForSetOff(request: Resolution): Promise<ResolutionOutcome>;
  /** The hold ends, held → sales: it counts towards the price. */
  capture(request: Resolution): Promise<ResolutionOutcome>;
  /** The hold ends, held → forfeits: the winner declined or did not pay. */
  forfeit(request: Resolution): Promise<ResolutionOutcome>;
  /** available → sales: the rest of a price. */
  pay(request: Payment): Promise<PaymentOutcome>;
  /** The hold ends, held → in transit to the person's bank. `journalId` is the `payOutId` of the following calls. */
  payOut(request: Resolution): Promise<ResolutionOutcome>;
  /** The bank confirmed: in transit → bank. */
  settlePayOut(request: Arrival): Promise<ArrivalOutcome>;
  /** The bank returned it: in transit → available. */
  returnPayOut(request: Arrival): Promise<ArrivalOutcome>;
  /** The person owes a sum: receivable → penalties. What can be spent stays as it was. */
  owePenalty(request: Penalty): Promise<PenaltyOutcome>;
  /** What this account owes, in tiyin; 0: nothing. Other accounts of the person are in debts. */
  owedBy(personId: string): Promise<number>;
  /** What a sum that leaves to each of these accounts pays first, in tiyin: what the human owes under any account with a proven number. */
  setOffsOf(personIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** What the person can spend, in tiyin; 0 without an account. */
  balanceOf(personId: string): Promise<number>;
}

/** Purpose of the platform's accounts that deposits of auctions go to. */
const SALES = 'sales';
/** Purposes of the accounts for outgoing money. */
const REFUNDS = 'refunds';
/** Purpose of the account for penalties. */
const WITHDRAWALS = 'withdrawals';

/**
 * Money of people. Given a transaction (READ COMMITTED), every call is part of it, and the person's accounts stay locked
 * until it ends; a transaction that moves money of several people must do so in the order of their ids. Otherwise each
 * call is its own transaction. An expected refusal is an outcome. A sum that is not a positive integer is a RangeError; a
 * balance above 2^53−1 tiyin and concurrent use of one key for two people are refused by the database (constraints
 * `ledger_account_balance`, `ledger_journal_key`).
 */
export function createWallet(db: AnyDb): Wallet {
  const inOne = <Result>(work: (ledger: LedgerRepository, tx: AnyDb) => Promise<Result>): Promise<Result> =>
    db.isTransaction
      ? work(createLedgerRepository(db), db)
      : inTransaction(db, (tx) => work(createLedgerRepository(tx), tx));

  /** Target of the sum of an ended hold: the person, or an account of the platform. */
  const endOfHold = (ledger: LedgerRepository, kind: ResolutionKind, own: LockedAccounts) => {
    if (kind === 'release' || kind === 'refund-set-off') return own.available.id;
    if (kind === 'pay-out') return ledger.platformAccount('payout', REFUNDS);
    return ledger.platformAccount(kind === 'capture' ? 'escrow' : 'forfeit', SALES);
  };

  /** Ends a hold or an outgoing payment, once. @param id of its first journal */
  const end = async <Kind extends ResolutionKind | ArrivalKind, None extends string>(
    ledger: LedgerRepository,
    { kind, of, none, id }: { kind: Kind; of: 'hold' | 'pay-out'; none: None; id: number },
    { key, reason, actor }: Movement,
    way: (own: LockedAccounts) => Promise<{ from: number; to: number }>,
  ) => {
    const begun = await ledger.byId(of, id);
    if (!begun) return { outcome: none } as const;
    const own = await lockOrThrow(ledger, begun.personId);
    // Read under the lock: a concurrent end waits or has committed.
    const earlier = await ledger.endOf(id);
    if (earlier) {
      return earlier.kind === kind && earlier.key === key
        ? ({ outcome: 'resolved', journalId: earlier.id, repeated: true } as const)
        : ({ outcome: 'already-resolved', by: earlier.kind as Kind } as const);
    }
    if (await ledger.byKey(kind, key)) return { outcome: 'key-reused' } as const;
    const { personId, amountTiyin, reference } = begun;
    const { from, to } = await way(own);
    const journal = { key, reason, actor, kind, personId, amountTiyin, reference, resolvesId: id };
    return { outcome: 'resolved', journalId: await ledger.post(journal, from, to), repeated: false } as const;
  };

  const resolve = (kind: ResolutionKind, { holdId, ...movement }: Resolution): Promise<ResolutionOutcome> =>
    inOne((ledger) =>
      end(ledger, { kind, of: 'hold', none: 'no-hold', id: holdId }, movement, async (own) => ({
        from: own.held.id,
        to: await endOfHold(ledger, kind, own),
      })),
    );

  const arrive = (kind: ArrivalKind, { payOutId, ...movement }: Arrival): Promise<ArrivalOutcome> =>
    inOne((ledger) =>
      end(ledger, { kind, of: 'pay-out', none: 'no-pay-out', id: payOutId }, movement, async (own) => ({
        from: await ledger.platformAccount('payout', REFUNDS),
        to: kind === 'pay-out-returned' ? own.available.id : await ledger.platformAccount('bank', REFUNDS),
      })),
    );

  return {
    topUp: (request) =>
      inOne(async (ledger) => {
        const { provider, ...sum } = request;
        mustBeMoney(sum.amountTiyin);
        const key = `${provider}:${sum.key}`;
        await ledger.open(sum.personId);
        const accounts = await lockOrThrow(ledger, sum.personId);
        const earlier = await ledger.byKey('top-up', key);
        if (earlier) {
          return isSame(earlier, sum)
            ? { outcome: 'credited', journalId: earlier.id, repeated: true }
            : { outcome: 'key-reused' };
        }
        const clearing = await ledger.platformAccount('clearing', provider);
        const journal = { ...sum, kind: 'top-up', key, resolvesId: null } as const;
        const journalId = await ledger.post(journal, clearing, accounts.available.id);
        return { outcome: 'credited', journalId, repeated: false };
      }),

    reverseTopUp: (request) =>
      inOne(async (ledger, tx) => {
        const { provider, ...sum } = request;
        mustBeMoney(sum.amountTiyin);
        const key = `${provider}:${sum.key}`;
        const accounts = await ledger.lock(sum.personId);
        const credited = await ledger.byKey('top-up', key);
        if (!credited || !accounts) return { outcome: 'no-top-up' };
        if (!isSame(credited, sum)) return { outcome: 'key-reused' };
        const earlier = await ledger.endOf(credited.id);
        if (earlier) return { outcome: 'reversed', journalId: earlier.id, repeated: true };
        // It leaves to the person as a refund does, by which debts are paid first.
        const owed = (await setOffsOf(tx, [sum.personId])).get(sum.personId)!;
        const missingTiyin = sum.amountTiyin - Math.max(0, accounts.available.balanceTiyin - owed);
        if (missingTiyin > 0) return { outcome: 'short', missingTiyin };
        const journal = { ...sum, kind: 'top-up-reversal', key, resolvesId: credited.id } as const;
        const clearing = await ledger.platformAccount('clearing', provider);
        const journalId = await ledger.post(journal, accounts.available.id, clearing);
        return { outcome: 'reversed', journalId, repeated: false };
      }),

    hold: (request) =>
      inOne(async (ledger) => {
        mustBeMoney(request.amountTiyin);
        const accounts = await ledger.lock(request.personId);
        const earlier = await ledger.byKey('hold', request.key);
        if (earlier) {
          return isSame(earlier, request)
            ? { outcome: 'held', holdId: earlier.id, repeated: true }
            : { outcome: 'key-reused' };
        }
        if (!accounts) return { outcome: 'short', missingTiyin: request.amountTiyin };
        const active = await ledger.activeHold(request.personId, request.reference);
        if (active) return { outcome: 'already-held', holdId: active.id };
        const missingTiyin = request.amountTiyin - accounts.available.balanceTiyin;
        if (missingTiyin > 0) return { outcome: 'short', missingTiyin };
        const journal = { ...request, kind: 'hold', resolvesId: null } as const;
        const holdId = await ledger.post(journal, accounts.available.id, accounts.held.id);
        return { outcome: 'held', holdId, repeated: false };
      }),

    pay: (request) =>
      inOne(async (ledger) => {
        mustBeMoney(request.amountTiyin);
        const accounts = await ledger.lock(request.personId);
        const earlier = await ledger.byKey('payment', request.key);
        if (earlier) {
          return isSame(earlier, request)
            ? { outcome: 'paid', journalId: earlier.id, repeated: true }
            : { outcome: 'key-reused' };
        }
        const { lateFeeTiyin = 0, ...payment } = request;
        if (lateFeeTiyin !== 0) mustBeMoney(lateFeeTiyin);
        const missingTiyin = payment.amountTiyin + lateFeeTiyin - (accounts?.available.balanceTiyin ?? 0);
        if (!accounts || missingTiyin > 0) return { outcome: 'short', missingTiyin };
        const journal = { ...payment, kind: 'payment', resolvesId: null } as const;
        const sales = await ledger.platformAccount('escrow', SALES);
        const journalId = await ledger.post(journal, accounts.available.id, sales);
        if (lateFeeTiyin > 0)
          await ledger.post(
            { ...journal, kind: 'sale-late-fee', amountTiyin: lateFeeTiyin, reason: 'a late payment' },
            accounts.available.id,
            sales,
          );
        return { outcome: 'paid', journalId, repeated: false };
      }),

    release: (request) => resolve('release', request),
    releaseForSetOff: (request) => resolve('refund-set-off', request),
    capture: (request) => resolve('capture', request),
    forfeit: (request) => resolve('forfeit', request),
    payOut: (request) => resolve('pay-out', request),
    settlePayOut: (request) => arrive('pay-out-settled', request),
    returnPayOut: (request) => arrive('pay-out-returned', request),

    owePenalty: (request) =>
      inOne(async (ledger) => {
        mustBeMoney(request.amountTiyin);
        await ledger.open(request.personId, ['available', 'held', 'receivable']);
        const accounts = await lockOrThrow(ledger, request.personId);
        const earlier = await ledger.byKey('penalty', request.key);
        if (earlier) {
          return isSame(earlier, request)
            ? { outcome: 'owed', journalId: earlier.id, repeated: true }
            : { outcome: 'key-reused' };
        }
        const penalties = await ledger.platformAccount('penalty', WITHDRAWALS);
        const journal = { ...request, kind: 'penalty', resolvesId: null } as const;
        const journalId = await ledger.post(journal, accounts.receivable!.id, penalties);
        return { outcome: 'owed', journalId, repeated: false };
      }),

    owedBy: async (personId) =>
      Math.abs((await createLedgerRepository(db).balanceOf(personId, 'receivable')) ?? 0),
    setOffsOf: (personIds) => setOffsOf(db, personIds),
    balanceOf: async (personId) => (await createLedgerRepository(db).balanceOf(personId, 'available')) ?? 0,
  };
}

/** What each of these humans owes under any account with a proven number, in tiyin. */
async function setOffsOf(on: AnyDb, personIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const accounts = await provenAccountsOfPersons(on, personIds);
  const balances = await createLedgerRepository(on).balancesOf(
    [...new Set([...accounts.values()].flat())],
    'receivable',
  );
  const owed = (ids: readonly string[]) => ids.reduce((sum, id) => sum - (balances.get(id) ?? 0), 0);
  return new Map([...accounts].map(([id, own]) => [id, owed(own)]));
}

const isSame = (journal: Journal, asked: Sum): boolean =>
  journal.personId === asked.personId &&
  journal.amountTiyin === asked.amountTiyin &&
  journal.reference === asked.reference;

async function lockOrThrow(ledger: LedgerRepository, personId: string): Promise<LockedAccounts> {
  const accounts = await ledger.lock(personId);
  if (!accounts) throw new Error(`the ledger has no accounts of person ${personId}`);
  return accounts;
}

function mustBeMoney(amountTiyin: number): void {
  if (!Number.isSafeInteger(amountTiyin) || amountTiyin <= 0) {
    throw new RangeError('money is a whole number of tiyin above zero');
  }
}

/** Holds every movement of a person's money up until the transaction ends, the first one included. */
export async function lockMoney(tx: AnyDb, personId: string): Promise<void> {
  const ledger = createLedgerRepository(tx);
  // What is not there cannot be locked.
  await ledger.open(personId);
  await ledger.lock(personId);
}
