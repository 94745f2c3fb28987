import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { TransactionKind } from '#shared/api/cabinet/wallet.ts';
import type { JournalKind, LedgerTables, PersonAccountKind } from './ledger.repository.ts';

export interface TransactionFilter {
  kinds: readonly TransactionKind[];
  /** From this instant, and before that one. */
  since?: Date;
  before?: Date;
}

export interface Transaction {
  id: number;
  at: Date;
  kind: TransactionKind;
  amountTiyin: number;
  reference: string;
  /** Available and held balance right after it. */
  balanceTiyin: number;
  heldTiyin: number;
}

export interface ActiveHold {
  id: number;
  amountTiyin: number;
  reference: string;
  at: Date;
}

export interface Balances {
  availableTiyin: number;
  heldTiyin: number;
}

export type WalletView = ReturnType<typeof createWalletView>;

/** Balances and movements for their owners. */
export function createWalletView(db: Db<LedgerTables>) {
  const movements = (personId: string, { kinds, since, before }: TransactionFilter) => {
    let query = db
      .selectFrom('ledger_journal as journal')
      .where('journal.person_id', '=', personId)
      .where('journal.kind', 'in', kinds as JournalKind[]);
    if (since) query = query.where('journal.posted_at', '>=', since);
    if (before) query = query.where('journal.posted_at', '<', before);
    return query;
  };

  /**
   * Balance of one of the person's accounts right after a journal: of the newest entry up to it. Journals of a person are
   * numbered in the order of their entries, because the accounts are locked before a journal is written. The account is named
   * by its number, so that the index of its entries is read: an account without any would be looked for in all others' entries.
   */
  const balanceAfter = (kind: PersonAccountKind) => sql<number>`coalesce((
    select entry.balance_tiyin from ledger_entry as entry
    where entry.journal_id <= journal.id and entry.account_id = (
      select account.id from ledger_account as account
      where account.person_id = journal.person_id and account.purpose is null and account.kind = ${kind}
    )
    order by entry.journal_id desc limit 1
  ), 0)`;

  return {
    /** Newest first; `beforeId`: those older than this one. */
    transactions: (
      personId: string,
      filter: TransactionFilter,
      page: { limit: number; offset: number; beforeId?: number },
    ): Promise<Transaction[]> =>
      (page.beforeId === undefined
        ? movements(personId, filter)
        : movements(personId, filter).where('journal.id', '<', page.beforeId)
      )
        .select(['journal.id', 'journal.posted_at as at', 'journal.reference'])
        .select(sql<TransactionKind>`journal.kind`.as('kind'))
        .select('journal.amount_tiyin as amountTiyin')
        .select([balanceAfter('available').as('balanceTiyin'), balanceAfter('held').as('heldTiyin')])
        .orderBy('journal.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countTransactions(personId: string, filter: TransactionFilter): Promise<number> {
      const row = await movements(personId, filter)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return row.count;
    },

    async balances(personId: string): Promise<Balances> {
      const rows = await db
        .selectFrom('ledger_account')
        .select(['kind', 'balance_tiyin as balanceTiyin'])
        .where('person_id', '=', personId)
        .execute();
      const of = (kind: string) => rows.find((row) => row.kind === kind)?.balanceTiyin ?? 0;
      return { availableTiyin: of('available'), heldTiyin: of('held') };
    },

    /** Active holds, newest first. */
    activeHolds: (personId: string): Promise<ActiveHold[]> =>
      db
        .selectFrom('ledger_journal as hold')
        .select(['hold.id', 'hold.amount_tiyin as amountTiyin', 'hold.reference', 'hold.posted_at as at'])
        .where('hold.person_id', '=', personId)
        .where('hold.kind', '=', 'hold')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ledger_journal as end')
                .select('end.id')
                .whereRef('end.resolves_id', '=', 'hold.id'),
            ),
          ),
        )
        .orderBy('hold.id', 'desc')
        .execute(),
  };
}
