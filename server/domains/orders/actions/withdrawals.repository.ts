import { sql, type Generated, type GeneratedAlways, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

interface WithdrawalTables {
  order_withdrawal: {
    id: GeneratedAlways<number>;
    order_id: number;
    person_id: string;
    count: number;
    multiple: number;
    penalty_tiyin: number;
    withdrawn_at: Generated<Date>;
    journal_id: number | null;
    paid_at: Date | null;
  };
}

export type StoredWithdrawal = Selectable<WithdrawalTables['order_withdrawal']>;

const LISTED_MAX = 200;

export function createWithdrawalsRepository(db: Db<WithdrawalTables>) {
  return {
    /** Serialises withdrawals of one person until the transaction ends, so that counting them is right. */
    async lockPerson(personId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`order-withdrawals:${personId}`}, 0))`.execute(
        db,
      );
    },

    async count(personId: string): Promise<number> {
      const { count } = await db
        .selectFrom('order_withdrawal')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
      return count;
    },

    async add(row: {
      orderId: number;
      personId: string;
      count: number;
      multiple: number;
      penaltyTiyin: number;
      journalId: number | null;
    }): Promise<void> {
      await db
        .insertInto('order_withdrawal')
        .values({
          ...{ order_id: row.orderId, person_id: row.personId, count: row.count, multiple: row.multiple },
          ...{ penalty_tiyin: row.penaltyTiyin, journal_id: row.journalId },
        })
        .execute();
    },

    ofOrder: (orderId: number): Promise<StoredWithdrawal | undefined> =>
      db.selectFrom('order_withdrawal').selectAll().where('order_id', '=', orderId).executeTakeFirst(),

    /** Newest first. */
    ofPerson: (personId: string): Promise<StoredWithdrawal[]> =>
      db
        .selectFrom('order_withdrawal')
        .selectAll()
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .limit(LISTED_MAX)
        .execute(),

    /** Locked until the transaction ends; undefined: the person has no such withdrawal. */
    lock: (id: number, personId: string): Promise<StoredWithdrawal | undefined> =>
      db
        .selectFrom('order_withdrawal')
        .selectAll()
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .forUpdate()
        .executeTakeFirst(),

    async paid(id: number): Promise<void> {
      await db
        .updateTable('order_withdrawal')
        .set({ paid_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    },
  };
}
