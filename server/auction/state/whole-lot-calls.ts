import type { ChainableCommander, Redis } from 'ioredis';
import type { AuctionState, LoadOptions, LotState } from './contract.ts';
import { dueUs } from '../rules/course.ts';
import { assertReady, callFailure } from './redis-connections.ts';
import type { AuctionKeys } from './keys.ts';
import { answerText, fromTables, IDS_MISSING, NO_ANSWER, toTables, type LotTables } from './serialize-lot.ts';
import type { ScriptRunner } from './script-runner.ts';
import { wholeNumber } from './parse-verdicts.ts';

type WholeLotCalls = Pick<
  AuctionState,
  'snapshot' | 'load' | 'addIds' | 'lotsMissingIds' | 'lookAtLots' | 'forget' | 'want' | 'due'
>;

/** Expiry of the temporary tables of an unfinished load. */
const LOADING_TTL_MS = 60_000;
/** A lot with at most this many rows is loaded by one call; more are written to temporary tables first. */
const INLINE_ROWS = 400;
/** Fields per write while a large table is filled. */
const CHUNK = 500;
/** Writes per pipeline. */
const WRITES_PER_PIPELINE = 40;

/** Calls on whole lots: read, load, forget, find due ones. `replay`: loaded lots have their own clock. */
export function wholeLotCalls(
  redis: Redis,
  runner: ScriptRunner,
  keys: AuctionKeys,
  options: { replay: boolean },
): WholeLotCalls {
  return {
    async snapshot(lotId) {
      const k = keys.lot(lotId);
      const reply = await runner.run('snapshot', [k.lot, k.bidders, k.autos, k.ids], {});
      return fromTables(reply as [string[], string[], string[], string[]]);
    },

    async load(state, o = {}) {
      const { lotId } = state.terms;
      const tables = toTables(state);
      if (options.replay) tables.lot['clock'] = String(state.lastAtUs);
      assertReady(redis);
      const large = rowsOf(tables) > INLINE_ROWS;
      if (large) await fillTemporary(tables, keys.loading(lotId, state.epoch));
      o.onSend?.();
      const loaded = await finishLoad(state, large ? { ...NO_TABLES, lot: tables.lot } : tables, o);
      if (wholeNumber(loaded) === -1)
        throw new Error(`lot ${lotId} is already in Redis in a newer epoch than ${state.epoch}`);
    },

    async addIds(lotId, epoch, answers, complete) {
      const k = keys.lot(lotId);
      const added = await runner.run(
        'add-ids',
        [k.lot, k.bidders, k.autos, k.awake, k.ids],
        { lotId: String(lotId), epoch: String(epoch), complete: complete ? '+' : '' },
        answers.flatMap(([id, answer]) => [id, answer ? answerText(answer) : NO_ANSWER]),
      );
      return wholeNumber(added) === 1;
    },

    async lotsMissingIds(lotIds) {
      if (lotIds.length === 0) return [];
      assertReady(redis);
      const pipeline = redis.pipeline();
      for (const lotId of lotIds) pipeline.hexists(keys.lot(lotId).ids, IDS_MISSING);
      const found = await execute(pipeline);
      return lotIds.filter((_lotId, at) => wholeNumber(found[at]) === 1);
    },

    lookAtLots: (lotIds) =>
      Promise.all(
        lotIds.map(async (lotId) => {
          const k = keys.lot(lotId);
          const reply = (await runner.run('look-at-lot', [k.lot, k.log], {})) as unknown[];
          const [epoch, seq] = [wholeNumber(reply[0]), wholeNumber(reply[1])];
          return {
            lotId,
            epoch: epoch > 0 ? epoch : null,
            seq: seq >= 0 ? seq : null,
            lastLogId: String(reply[2]),
            inLog: wholeNumber(reply[3]) === 1,
          };
        }),
      ),

    async forget(lotId) {
      const k = keys.lot(lotId);
      assertReady(redis);
      const pipeline = redis.pipeline().unlink(k.lot, k.bidders, k.autos, k.awake, k.ids);
      await execute(pipeline.zrem(k.due, String(lotId)));
    },

    async want(lotId) {
      assertReady(redis);
      await execute(redis.pipeline().sadd(keys.wanted(keys.partitions.of(lotId)), String(lotId)));
    },

    async due(partition, limit) {
      const args = { limit: String(limit), lotPrefix: keys.lotPrefix(partition) };
      const reply = await runner.run('due-lots', [keys.due(partition)], args);
      const list = (reply as unknown[]).map(wholeNumber);
      const found = [];
      for (let i = 0; i + 2 < list.length; i += 3) {
        found.push({ lotId: list[i] ?? 0, epoch: list[i + 1] ?? 0, dueAtUs: list[i + 2] ?? 0 });
      }
      return found;
    },
  };

  /** A very large table is filled in several pipelines, so that none exceeds the command time-out. */
  async function fillTemporary(tables: LotTables, temporary: string[]): Promise<void> {
    const [bidders = '', autos = '', awake = '', ids = ''] = temporary;
    const fills = [
      ...fill('hset', bidders, tables.bidders),
      ...fill('hset', autos, tables.autos),
      ...fill('zadd', awake, tables.awake),
      ...fill('hset', ids, tables.ids),
    ];
    await execute(redis.pipeline().unlink(...temporary));
    for (let i = 0; i < fills.length; i += WRITES_PER_PIPELINE) {
      const pipeline = redis.pipeline();
      for (const add of fills.slice(i, i + WRITES_PER_PIPELINE)) add(pipeline);
      await execute(pipeline);
    }
  }

  function finishLoad(
    state: LotState,
    tables: LotTables,
    { recovery, idsMissing }: LoadOptions,
  ): Promise<unknown> {
    const { lotId } = state.terms;
    const k = keys.lot(lotId);
    const due = options.replay ? null : dueUs(state, state.terms.opensAtMs);
    const awake = Object.entries(tables.awake).flatMap(([member, score]) => [score, member]);
    const [fields, bidders, autos, ids] = [tables.lot, tables.bidders, tables.autos, tables.ids].map(
      (table) => Object.entries(table).flat(),
    ) as [string[], string[], string[], string[]];
    return runner.run(
      'load-lot',
      [
        k.lot,
        k.bidders,
        k.autos,
        k.awake,
        k.ids,
        k.log,
        k.due,
        k.lease,
        keys.wanted(keys.partitions.of(lotId)),
        ...keys.loading(lotId, state.epoch),
      ],
      {
        lotId: String(lotId),
        epoch: String(state.epoch),
        seq: String(state.seq),
        due: due === null ? '' : String(due),
        idsMissing: idsMissing ? '+' : '',
        mode: recovery?.mode ?? '',
        outageFrom: recovery ? String(recovery.outageFromUs) : '',
        resumeAt: recovery?.resumeAtUs ? String(recovery.resumeAtUs) : '',
        fields: String(fields.length),
        bidders: String(bidders.length),
        autos: String(autos.length),
        awake: String(awake.length),
        ids: String(ids.length),
      },
      [...fields, ...bidders, ...autos, ...awake, ...ids],
    );
  }
}

const NO_TABLES = { bidders: {}, autos: {}, awake: {}, ids: {} };

const rowsOf = ({ bidders, autos, awake, ids }: LotTables): number =>
  [bidders, autos, awake, ids].reduce((sum, table) => sum + Object.keys(table).length, 0);

/** The commands that fill one table. */
function fill(
  command: 'hset' | 'zadd',
  key: string,
  table: Record<string, string>,
): ((to: ChainableCommander) => void)[] {
  const rows = Object.entries(table);
  const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) =>
    rows.slice(i * CHUNK, (i + 1) * CHUNK),
  );
  return chunks.map((chunk) => (to) => {
    if (command === 'hset') to.hset(key, ...chunk.flat());
    else to.zadd(key, ...chunk.flatMap(([member, score]) => [score, member]));
    to.pexpire(key, LOADING_TTL_MS);
  });
}

/** Sends a pipeline and gives its results, or the first failure. */
export async function execute(pipeline: ChainableCommander): Promise<unknown[]> {
  let results: [Error | null, unknown][] | null;
  try {
    results = await pipeline.exec();
  } catch (error) {
    // Not retried: whether the commands ran is unknown, and the caller decides.
    throw callFailure(error);
  }
  return (results ?? []).map(([error, value]) => {
    if (error) throw callFailure(error);
    return value;
  });
}
