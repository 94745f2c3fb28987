import { sql, type Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { ActionBlock, ChainedAction } from './action-chain.ts';
import type { ActionLogTables } from './action-log.repository.ts';

interface ActionBlocksTables extends Pick<ActionLogTables, 'person_action'> {
  action_block: {
    number: number;
    after_id: number;
    last_id: number;
    count: number;
    last_at: Date;
    actions_hash: Buffer;
    hash: Buffer;
    sealed_at: Generated<Date>;
  };
}

export interface SealedBlock extends ActionBlock {
  /** Of its last action. */
  lastAt: Date;
  sealedAt: Date;
}

export type ActionBlocksRepository = ReturnType<typeof createActionBlocksRepository>;

export function createActionBlocksRepository(db: Db<ActionBlocksTables>) {
  const blocks = () => db.selectFrom('action_block').selectAll();
  return {
    async last(): Promise<SealedBlock | null> {
      const row = await blocks().orderBy('number', 'desc').limit(1).executeTakeFirst();
      return row ? sealed(row) : null;
    },

    /** In order, from the one after `number`. */
    async after(number: number, limit: number): Promise<SealedBlock[]> {
      const rows = await blocks().where('number', '>', number).orderBy('number').limit(limit).execute();
      return rows.map(sealed);
    },

    /** By id, above `afterId`, and up to `lastId` where it is given. */
    async actions(range: { afterId: number; lastId: number; limit?: number }): Promise<ChainedAction[]> {
      const { afterId, lastId, limit } = range;
      const rows = await db
        .selectFrom('person_action')
        .select(['id', 'person_id as personId', 'type', 'action', 'result', 'reason', 'address'])
        .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('atUs'))
        .where('id', '>', afterId)
        .where('id', '<=', lastId)
        .orderBy('id')
        .$if(limit !== undefined, (query) => query.limit(limit as number))
        .execute();
      return rows;
    },

    /** The highest id that is committed; 0 without any. */
    async highestId(): Promise<number> {
      const { highest } = await db
        .selectFrom('person_action')
        .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0::bigint`).as('highest'))
        .executeTakeFirstOrThrow();
      return highest;
    },

    /** Transactions under way that have written to the log, or are about to: each locks the table before it draws an id. */
    async writers(): Promise<string[]> {
      const { rows } = await sql<{ writer: string }>`
        select distinct virtualtransaction as writer from pg_locks
        where relation = 'person_action'::regclass and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())
      `.execute(db);
      return rows.map(({ writer }) => writer);
    },

    /** False when another process was faster. */
    async add(block: ActionBlock, lastAt: Date): Promise<boolean> {
      const added = await db
        .insertInto('action_block')
        .values({
          number: block.number,
          after_id: block.afterId,
          last_id: block.lastId,
          count: block.count,
          last_at: lastAt,
          actions_hash: Buffer.from(block.actionsHash, 'hex'),
          hash: Buffer.from(block.hash, 'hex'),
        })
        .onConflict((conflict) => conflict.column('number').doNothing())
        .executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },
  };
}

function sealed(row: {
  number: number;
  after_id: number;
  last_id: number;
  count: number;
  last_at: Date;
  actions_hash: Buffer;
  hash: Buffer;
  sealed_at: Date;
}): SealedBlock {
  return {
    number: row.number,
    afterId: row.after_id,
    lastId: row.last_id,
    count: row.count,
    actionsHash: row.actions_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    lastAt: row.last_at,
    sealedAt: row.sealed_at,
  };
}
