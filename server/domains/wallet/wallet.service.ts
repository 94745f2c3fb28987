import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import {
  createLedgerRepository,
  type Journal,
  type LedgerRepository,
  type LockedAccounts,
  type ResolutionKind,
} from './ledger.repository.ts';

interface Movement {
  /** Names the request: repeated with the same key, a call changes nothing and answers as it did, `repeated: true`. */
  key: string;
  /** Why, for whoever reads the ledger: a short stable word or sentence. */
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
export interface TopUp extends Sum {
  provider: string;
}

export type Hold = Sum;

export interface Resolution extends Movement {
  holdId: number;
}

/** This key was used for something else. */
interface KeyReused {
  outcome: 'key-reused';
}

export type TopUpOutcome = { outcome: 'credited'; journalId: number; repeated: boolean } | KeyReused;

export type HoldOutcome =
  | { outcome: 'held'; holdId: number; repeated: boolean }
  /** Nothing was written, so the same key may be tried again after a top-up. */
  | { outcome: 'short'; missingTiyin: number }
  | { outcome: 'already-held'; holdId: number }
  | KeyReused;

export type ResolutionOutcome =
  | { outcome: 'resolved'; journalId: number; repeated: boolean }
  /** Another request was first. */
  | { outcome: 'already-resolved'; by: ResolutionKind }
  | { outcome: 'no-hold' }
  | KeyReused;

export interface Wallet {
  /** A payment confirmed by a provider: its clearing account → available. Opens the person's accounts. */
  topUp(request: TopUp): Promise<TopUpOutcome>;
  /** available → held. */
  hold(request: Hold): Promise<HoldOutcome>;
  /** The hold ends, held → available: lost, cancelled, withdrawn. */
  release(request: Resolution): Promise<ResolutionOutcome>;
  /** The hold ends, held → what is paid for sales: it counts towards the price. */
  capture(request: Resolution): Promise<ResolutionOutcome>;
  /** The hold ends, held → forfeits: the winner declined or did not pay. */
  forfeit(request: Resolution): Promise<ResolutionOutcome>;
  /** What the person can spend, in tiyin; 0 without an account. */
  balanceOf(personId: string): Promise<number>;
}

/** Purpose of the platform's accounts that deposits of auctions go to. */
const SALES = 'sales';

/**
 * Money of people. Handed a transaction (READ COMMITTED), every call is a part of it, and the person's accounts stay
 * locked until it ends; whoever moves the money of several people in one goes by the order of their ids. Otherwise each
 * call is a transaction of its own. An expected "no" is an outcome. A sum that is no whole positive number is a
 * RangeError; a balance above 2^53−1 tiyin and one key used for two people at the same moment are refused by the
 * database (constraints `ledger_account_balance`, `ledger_journal_key`).
 */
export function createWallet(db: AnyDb): Wallet {
  const inOne = <Result>(work: (ledger: LedgerRepository) => Promise<Result>): Promise<Result> =>
    db.isTransaction
      ? work(createLedgerRepository(db))
      : inTransaction(db, (tx) => work(createLedgerRepository(tx)));

  const resolve = (kind: ResolutionKind, request: Resolution): Promise<ResolutionOutcome> =>
    inOne(async (ledger) => {
      const { holdId, ...movement } = request;
      const hold = await ledger.holdById(holdId);
      if (!hold) return { outcome: 'no-hold' };
      const accounts = await lockOrThrow(ledger, hold.personId);
      // Read under the lock: whoever else resolves this hold waits or has committed.
      const earlier = await ledger.resolutionOf(holdId);
      if (earlier) {
        return earlier.kind === kind && earlier.key === request.key
          ? { outcome: 'resolved', journalId: earlier.id, repeated: true }
          : { outcome: 'already-resolved', by: earlier.kind as ResolutionKind };
      }
      if (await ledger.byKey(kind, request.key)) return { outcome: 'key-reused' };
      const { personId, amountTiyin, reference } = hold;
      const journalId = await ledger.post(
        { ...movement, kind, personId, amountTiyin, reference, resolvesId: holdId },
        accounts.held.id,
        kind === 'release'
          ? accounts.available.id
          : await ledger.platformAccount(kind === 'capture' ? 'escrow' : 'forfeit', SALES),
      );
      return { outcome: 'resolved', journalId, repeated: false };
    });

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

    release: (request) => resolve('release', request),
    capture: (request) => resolve('capture', request),
    forfeit: (request) => resolve('forfeit', request),

    balanceOf: async (personId) => (await createLedgerRepository(db).balanceOf(personId)) ?? 0,
  };
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
