import {
  TRANSACTION_KINDS,
  type TransactionKind,
  type TransactionType,
  type TransactionView,
} from '#shared/api/cabinet/wallet.ts';
import { periodOf } from '#shared/time/period.ts';
import type { TransactionFilter, Transaction } from './wallet-view.repository.ts';

const TYPE_OF: Record<TransactionKind, TransactionType> = {
  'top-up': 'income',
  'top-up-reversal': 'outgoing',
  hold: 'held',
  release: 'held',
  capture: 'outgoing',
  forfeit: 'outgoing',
  'pay-out': 'outgoing',
  'pay-out-returned': 'income',
  'penalty-paid': 'outgoing',
  payment: 'outgoing',
  'sale-back': 'income',
  'sale-claim-paid': 'outgoing',
  'buyer-claim-paid': 'income',
  'sale-late-fee': 'outgoing',
  'sale-set-off': 'income',
  'refund-set-off': 'held',
  'set-off': 'outgoing',
  'set-off-back': 'income',
  'own-debt-out': 'outgoing',
  'own-debt-in': 'income',
  'credit-claim-paid': 'outgoing',
  'credit-moved': 'income',
};

/** Movements that reduce the held balance. */
const FROM_HELD: ReadonlySet<TransactionKind> = new Set(['capture', 'forfeit', 'pay-out']);

export interface TransactionQuery {
  type?: TransactionType | undefined;
  kind?: TransactionKind | undefined;
  /** Days in Tashkent, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

export function filterOf({ type, kind, from, to }: TransactionQuery): TransactionFilter {
  return {
    kinds: TRANSACTION_KINDS.filter((each) => (!type || TYPE_OF[each] === type) && (!kind || each === kind)),
    ...periodOf({ from, to }),
  };
}

const SUBJECTS = ['lot', 'order', 'payment', 'refund'] as const;

/** Parses a reference such as `lot:17`. */
export function aboutOf(reference: string): TransactionView['about'] {
  const [kind, id] = reference.split(':');
  const known = SUBJECTS.find((subject) => subject === kind);
  return known && id ? { kind: known, id } : { kind: 'other', id: null };
}

export const shown = ({
  id,
  at,
  kind,
  amountTiyin,
  reference,
  balanceTiyin,
  heldTiyin,
}: Transaction): TransactionView => ({
  id,
  atMs: at.getTime(),
  kind,
  type: TYPE_OF[kind],
  amountTiyin,
  fromHeld: FROM_HELD.has(kind),
  about: aboutOf(reference),
  balanceTiyin,
  heldTiyin,
  status: 'done',
});
