import type { AnyDb } from '#server/platform/database/index.ts';
import { DEBT_KINDS, type DebtKind } from '#shared/api/console/debts.ts';
import type { JournalKind, PersonAccountKind } from '../ledger.repository.ts';

interface DebtWay {
  /** The movement by which a debt of the kind is paid. */
  paidBy: JournalKind;
  /** The account of the person that shows what is owed. */
  account: PersonAccountKind;
}

/** How each kind of debt is owed and paid. */
export const DEBT_WAYS: Readonly<Record<DebtKind, DebtWay>> = {
  penalty: { paidBy: 'penalty-paid', account: 'receivable' },
  'sale-claim': { paidBy: 'sale-claim-paid', account: 'receivable' },
  'credit-claim': { paidBy: 'credit-claim-paid', account: 'receivable' },
};

/** Accounts of a person that show what is owed. */
export const OWING_ACCOUNTS: readonly PersonAccountKind[] = [
  ...new Set(DEBT_KINDS.map((kind) => DEBT_WAYS[kind].account)),
];

/** The rows of a domain that show debts of one kind, in the transaction that pays some of them. */
export interface DebtBook {
  /**
   * Locks the rows of these debts, before accounts are locked. @param ids journals, in order
   * @returns who gets money when they are paid
   */
  lock(tx: AnyDb, ids: readonly number[]): Promise<readonly string[]>;
  /** Moves on what was paid, in the transaction that pays it, which has the accounts of all of them locked. */
  paid(tx: AnyDb, ids: readonly number[], actor: string): Promise<void>;
}
