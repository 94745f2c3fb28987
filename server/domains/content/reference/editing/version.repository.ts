import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { ReferenceTables } from '../reference-tables.ts';

/** In the transaction of a change: processes that cached the lists read them again. */
export async function countVersion(db: Db<ReferenceTables>): Promise<void> {
  await db
    .updateTable('reference_version')
    .set({ version: sql`version + 1` })
    .execute();
}
