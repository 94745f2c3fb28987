import { TRANSACTION_KINDS, type TransactionKind, type TransactionView } from '#shared/api/wallet.ts';
import { periodOf } from '#shared/time/period.ts';
import type { TransactionFilter, Transaction } from './wallet-view.repository.ts';

/** Movements after which the person can spend more. */
const INCOME: ReadonlySet<TransactionKind> = new Set(['top-up', 'release', 'pay-out-returned']);

export const typeOf = (kind: TransactionKind): 'income' | 'outgoing' =>
  INCOME.has(kind) ? 'income' : 'outgoing';

export interface AskedTransactions {
  type?: 'income' | 'outgoing' | undefined;
  kind?: TransactionKind | undefined;
  /** Days in Tashkent, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export function filterOf({ type, kind, from, to }: AskedTransactions): TransactionFilter {
  return {
    kinds: TRANSACTION_KINDS.filter((each) => (!type || typeOf(each) === type) && (!kind || each === kind)),
    ...periodOf({ from, to }),
  };
}

const SUBJECTS = ['lot', 'payment', 'refund'] as const;

/** `lot:17` read: what money moved for. */
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
}: Transaction): TransactionView => ({
  id,
  atMs: at.getTime(),
  kind,
  type: typeOf(kind),
  amountTiyin,
  about: aboutOf(reference),
  balanceTiyin,
  status: 'done',
});
