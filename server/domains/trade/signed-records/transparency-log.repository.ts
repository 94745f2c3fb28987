import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

export interface TransparencyTables {
  transparency_leaf: { position: number; document: string; leaf_hash: Buffer };
  transparency_checkpoint: { size: number; note: string };
}

export type TransparencyLogRepository = ReturnType<typeof createTransparencyLogRepository>;

export function createTransparencyLogRepository(db: Db<TransparencyTables>) {
  return {
    async size(): Promise<number> {
      const row = await db
        .selectFrom('transparency_leaf')
        .select('position')
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? row.position + 1 : 0;
    },

    /** Of these positions, oldest first. */
    async hashes(from: number, to: number): Promise<Buffer[]> {
      const rows = await db
        .selectFrom('transparency_leaf')
        .select('leaf_hash')
        .where('position', '>=', from)
        .where('position', '<', to)
        .orderBy('position')
        .execute();
      return rows.map(({ leaf_hash: hash }) => hash);
    },

    async documents(from: number, to: number): Promise<string[]> {
      const rows = await db
        .selectFrom('transparency_leaf')
        .select('document')
        .where('position', '>=', from)
        .where('position', '<', to)
        .orderBy('position')
        .execute();
      return rows.map(({ document }) => document);
    },

    async leaves(from: number, to: number): Promise<{ position: number; document: string; hash: Buffer }[]> {
      return db
        .selectFrom('transparency_leaf')
        .select(['position', 'document', 'leaf_hash as hash'])
        .where('position', '>=', from)
        .where('position', '<', to)
        .orderBy('position')
        .execute();
    },

    /** All that were given out, the smallest first. */
    checkpoints: (): Promise<{ size: number; note: string }[]> =>
      db.selectFrom('transparency_checkpoint').select(['size', 'note']).orderBy('size').execute(),

    async checkpoint(size: number): Promise<string | null> {
      const row = await db
        .selectFrom('transparency_checkpoint')
        .select('note')
        .where('size', '=', size)
        .executeTakeFirst();
      return row?.note ?? null;
    },

    /** Stores a checkpoint and returns the one that counts for its size: the first. */
    async addCheckpoint(size: number, note: string): Promise<string> {
      await db
        .insertInto('transparency_checkpoint')
        .values({ size, note })
        .onConflict((conflict) => conflict.column('size').doNothing())
        .execute();
      return (await this.checkpoint(size)) ?? note;
    },
  };
}

/** Appends a leaf, one writer at a time; in the transaction that stores what it is about. */
export async function appendLeaf(tx: Db<TransparencyTables>, document: string, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('transparency log'))`.execute(tx);
  await sql`
    insert into transparency_leaf (position, document, leaf_hash)
    select coalesce(max(position) + 1, 0), ${document}, ${hash} from transparency_leaf`.execute(tx);
}
