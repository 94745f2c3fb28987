import { sql } from 'kysely';
import { sumRows, type Db, type Summed } from '#server/platform/database/index.ts';
import { DEBT_KINDS, type DEBT_STATES, type DebtKind } from '#shared/api/console/debts.ts';
import type { LedgerTables } from '../ledger.repository.ts';
import { OWING_ACCOUNTS } from './debt-ways.ts';

export interface Debt {
  id: number;
  kind: DebtKind;
  personId: string;
  amountTiyin: number;
  reference: string;
  at: Date;
  /** null: it is owed. */
  paidAt: Date | null;
}

export interface DebtFilter {
  state: (typeof DEBT_STATES)[number] | 'all';
  kinds?: readonly DebtKind[] | undefined;
  personIds?: readonly string[] | undefined;
}

/** Debts are movements of the ledger that nothing, or a payment, has ended. */
export function createDebtsRepository(db: Db<LedgerTables>) {
  const matching = ({ state, kinds = DEBT_KINDS, personIds }: DebtFilter) =>
    db
      .selectFrom('ledger_journal as debt')
      .leftJoin('ledger_journal as paying', 'paying.resolves_id', 'debt.id')
      .where('debt.kind', 'in', kinds)
      .$if(personIds !== undefined, (query) => query.where('debt.person_id', 'in', personIds!))
      .$if(state === 'unpaid', (query) => query.where('paying.id', 'is', null))
      .$if(state === 'paid', (query) => query.where('paying.id', 'is not', null));
  const columns = (query: ReturnType<typeof matching>) =>
    query
      .select(['debt.id', 'debt.person_id as personId', 'debt.amount_tiyin as amountTiyin', 'debt.reference'])
      .select(['debt.posted_at as at', 'paying.posted_at as paidAt', sql<DebtKind>`debt.kind`.as('kind')]);

  return {
    /** What is owed comes first. @param order of it: the newest or the oldest first */
    page: (
      filter: DebtFilter,
      { limit, offset, order }: { limit: number; offset: number; order: 'newest' | 'oldest' },
    ): Promise<Debt[]> =>
      columns(matching(filter))
        .orderBy(sql`paying.id is not null`)
        .orderBy('debt.id', order === 'newest' ? 'desc' : 'asc')
        .limit(limit)
        .offset(offset)
        .execute(),

    async count(filter: DebtFilter): Promise<number> {
      const { total } = await matching(filter)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** @param most counts no further */
    sum: (filter: DebtFilter, most: number): Promise<Summed<'amountTiyin'>> =>
      sumRows(db, matching(filter), { amountTiyin: 'debt.amount_tiyin' }, most),

    /** Unpaid debts of one account, the oldest first. */
    unpaidIds: async (personId: string): Promise<number[]> =>
      (
        await matching({ state: 'unpaid', personIds: [personId] })
          .select('debt.id')
          .orderBy('debt.id')
          .execute()
      ).map(({ id }) => id),

    /** Those of these that this account owes or owed, the oldest first. */
    ofAccount: (personId: string, ids: readonly number[]): Promise<Debt[]> =>
      columns(matching({ state: 'all', personIds: [personId] }))
        .where('debt.id', 'in', ids)
        .orderBy('debt.id')
        .execute(),

    /** What is owed, in tiyin; by these accounts, or by all. */
    async owed(personIds?: readonly string[]): Promise<number> {
      const { sum } = await db
        .selectFrom('ledger_account')
        .select(sql<number>`coalesce(-sum(balance_tiyin), 0)::bigint`.as('sum'))
        .where('kind', 'in', OWING_ACCOUNTS)
        .$if(personIds !== undefined, (query) => query.where('person_id', 'in', personIds!))
        .executeTakeFirstOrThrow();
      return Number(sum);
    },

    /** What each of these accounts owes that owes anything, in tiyin. */
    async owedByAccount(personIds: readonly string[]): Promise<Map<string, number>> {
      if (personIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('ledger_account')
        .select(['person_id as personId', sql<number>`(-sum(balance_tiyin))::bigint`.as('sum')])
        .where('kind', 'in', OWING_ACCOUNTS)
        .where('person_id', 'in', personIds)
        .groupBy('person_id')
        .execute();
      return new Map(rows.map(({ personId, sum }) => [personId!, Number(sum)]));
    },
  };
}
