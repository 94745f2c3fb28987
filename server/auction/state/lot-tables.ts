import type { ChainableCommander, Redis } from 'ioredis';
import type { AuctionState, LotState } from './contract.ts';
import { assertReady, callFailure } from './connection.ts';
import type { AuctionKeys } from './keys.ts';
import { dueUs, fromTables, toTables } from './lot-hash.ts';
import type { ScriptRunner } from './script-runner.ts';
import { wholeNumber } from './verdict-of.ts';

type LotTableCalls = Pick<AuctionState, 'snapshot' | 'load' | 'forget' | 'want' | 'due' | 'reportPresence'>;

/** Tables that a load left behind unfinished disappear by themselves. */
const LOADING_LIFE_MS = 60_000;
/** Fields written at once while a large table is filled. */
const CHUNK = 500;
/** Such writes sent at once. */
const STEP = 40;
/** A node that says nothing for this long is gone, and its viewers with it. */
const PRESENCE_LIFE_MS = 5_000;

/** Whole lots: reading, loading, forgetting, finding those due. `replay`: loaded lots carry a clock of their own. */
export function lotTables(
  redis: Redis,
  runner: ScriptRunner,
  keys: AuctionKeys,
  options: { replay: boolean },
): LotTableCalls {
  return {
    async snapshot(lotId) {
      const k = keys.lot(lotId);
      const reply = await runner.run('snapshot', [k.lot, k.bidders, k.autos, k.ids], {});
      return fromTables(reply as [string[], string[], string[], string[]]);
    },

    async load(state) {
      const { lotId } = state.terms;
      const tables = toTables(state);
      if (options.replay) tables.lot['clock'] = String(state.lastAtUs);
      const aside = keys.loading(lotId, state.epoch);
      assertReady(redis);
      const fills = [
        ...fill('hset', aside[0], tables.bidders),
        ...fill('hset', aside[1], tables.autos),
        ...fill('zadd', aside[2], tables.awake),
        ...fill('hset', aside[3], tables.ids),
      ];
      let pipeline = redis.pipeline().unlink(...aside);
      for (const [i, add] of fills.entries()) {
        add(pipeline);
        // A very large table is filled in steps, so that no step waits beyond the command's time.
        if (i % STEP !== STEP - 1) continue;
        await execute(pipeline);
        pipeline = redis.pipeline();
      }
      // Sent together: the last step runs after the tables, for one connection keeps its order.
      const filled = execute(pipeline);
      const [loaded] = await Promise.all([finishLoad(state, tables.lot, aside), filled]);
      if (wholeNumber(loaded) === -1)
        throw new Error(`lot ${lotId} is already in Redis in a newer epoch than ${state.epoch}`);
    },

    async forget(lotId) {
      const k = keys.lot(lotId);
      assertReady(redis);
      const pipeline = redis
        .pipeline()
        .unlink(k.lot, k.bidders, k.autos, k.awake, k.ids, keys.presence(lotId));
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

    async reportPresence(lotId, node, c) {
      const persons = c.persons.join('\n');
      const named = (c.named ?? []).join('\n');
      const args = { node, viewers: String(c.viewers), persons, lifeMs: String(PRESENCE_LIFE_MS), named };
      const sum = await runner.run('report-presence', [keys.presence(lotId)], args);
      const [viewers = 0, participants = 0] = (sum as unknown[]).map(wholeNumber);
      return { viewers, participants };
    },
  };

  function finishLoad(state: LotState, lot: Record<string, string>, aside: string[]): Promise<unknown> {
    const { lotId } = state.terms;
    const k = keys.lot(lotId);
    const due = options.replay ? null : dueUs(state);
    return runner.run(
      'load-lot',
      [k.lot, k.bidders, k.autos, k.awake, k.ids, k.due, keys.wanted(keys.partitions.of(lotId)), ...aside],
      {
        lotId: String(lotId),
        epoch: String(state.epoch),
        seq: String(state.seq),
        due: due === null ? '' : String(due),
      },
      Object.entries(lot).flat(),
    );
  }
}

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
    to.pexpire(key, LOADING_LIFE_MS);
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
