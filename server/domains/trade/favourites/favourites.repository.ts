import { type Generated } from 'kysely';
import { inTransaction, lockNamed, type Db } from '#server/platform/database/index.ts';

/** `lot` is owned by lots: read here to check that a lot exists. */
interface FavouriteTables {
  favourite_lot: { id: Generated<number>; person_id: string; lot_id: number; added_at: Generated<Date> };
  lot: { id: number; rehearsal: boolean };
}

export type FavouritesRepository = ReturnType<typeof createFavouritesRepository>;

export function createFavouritesRepository(db: Db<FavouriteTables>) {
  return {
    /** Adds a lot, unless the person has `max` others. Adding a lot again changes nothing, even when the list is full. */
    add: (personId: string, lotId: number, max: number): Promise<'saved' | 'full' | 'no-lot'> =>
      inTransaction(db, async (tx) => {
        // Serialises one person's additions, so that the count below is right.
        await lockNamed(tx, `favourites:${personId}`);
        // Locked against deletion until this transaction ends.
        const lot = await tx
          .selectFrom('lot')
          .select('id')
          .where('id', '=', lotId)
          .where('rehearsal', '=', false)
          .forKeyShare()
          .executeTakeFirst();
        if (!lot) return 'no-lot';
        const mine = tx.selectFrom('favourite_lot').where('person_id', '=', personId);
        if (await mine.select('id').where('lot_id', '=', lotId).executeTakeFirst()) return 'saved';
        const { count } = await mine
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= max) return 'full';
        await tx.insertInto('favourite_lot').values({ person_id: personId, lot_id: lotId }).execute();
        return 'saved';
      }),

    async remove(personId: string, lotId: number): Promise<void> {
      await db
        .deleteFrom('favourite_lot')
        .where('person_id', '=', personId)
        .where('lot_id', '=', lotId)
        .execute();
    },

    /** How many people have marked each lot; lots that none has are left out. */
    async countOf(lotIds: readonly number[]): Promise<Map<number, number>> {
      if (lotIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('favourite_lot')
        .select((eb) => ['lot_id', eb.fn.countAll<number>().as('people')])
        .where('lot_id', 'in', lotIds)
        .groupBy('lot_id')
        .execute();
      return new Map(rows.map(({ lot_id, people }) => [lot_id, people]));
    },

    /** People who have marked the lot. */
    async peopleOf(lotId: number): Promise<string[]> {
      const rows = await db
        .selectFrom('favourite_lot')
        .select('person_id')
        .where('lot_id', '=', lotId)
        .orderBy('person_id')
        .execute();
      return rows.map(({ person_id }) => person_id);
    },

    /** Marks follow a lot to another one that no one has marked. Returns whose they are, in their order. */
    async moveTo(tx: Db<FavouriteTables>, fromLotId: number, toLotId: number): Promise<string[]> {
      const rows = await tx
        .updateTable('favourite_lot')
        .set({ lot_id: toLotId })
        .where('lot_id', '=', fromLotId)
        .returning('person_id')
        .execute();
      return rows.map(({ person_id }) => person_id).toSorted();
    },

    /** Ids of the person's lots, last added first. */
    async ids(personId: string): Promise<number[]> {
      const rows = await db
        .selectFrom('favourite_lot')
        .select('lot_id')
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => row.lot_id);
    },
  };
}
