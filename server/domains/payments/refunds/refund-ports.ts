import type { AnyDb } from '#server/platform/database/index.ts';
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

/** The wallet's calls for money that goes back, within a transaction it is handed. */
export interface OutgoingWallet {
  hold(
    request: Movement & { personId: string; amountTiyin: number; reference: string },
  ): Promise<
    | { outcome: 'held'; holdId: number }
    | { outcome: 'short'; missingTiyin: number }
    | { outcome: 'already-held' | 'key-reused' }
  >;
  release(request: Movement & { holdId: number }): Promise<Ended | { outcome: string }>;
  payOut(request: Movement & { holdId: number }): Promise<Ended | { outcome: string }>;
  settlePayOut(request: Movement & { payOutId: number }): Promise<Ended | { outcome: string }>;
  returnPayOut(request: Movement & { payOutId: number }): Promise<Ended | { outcome: string }>;
}

/** What the person is told, in the transaction that makes it true. */
export interface RefundNews {
  kind: 'refund-requested' | 'refund-paid' | 'refund-refused';
  refund: Refund;
}

export interface RefundPorts {
  db: AnyDb;
  walletIn: (tx: AnyDb) => OutgoingWallet;
  tell: (tx: AnyDb, news: RefundNews) => Promise<void>;
  /** Entry in the action log of whoever acted. */
  record: (
    tx: AnyDb,
    action: { personId: string; action: string; reason?: string | null; address: string },
  ) => Promise<void>;
  /** Do both accounts belong to one person, who is then one approval? */
  isSamePerson: (on: AnyDb, one: string, other: string) => Promise<boolean>;
  limits: RefundLimits;
}

export interface RefundLimits {
  minTiyin: number;
  maxTiyin: number;
  /** What one person asks for within 24 hours, above this in all, needs a second member of staff. */
  secondPersonTiyin: number;
}

/** What the ledger writes beside a refund's money: `refund:17`. */
export const refundReference = ({ id }: Pick<Refund, 'id'>): string => `refund:${id}`;
