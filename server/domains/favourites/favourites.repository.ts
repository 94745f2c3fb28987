import { sql, type Generated } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';

/** `lot` belongs to lots: read here to know whether it exists. */
interface FavouriteTables {
  favourite_lot: { id: Generated<number>; person_id: string; lot_id: number; added_at: Generated<Date> };
  lot: { id: number };
}

export type FavouritesRepository = ReturnType<typeof createFavouritesRepository>;

export function createFavouritesRepository(db: Db<FavouriteTables>) {
  return {
    /** Keeps a lot, unless the person has `max` others. Adding what is there changes nothing, also when it is full. */
    add: (personId: string, lotId: number, max: number): Promise<'kept' | 'full' | 'no-lot'> =>
      inTransaction(db, async (tx) => {
        // One person's additions one after another, so that the count below holds.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`favourites:${personId}`}, 0))`.execute(tx);
        // Kept from deletion until this transaction ends.
        const lot = await tx
          .selectFrom('lot')
          .select('id')
          .where('id', '=', lotId)
          .forKeyShare()
          .executeTakeFirst();
        if (!lot) return 'no-lot';
        const mine = tx.selectFrom('favourite_lot').where('person_id', '=', personId);
        if (await mine.select('id').where('lot_id', '=', lotId).executeTakeFirst()) return 'kept';
        const { count } = await mine
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= max) return 'full';
        await tx.insertInto('favourite_lot').values({ person_id: personId, lot_id: lotId }).execute();
        return 'kept';
      }),

    async remove(personId: string, lotId: number): Promise<void> {
      await db
        .deleteFrom('favourite_lot')
        .where('person_id', '=', personId)
        .where('lot_id', '=', lotId)
        .execute();
    },

    /** Ids of the person's lots, the one added last first. */
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
