import { sql, type Generated, type GeneratedAlways, type Selectable } from 'kysely';
import { accountsOfPerson, actedUnderNumber } from '#server/domains/people/accounts/index.ts';
import { lockNamed, type Db } from '#server/platform/database/index.ts';

interface WithdrawalTables {
  order_withdrawal: {
    id: GeneratedAlways<number>;
    order_id: number;
    /** null: withdrawn by an earlier release. */
    lot_id: number | null;
    /** A sale that was cancelled because its seller did not hand it over; null: the order was withdrawn from trade. */
    settlement_id: number | null;
    person_id: string;
    count: number;
    multiple: number;
    penalty_tiyin: number;
    withdrawn_at: Generated<Date>;
    journal_id: number | null;
  };
  /** Owned by lots: withdrawals that were asked for and are not done. */
  lot_withdrawal: { lot_id: number; person_id: string; done_at: Date | null };
  /** Owned by wallet: what a withdrawal costs is paid there. */
  ledger_journal: { id: GeneratedAlways<number>; resolves_id: number | null; posted_at: Date };
}

export type StoredWithdrawal = Selectable<WithdrawalTables['order_withdrawal']> & {
  /** Of the penalty; null: not paid, or there is none. */
  paid_at: Date | null;
};

const LISTED_MAX = 200;

export function createWithdrawalsRepository(db: Db<WithdrawalTables>) {
  const withdrawals = () =>
    db
      .selectFrom('order_withdrawal as w')
      .leftJoin('ledger_journal as paid', 'paid.resolves_id', 'w.journal_id')
      .select([
        'w.id',
        'w.order_id',
        'w.lot_id',
        'w.settlement_id',
        'w.person_id',
        'w.count',
        'w.multiple',
        'w.penalty_tiyin',
      ])
      .select(['w.withdrawn_at', 'w.journal_id', 'paid.posted_at as paid_at']);

  return {
    /**
     * Serialises withdrawals of one person, under any account, until the transaction ends, so that counting them is right. From now
     * on they count against everybody who has the number in whose name this is done.
     */
    async lockPerson(personId: string): Promise<void> {
      await actedUnderNumber(db, personId);
      for (const id of await accountsOfPerson(db, personId)) await lockNamed(db, `order-withdrawals:${id}`);
    },

    /** Withdrawals of the person, under any account. */
    async count(personId: string): Promise<number> {
      const { count } = await db
        .selectFrom('order_withdrawal')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('person_id', 'in', await accountsOfPerson(db, personId))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Of the person's next withdrawal, under any account: several that wait for their rooms at once are done in any order. */
    async nextNumber(personId: string): Promise<number> {
      const { next } = await db
        .selectFrom('order_withdrawal')
        .select(sql<number>`(greatest(count(*), max(count)) + 1)::int`.as('next'))
        .where('person_id', 'in', await accountsOfPerson(db, personId))
        .executeTakeFirstOrThrow();
      return next;
    },

    /** Withdrawals that the person asked for, under any account, and that are not done; not of this lot. */
    async countUnderway(personId: string, exceptLotId: number | null): Promise<number> {
      const { count } = await db
        .selectFrom('lot_withdrawal')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('person_id', 'in', await accountsOfPerson(db, personId))
        .where('done_at', 'is', null)
        .$if(exceptLotId !== null, (query) => query.where('lot_id', '<>', exceptLotId!))
        .executeTakeFirstOrThrow();
      return count;
    },

    async add(row: {
      orderId: number;
      lotId: number;
      settlementId: number | null;
      personId: string;
      count: number;
      multiple: number;
      penaltyTiyin: number;
      journalId: number | null;
    }): Promise<void> {
      await db
        .insertInto('order_withdrawal')
        .values({
          order_id: row.orderId,
          lot_id: row.lotId,
          settlement_id: row.settlementId,
          person_id: row.personId,
          count: row.count,
          multiple: row.multiple,
          penalty_tiyin: row.penaltyTiyin,
          journal_id: row.journalId,
        })
        .execute();
    },

    /** The newest withdrawal of this order from trade since then; an order that is put on trade again may be withdrawn again. */
    ofOrderSince: (orderId: number, since: Date): Promise<StoredWithdrawal | undefined> =>
      withdrawals()
        .where('w.order_id', '=', orderId)
        .where('w.settlement_id', 'is', null)
        .where('w.withdrawn_at', '>=', since)
        .orderBy('w.id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Newest first. */
    ofPerson: (personId: string): Promise<StoredWithdrawal[]> =>
      withdrawals().where('w.person_id', '=', personId).orderBy('w.id', 'desc').limit(LISTED_MAX).execute(),
  };
}
