import type { AnyDb } from '#server/platform/database/index.ts';
import type { TwoApproversBecause } from '#shared/trade/staff-money.ts';
import type { Refund } from './refunds.repository.ts';

interface Movement {
  key: string;
  reason: string;
  /** A person's id or `system`. */
  actor: string;
}

interface Ended {
  outcome: 'resolved';
  journalId: number;
}

/** The wallet's calls for outgoing money, within the caller's transaction. */
export interface OutgoingWallet {
  hold(
    request: Movement & { personId: string; amountTiyin: number; reference: string },
  ): Promise<
    | { outcome: 'held'; holdId: number }
    | { outcome: 'short'; missingTiyin: number }
    | { outcome: 'already-held' | 'key-reused' }
  >;
  release(request: Movement & { holdId: number }): Promise<Ended | { outcome: string }>;
  /** The sum is on the balance again, to pay what the person owes. */
  releaseForSetOff(request: Movement & { holdId: number }): Promise<Ended | { outcome: string }>;
  /** What a sum that leaves to each of these accounts pays first, in tiyin. */
  setOffsOf(personIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  payOut(request: Movement & { holdId: number }): Promise<Ended | { outcome: string }>;
  settlePayOut(request: Movement & { payOutId: number }): Promise<Ended | { outcome: string }>;
  returnPayOut(request: Movement & { payOutId: number }): Promise<Ended | { outcome: string }>;
}

/** What people owe, within the caller's transaction. */
interface RefundDebts {
  /** Pays what the account owes with a sum that would leave to it. @returns how much stays here, in tiyin */
  setOff(
    tx: AnyDb,
    sum: {
      personId: string;
      sumTiyin: number;
      reference: string;
      key: string;
      actor: string;
      /** Moves so much of it to the balance. */
      bring(tiyin: number): Promise<void>;
    },
  ): Promise<number>;
}

/** Subject of the notification, written in the same transaction. */
type RefundChange =
  | { kind: 'refund-requested' | 'refund-paid' | 'refund-refused'; refund: Refund }
  | { kind: 'debts-set-off'; refund: Refund; amountTiyin: number };

export interface RefundVerdict {
  approvers: 1 | 2;
  because: TwoApproversBecause | null;
  refused: 'own-money' | 'second-person' | null;
}

interface JudgedRefund {
  ref: string;
  amountTiyin: number;
  personIds: readonly string[];
}

interface ActingOnRefund {
  by: string | null;
  before: readonly string[];
}

/** How many approve a refund besides the one who sends it, and who may not. */
export interface RefundJudge {
  /** Before all other locks. */
  lock(tx: AnyDb): Promise<void>;
  judge(on: AnyDb, item: JudgedRefund, acting: ActingOnRefund): Promise<RefundVerdict>;
  /** Has another payment been noted as paid by this document of the bank? Asked under `lock`. */
  isDocumentUsed(tx: AnyDb, paid: { document: string; amountTiyin: number }): Promise<boolean>;
  /** The verdicts of many, in their order. */
  judgeAll(
    on: AnyDb,
    judged: readonly { item: JudgedRefund; acting: ActingOnRefund }[],
  ): Promise<RefundVerdict[]>;
}

export interface RefundPorts {
  db: AnyDb;
  walletIn: (tx: AnyDb) => OutgoingWallet;
  notify: (tx: AnyDb, news: RefundChange) => Promise<void>;
  /** Writes to the actor's action log. */
  record: (
    tx: AnyDb,
    action: { personId: string; action: string; reason?: string | null; address: string },
  ) => Promise<void>;
  /** Do both accounts belong to one person? */
  isSamePerson: (on: AnyDb, one: string, other: string) => Promise<boolean>;
  judge: RefundJudge;
  debts: RefundDebts;
  limits: RefundLimits;
}

export interface RefundLimits {
  minTiyin: number;
  maxTiyin: number;
}

/** A refund, to be judged. */
export const moneyOf = (refund: Pick<Refund, 'id' | 'amount_tiyin' | 'person_id'>) => ({
  ref: refundReference(refund),
  amountTiyin: refund.amount_tiyin,
  personIds: [refund.person_id],
});

/** Reference of a refund in the ledger: `refund:17`. */
export const refundReference = ({ id }: Pick<Refund, 'id'>): string => `refund:${id}`;
