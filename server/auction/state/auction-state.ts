import type { AuctionState } from './contract.ts';
import { openCluster } from './cluster-state.ts';
import { assertReady } from './redis-connections.ts';
import { execute } from './whole-lot-calls.ts';
import { openServer } from './single-server.ts';
import type { ScriptLibrary } from './scripts.ts';

export interface AuctionStateOptions {
  /** The server's address; several servers of a cluster are separated by commas. */
  url: string;
  /** The one address given belongs to a Redis Cluster. */
  cluster?: boolean;
  /** Prefix of every key, e.g. `sv:`. */
  namespace: string;
  /** Chosen at installation, the same in every process. */
  partitions: number;
  /** How long a call waits for its reply before its outcome counts as unknown; 3 s by default. */
  commandTimeoutMs?: number;
  /** Replaces the shipped scripts: for tests that plant faults in them. */
  scripts?: ScriptLibrary;
}

/**
 * Opens the auction Redis, a single server or a cluster. Connects in the background and reconnects whenever the connection
 * is lost; meanwhile calls reject with AuctionRedisUnavailable. Await `ready()` where the first call must not fail.
 */
export function createAuctionState(options: AuctionStateOptions): AuctionState {
  const seeds = options.url.split(',').map((url) => url.trim());
  if (options.cluster || seeds.length > 1) return openCluster(options, seeds);
  return openServer(options, { replay: false }).state;
}

export interface ReplayState extends AuctionState {
  /** Sets the clock of a lot loaded by this state: µs, never backwards. An ordinary lot refuses. */
  setClock(lotId: number, clockUs: number): Promise<void>;
  /** Deletes the keys of the namespace's partitions that belong to no lot. */
  clear(): Promise<void>;
}

/**
 * Runs the same scripts for recorded histories: every lot it loads has its own clock and needs no journal and no lease.
 * Calls are executed in the order they are made, awaited or not. One server only.
 */
export function createReplayState(options: AuctionStateOptions & { salt?: () => string }): ReplayState {
  const { state, redis, runner, keys } = openServer(options, {
    replay: true,
    ...(options.salt && { salt: options.salt }),
  });
  return {
    ...state,
    async clear() {
      assertReady(redis);
      const pipeline = redis.pipeline();
      for (let partition = 0; partition < keys.partitions.count; partition += 1)
        pipeline.unlink(keys.log(partition));
      await execute(pipeline);
    },
    async setClock(lotId, clockUs) {
      await runner.run('set-clock', [keys.lot(lotId).lot], { clock: String(clockUs) });
    },
  };
}
