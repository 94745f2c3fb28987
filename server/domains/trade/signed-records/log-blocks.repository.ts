import { sql } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import type { SignedBlock } from '#shared/trust/inclusion.ts';
import { appendLeaves, type TransparencyTables } from './transparency-log.repository.ts';

export const SALT_BYTES = 16;

export interface BlockTables extends TransparencyTables {
  transparency_block: {
    position: number;
    leaves: Buffer;
    attempt_ids: number[];
    salts: Buffer;
    attempts_through: number;
    counted_through: Date;
  };
  transparency_block_room: {
    lot_id: number;
    first_seq: number;
    last_seq: number;
    position: number;
    first_place: number;
    last_hash: Buffer;
  };
}

/** How far the blocks reach. */
export interface BlockMark {
  position: number;
  attemptsThrough: number;
  countedThrough: Date;
}

/** Entries of a room in a block, which stand together. */
export interface BlockRoom {
  lotId: number;
  firstSeq: number;
  lastSeq: number;
  firstPlace: number;
  lastHash: Buffer;
}

export interface NewBlock {
  /** The signed statement. */
  document: string;
  leaves: Buffer;
  rooms: readonly BlockRoom[];
  attemptIds: readonly number[];
  salts: Buffer;
  attemptsThrough: number;
  countedThrough: Date;
}

export interface StoredBlock {
  position: number;
  document: string;
  leaves: Buffer;
}

export interface LogBlocksRepository extends ReturnType<typeof queriesOn> {
  /** Works as the only one of the installation; null: another one is at work. */
  alone<Result>(work: (blocks: BlockQueries) => Promise<Result>): Promise<Result | null>;
}

export type BlockQueries = ReturnType<typeof queriesOn>;

export const createLogBlocksRepository = (db: Db<BlockTables>): LogBlocksRepository => ({
  ...queriesOn(db),
  alone: (work) =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ alone: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('transparency blocks')) as alone`.execute(tx);
      return rows[0]?.alone ? work(queriesOn(tx)) : null;
    }),
});

function queriesOn(db: Db<BlockTables>) {
  return {
    /** null: there is no block yet. */
    async last(): Promise<BlockMark | null> {
      const row = await db
        .selectFrom('transparency_block')
        .select(['position', 'attempts_through as attemptsThrough', 'counted_through as countedThrough'])
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** How far the log of each of these rooms is in blocks; rooms without one are left out. */
    async reached(lotIds: readonly number[]): Promise<{ lotId: number; seq: number; hash: Buffer }[]> {
      const { rows } = await sql<{ lotId: number; seq: number; hash: Buffer }>`
        select r.lot_id as "lotId", r.last_seq as seq, r.last_hash as hash
        from unnest(${lotIds}::bigint[]) as asked (lot_id), lateral (
          select lot_id, last_seq, last_hash from transparency_block_room
          where lot_id = asked.lot_id order by last_seq desc limit 1
        ) as r`.execute(db);
      return rows;
    },

    /** In the transaction of `alone`; at least one. Returns the position of the last. */
    async add(blocks: readonly NewBlock[]): Promise<number> {
      const first = await appendLeaves(
        db,
        blocks.map(({ document }) => document),
      );
      await db
        .insertInto('transparency_block')
        .values(
          blocks.map(({ leaves, attemptIds, salts, attemptsThrough, countedThrough }, at) => ({
            position: first + at,
            leaves,
            attempt_ids: [...attemptIds],
            salts,
            attempts_through: attemptsThrough,
            counted_through: countedThrough,
          })),
        )
        .execute();
      const rooms = blocks.flatMap((block, at) =>
        block.rooms.map((room) => ({ ...room, position: first + at })),
      );
      // As arrays: a run of blocks may have more rooms than a statement has parameters.
      await sql`
        insert into transparency_block_room (lot_id, first_seq, last_seq, position, first_place, last_hash)
        select * from unnest(
          ${rooms.map(({ lotId }) => lotId)}::bigint[], ${rooms.map(({ firstSeq }) => firstSeq)}::bigint[],
          ${rooms.map(({ lastSeq }) => lastSeq)}::bigint[], ${rooms.map(({ position }) => position)}::bigint[],
          ${rooms.map(({ firstPlace }) => firstPlace)}::int[], ${rooms.map(({ lastHash }) => lastHash)}::bytea[])`.execute(
        db,
      );
      return first + blocks.length - 1;
    },

    /** The block with an entry of a room, and its place there; null: in none yet. */
    async withEntry(lotId: number, seq: number): Promise<(StoredBlock & { place: number }) | null> {
      const row = await db
        .selectFrom('transparency_block_room as room')
        .innerJoin('transparency_block as block', 'block.position', 'room.position')
        .innerJoin('transparency_leaf as leaf', 'leaf.position', 'room.position')
        .select([
          'block.position',
          'leaf.document',
          'block.leaves',
          'room.first_seq as firstSeq',
          'room.first_place as firstPlace',
        ])
        .where('room.lot_id', '=', lotId)
        .where('room.last_seq', '>=', seq)
        .orderBy('room.last_seq')
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const { firstSeq, firstPlace, ...block } = row;
      return { ...block, place: firstPlace + seq - firstSeq };
    },

    /** The block with a recorded attempt, its place there and its salt; null: in none yet. */
    async withAttempt(id: number): Promise<(StoredBlock & { place: number; salt: Buffer }) | null> {
      const { rows } = await sql<StoredBlock & { at: number | null; salt: Buffer }>`
        select position, document, leaves, at, substring(salts from (at - 1) * ${SALT_BYTES} + 1 for ${SALT_BYTES}) as salt
        from (
          select *, array_position(attempt_ids, ${id}::bigint) as at from transparency_block
          where attempts_through >= ${id} order by attempts_through, position limit 1
        ) as block join transparency_leaf using (position)`.execute(db);
      const [row] = rows;
      if (!row || row.at === null) return null;
      const { at, ...block } = row;
      const { entries } = (JSON.parse(block.document) as SignedBlock).statement;
      return { ...block, place: entries + at - 1 };
    },

    /** All blocks, page by page. */
    blocks: (after: number, limit: number): Promise<StoredBlock[]> =>
      db
        .selectFrom('transparency_block as block')
        .innerJoin('transparency_leaf as leaf', 'leaf.position', 'block.position')
        .select(['block.position', 'leaf.document', 'block.leaves'])
        .where('block.position', '>', after)
        .orderBy('block.position')
        .limit(limit)
        .execute(),
  };
}
