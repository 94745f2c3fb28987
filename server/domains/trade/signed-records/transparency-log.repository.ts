import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { SignedStatement } from '#shared/trust/signed-statement.ts';
import { rootOf } from './merkle-tree.ts';
import { TILE_WIDTH } from './tiles.ts';

interface SigningKeyTable {
  key_id: string;
  public_key: string;
  listed_at: Date | undefined;
  retired_at: Date | null;
  revoked_at: Date | null;
  trusted_log_size: number | null;
}

export interface TransparencyTables {
  signing_key: SigningKeyTable;
  transparency_leaf: { position: number; document: string; leaf_hash: Buffer };
  transparency_checkpoint: { size: number; note: string };
  transparency_cosignature: { witness: string; size: number; line: string };
  transparency_tile: { level: number; index: number; root: Buffer };
}

/** What a revoked key signs from then on proves nothing, so that nothing of it enters the log. */
export class RevokedKey extends Error {
  override name = 'RevokedKey';

  constructor(keyId: string) {
    super(`the signing key ${keyId} is revoked: SIGNING_KEY has to be another one`);
  }
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

    /** The smallest that was given out of a tree with this leaf, and signed since a key was revoked last; null: none has it yet. */
    async checkpointWith(position: number): Promise<{ size: number; note: string } | null> {
      const row = await db
        .selectFrom('transparency_checkpoint')
        .select(['size', 'note'])
        .where('size', '>', position)
        .where('size', '>', (eb) =>
          eb.selectFrom('signing_key').select(sql<number>`coalesce(max(trusted_log_size), -1)`.as('size')),
        )
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

    /** Stores a checkpoint and returns the one that counts for its size: the first. @throws RevokedKey */
    async addCheckpoint(size: number, note: string, keyId: string): Promise<string> {
      const { rows } = await sql<{ note: string }>`
        insert into transparency_checkpoint (size, note)
        select ${size}::bigint, ${note} where not exists (${revoked(keyId)})
        on conflict (size) do nothing returning note`.execute(db);
      const counts = rows[0]?.note ?? (await this.checkpoint(size));
      if (counts === null) throw new RevokedKey(keyId);
      return counts;
    },
  };
}

const revoked = (keyId: string) =>
  sql`select from signing_key where key_id = ${keyId} and revoked_at is not null`;

/** Of the log, which nothing is added to until the end of the transaction. */
export async function lockedSize(tx: Db<TransparencyTables>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('transparency log'))`.execute(tx);
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(position) + 1, 0) as size from transparency_leaf`.execute(tx);
  return rows[0]?.size ?? 0;
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
 * @throws RevokedKey where its signature proves nothing any more
 */
export async function appendLeaf(
  tx: Db<TransparencyTables>,
  document: string,
  hash: Buffer,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('transparency log'))`.execute(tx);
  const { keyId } = JSON.parse(document) as SignedStatement;
  const { rows } = await sql<{ size: number }>`
    insert into transparency_leaf (position, document, leaf_hash)
    select coalesce(max(position) + 1, 0), ${document}, ${hash} from transparency_leaf
    having not exists (${revoked(keyId)})
    returning position + 1 as size`.execute(tx);
  if (!rows[0]) throw new RevokedKey(keyId);
  const { size } = rows[0];
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
