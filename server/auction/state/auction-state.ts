import type { AuctionState } from './contract.ts';
import { openCluster } from './cluster-state.ts';
import { assertReady } from './connection.ts';
import { execute } from './lot-tables.ts';
import { openServer } from './one-server.ts';
import type { Scripts } from './scripts.ts';

export interface AuctionStateOptions {
  /** The server's address; several servers of a cluster are separated by commas. */
  url: string;
  /** The one address given belongs to a Redis Cluster. */
  cluster?: boolean;
  /** Before every key, e.g. `sv:`. */
  namespace: string;
  /** Chosen at installation, the same in every process. */
  partitions: number;
  /** How long a call waits for its answer before its outcome is called unknown; 3 s by default. */
  commandTimeoutMs?: number;
  /** Tests of the epoch check alone: calls pass in every epoch. */
  epochWildcard?: boolean;
  /** Other scripts than the shipped ones: tests that break them on purpose. */
  scripts?: Scripts;
}

/**
 * Opens the door to the auction Redis, one server or a cluster of them. Connects in the background and again whenever the connection is lost; until
 * then calls reject with AuctionRedisUnavailable. Await `ready()` where the first call must not fail.
 */
export function createAuctionState(options: AuctionStateOptions): AuctionState {
  const seeds = options.url.split(',').map((url) => url.trim());
  if (options.cluster || seeds.length > 1) return openCluster(options, seeds);
  return openServer(options, { replay: false }).state;
}

export interface ReplayState extends AuctionState {
  /** Sets the clock of a lot loaded by this state: µs, never backwards. An ordinary lot refuses. */
  setClock(lotId: number, clockUs: number): Promise<void>;
  /** Removes what the namespace's partitions keep beside lots. */
  clear(): Promise<void>;
}

/**
 * The same scripts for recorded histories: every lot it loads carries its own clock, needs no journal and no lease.
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
