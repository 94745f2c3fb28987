import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

const WIDTH = 256;

/** Roots of the tree's whole tiles: the root of the tree then needs no more than the last hashes of each level. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transparency_tile (
      -- 1: of 256 leaves; each further level of 256 tiles of the one below.
      level smallint check (level > 0),
      index bigint check (index >= 0),
      root bytea not null check (length(root) = 32),
      primary key (level, index)
    )
  `.execute(db);
  for (let level = 1; (await addLevel(db, level)) > 0; level += 1);
}

/** Adds the tiles of a level, and returns how many there are. */
async function addLevel(db: Kysely<unknown>, level: number): Promise<number> {
  for (let index = 0; ; index += 1) {
    const hashes = await hashesBelow(db, level - 1, index * WIDTH);
    if (hashes.length < WIDTH) return index;
    await sql`insert into transparency_tile (level, index, root) values (${level}, ${index}, ${rootOf(hashes)})`.execute(
      db,
    );
  }
}

async function hashesBelow(db: Kysely<unknown>, level: number, from: number): Promise<Buffer[]> {
  const to = from + WIDTH;
  const { rows } = await (
    level === 0
      ? sql<{ hash: Buffer }>`
          select leaf_hash as hash from transparency_leaf
          where position >= ${from} and position < ${to} order by position`
      : sql<{ hash: Buffer }>`
          select root as hash from transparency_tile
          where level = ${level} and index >= ${from} and index < ${to} order by index`
  ).execute(db);
  return rows.map(({ hash }) => hash);
}

/** RFC 6962, of a whole tile. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes];
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      createHash('sha256')
        .update(Buffer.from([1]))
        .update(level[2 * at] as Buffer)
        .update(level[2 * at + 1] as Buffer)
        .digest(),
    );
  return level[0] as Buffer;
}
