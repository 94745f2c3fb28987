import type { Generated, Kysely } from 'kysely';

interface BackfillTables {
  backfill: { name: string; version: number; after_id: Generated<number>; done_at: Date | null };
}

export interface Backfill {
  /** Of what is computed again. */
  name: string;
  /** Raised when the code computes it in another way. */
  version: number;
  /** Writes the next rows behind an id; answers the last id of them, null where there are none. A repeat changes nothing. */
  batch(afterId: number): Promise<number | null>;
}

/**
 * Goes once over all rows for each version of what the code stores in them. The place is written after each batch, so that a
 * restart continues there. Rows written meanwhile have the new form already.
 */
export async function runBackfill<Tables>(
  anyDb: Kysely<Tables>,
  { name, version, batch }: Backfill,
): Promise<void> {
  const db = anyDb as unknown as Kysely<BackfillTables>;
  await db
    .insertInto('backfill')
    .values({ name, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const place = db.selectFrom('backfill').select(['after_id', 'done_at']);
  const { after_id, done_at } = await place
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (done_at !== null) return;
  for (let after: number | null = after_id; after !== null;) {
    after = await batch(after);
    await db
      .updateTable('backfill')
      .set(after === null ? { done_at: new Date() } : { after_id: after })
      .where('name', '=', name)
      .where('version', '=', version)
      .execute();
  }
}
