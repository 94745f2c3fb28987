import { type Generated, type GeneratedAlways, type Selectable } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';

interface SellerTables {
  authorised_seller_mark: {
    id: GeneratedAlways<number>;
    person_id: string;
    authorised: boolean;
    marked_by: string;
    reason: string;
    at: Generated<Date>;
  };
}

export type SellerMark = Selectable<SellerTables['authorised_seller_mark']>;

/** Append-only: the last mark of a person is in force. */
export function createAuthorisedSellersRepository(db: Db<SellerTables>) {
  /** Marks in force that authorise. */
  const inForce = () =>
    db
      .selectFrom('authorised_seller_mark as mark')
      .where('mark.authorised', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('authorised_seller_mark as newer')
              .select('newer.id')
              .whereRef('newer.person_id', '=', 'mark.person_id')
              .whereRef('newer.id', '>', 'mark.id'),
          ),
        ),
      );

  return {
    /** Serialises marks of one person until the transaction ends. */
    async lockPerson(personId: string): Promise<void> {
      await lockNamed(db, `authorised-seller:${personId}`);
    },

    /** Those of these who are. */
    async authorisedOf(personIds: readonly string[]): Promise<Set<string>> {
      if (personIds.length === 0) return new Set();
      const last = await db
        .selectFrom('authorised_seller_mark')
        .distinctOn('person_id')
        .select(['person_id', 'authorised'])
        .where('person_id', 'in', personIds)
        .orderBy('person_id')
        .orderBy('id', 'desc')
        .execute();
      return new Set(last.flatMap(({ person_id: id, authorised }) => (authorised ? [id] : [])));
    },

    /** Who made the last mark of the person; null: there is none. */
    async lastMarkedBy(personId: string): Promise<string | null> {
      const row = await db
        .selectFrom('authorised_seller_mark')
        .select('marked_by')
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.marked_by ?? null;
    },

    async mark(personId: string, authorised: boolean, by: string, reason: string): Promise<void> {
      await db
        .insertInto('authorised_seller_mark')
        .values({ person_id: personId, authorised, marked_by: by, reason })
        .execute();
    },

    /** The last marked first. */
    list: (page: { limit: number; offset: number }): Promise<SellerMark[]> =>
      inForce().selectAll('mark').orderBy('mark.id', 'desc').limit(page.limit).offset(page.offset).execute(),

    async count(): Promise<number> {
      const { total } = await inForce()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
