import { sql, type Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { SignedStatement } from '#shared/trust/signed-statement.ts';
import { hashesIn, leafHash, rootOf } from './merkle-tree.ts';
import { TILE_WIDTH } from './tiles.ts';

interface SigningKeyTable {
  key_id: string;
  public_key: string;
  listed_at: Generated<Date>;
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

/** Leaves (level 0), or whole tiles of the level below, between two places. */
export interface HashRange {
  level: number;
  from: number;
  to: number;
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
    async hashes(level: number, from: number, to: number): Promise<Buffer[]> {
      const [hashes = []] = await hashesOf(db, [{ level, from, to }]);
      return hashes;
    },

    /** The same of many ranges at once. */
    hashesOf: (ranges: readonly HashRange[]): Promise<Buffer[][]> => hashesOf(db, ranges),

    /** Size of the tree, and the state of that size; `note` null: there is none yet. */
    async present(): Promise<{ size: number; note: string | null }> {
      const { rows } = await sql<{ size: number; note: string | null }>`
        select size, note from (select coalesce(max(position) + 1, 0) as size from transparency_leaf) as tree
        left join transparency_checkpoint using (size)`.execute(db);
      return rows[0] as { size: number; note: string | null };
    },

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

/** Reads all ranges by one statement: how many there are costs little then. */
async function hashesOf(db: Db<TransparencyTables>, ranges: readonly HashRange[]): Promise<Buffer[][]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<{ hashes: Buffer | null }>`
    select h.hashes from rows from (
      json_to_recordset(${JSON.stringify(ranges)}::json) as ("level" smallint, "from" bigint, "to" bigint)
    ) with ordinality as r ("level", "from", "to", at)
    cross join lateral (
      select string_agg(hash, ''::bytea order by place) as hashes from (
        select position as place, leaf_hash as hash from transparency_leaf
        where r."level" = 0 and position >= r."from" and position < r."to"
        union all
        select index, root from transparency_tile
        where r."level" > 0 and level = r."level" and index >= r."from" and index < r."to"
      ) as stored
    ) as h
    order by r.at`.execute(db);
  return rows.map(({ hashes }) => (hashes === null ? [] : hashesIn(hashes)));
}

/**
 * Appends leaves, one writer at a time; in the transaction that stores what they are about. Stores the roots of tiles that are whole with them.
 * Returns the position of the first.
 * @throws RevokedKey where a signature proves nothing any more
 */
export async function appendLeaves(
  tx: Db<TransparencyTables>,
  documents: readonly string[],
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('transparency log'))`.execute(tx);
  const keyIds = [...new Set(documents.map((document) => (JSON.parse(document) as SignedStatement).keyId))];
  const hashes = documents.map((document) => leafHash(Buffer.from(document)));
  const { rows } = await sql<{ size: number }>`
    insert into transparency_leaf (position, document, leaf_hash)
    select size + at - 1, document, leaf_hash
    from (select coalesce(max(position) + 1, 0) as size from transparency_leaf) as tree,
      unnest(${documents}::text[], ${hashes}::bytea[]) with ordinality as leaf (document, leaf_hash, at)
    where not exists (select from signing_key where key_id = any(${keyIds}) and revoked_at is not null)
    returning position + 1 as size`.execute(tx);
  if (rows.length < documents.length) throw new RevokedKey(keyIds.join(', '));
  const size = Math.max(...rows.map((row) => row.size));
  await storeTiles(tx, size - documents.length, size);
  return size - documents.length;
}

/** The roots of tiles that are whole in the tree of the second size and were not in that of the first. */
async function storeTiles(tx: Db<TransparencyTables>, before: number, size: number): Promise<void> {
  let [from, to] = [before, size];
  for (let level = 1; ; level += 1) {
    [from, to] = [Math.floor(from / TILE_WIDTH), Math.floor(to / TILE_WIDTH)];
    if (from === to) return;
    const ranges = Array.from({ length: to - from }, (_, at) => ({
      level: level - 1,
      from: (from + at) * TILE_WIDTH,
      to: (from + at + 1) * TILE_WIDTH,
    }));
    const tiles = (await hashesOf(tx, ranges)).map((hashes, at) => ({
      level,
      index: from + at,
      root: rootOf(hashes),
    }));
    await tx.insertInto('transparency_tile').values(tiles).execute();
  }
}
