import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { rootOf } from './merkle-tree.ts';
import { TILE_WIDTH } from './tiles.ts';

export interface TransparencyTables {
  transparency_leaf: { position: number; document: string; leaf_hash: Buffer };
  transparency_checkpoint: { size: number; note: string };
  transparency_cosignature: { witness: string; size: number; line: string };
  transparency_tile: { level: number; index: number; root: Buffer };
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

    /** Of leaves (level 0) or the roots of whole tiles one level below, at these places, oldest first. */
    hashes: (level: number, from: number, to: number): Promise<Buffer[]> => hashesAt(db, level, from, to),

    /** Roots of all whole tiles, by level and place. */
    tiles: (): Promise<{ level: number; index: number; root: Buffer }[]> =>
      db
        .selectFrom('transparency_tile')
        .select(['level', 'index', 'root'])
        .orderBy('level')
        .orderBy('index')
        .execute(),

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

    /** The smallest that was given out of a tree with this leaf; null: none has it yet. */
    async checkpointWith(position: number): Promise<{ size: number; note: string } | null> {
      const row = await db
        .selectFrom('transparency_checkpoint')
        .select(['size', 'note'])
        .where('size', '>', position)
        .orderBy('size')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    async lastCheckpoint(): Promise<{ size: number; note: string } | null> {
      const row = await db
        .selectFrom('transparency_checkpoint')
        .select(['size', 'note'])
        .orderBy('size', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Size of the last state that a witness signed; 0: none. */
    async lastCosigned(witness: string): Promise<number> {
      const row = await db
        .selectFrom('transparency_cosignature')
        .select('size')
        .where('witness', '=', witness)
        .orderBy('size', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.size ?? 0;
    },

    async addCosignature(witness: string, size: number, line: string): Promise<void> {
      await db
        .insertInto('transparency_cosignature')
        .values({ witness, size, line })
        .onConflict((conflict) => conflict.columns(['witness', 'size']).doNothing())
        .execute();
    },

    /** Signatures of witnesses under the state of this size, by their names. */
    async cosignatures(size: number): Promise<string[]> {
      const rows = await db
        .selectFrom('transparency_cosignature')
        .select('line')
        .where('size', '=', size)
        .orderBy('witness')
        .execute();
      return rows.map(({ line }) => line);
    },

    /** Stores a checkpoint and returns the one that counts for its size: the first. */
    async addCheckpoint(size: number, note: string): Promise<string> {
      const added = await db
        .insertInto('transparency_checkpoint')
        .values({ size, note })
        .onConflict((conflict) => conflict.column('size').doNothing())
        .returning('note')
        .executeTakeFirst();
      return added?.note ?? (await this.checkpoint(size)) ?? note;
    },
  };
}

async function hashesAt(
  db: Db<TransparencyTables>,
  level: number,
  from: number,
  to: number,
): Promise<Buffer[]> {
  if (level === 0) {
    const leaves = await db
      .selectFrom('transparency_leaf')
      .select('leaf_hash as hash')
      .where('position', '>=', from)
      .where('position', '<', to)
      .orderBy('position')
      .execute();
    return leaves.map(({ hash }) => hash);
  }
  const tiles = await db
    .selectFrom('transparency_tile')
    .select('root')
    .where('level', '=', level)
    .where('index', '>=', from)
    .where('index', '<', to)
    .orderBy('index')
    .execute();
  return tiles.map(({ root }) => root);
}

/**
 * Appends a leaf, one writer at a time; in the transaction that stores what it is about. Stores the roots of tiles that are whole with it.
 * Returns its position.
 */
export async function appendLeaf(
  tx: Db<TransparencyTables>,
  document: string,
  hash: Buffer,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('transparency log'))`.execute(tx);
  const { rows } = await sql<{ size: number }>`
    insert into transparency_leaf (position, document, leaf_hash)
    select coalesce(max(position) + 1, 0), ${document}, ${hash} from transparency_leaf
    returning position + 1 as size`.execute(tx);
  const { size } = rows[0] as { size: number };
  let places = size;
  for (let level = 1; places % TILE_WIDTH === 0; level += 1) {
    const root = rootOf(await hashesAt(tx, level - 1, places - TILE_WIDTH, places));
    places /= TILE_WIDTH;
    await tx
      .insertInto('transparency_tile')
      .values({ level, index: places - 1, root })
      .execute();
  }
  return size - 1;
}
