import type { Redis } from 'ioredis';
import { AuctionRedisUnavailable, type AuctionState } from './contract.ts';
import { assertReady, bidConnection, callFailure, readerConnection } from './connection.ts';
import { journalCalls } from './journal-calls.ts';
import { auctionKeys } from './keys.ts';
import { lotCalls } from './lot-calls.ts';
import { execute, lotTables } from './lot-tables.ts';
import { ScriptRunner } from './script-runner.ts';
import { loadScripts, type Scripts } from './scripts.ts';

export interface AuctionStateOptions {
  url: string;
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
 * Opens the door to the auction Redis. Connects in the background and again whenever the connection is lost; until
 * then calls reject with AuctionRedisUnavailable. Await `ready()` where the first call must not fail.
 */
export function createAuctionState(options: AuctionStateOptions): AuctionState {
  return openState(options, { replay: false }).state;
}

export interface ReplayState extends AuctionState {
  /** Sets the clock of a lot loaded by this state: µs, never backwards. An ordinary lot refuses. */
  setClock(lotId: number, clockUs: number): Promise<void>;
  /** Removes what the namespace's partitions keep beside lots. */
  clear(): Promise<void>;
}

/**
 * The same scripts for recorded histories: every lot it loads carries its own clock, needs no journal and no lease.
 * Calls are executed in the order they are made, awaited or not.
 */
export function createReplayState(options: AuctionStateOptions & { salt?: () => string }): ReplayState {
  const { state, redis, runner, keys } = openState(options, {
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

function openState(options: AuctionStateOptions, mode: { replay: boolean; salt?: () => string }) {
  const redis = bidConnection(options.url, options.commandTimeoutMs);
  const runner = new ScriptRunner(redis, options.scripts ?? loadScripts(), mode.replay);
  const keys = auctionKeys(options.namespace, options.partitions);
  const journal = journalCalls(redis, runner, keys, () => readerConnection(options.url));
  const { closeReaders, ...journalSide } = journal;
  const epochWildcard = options.epochWildcard ?? false;

  const state: AuctionState = {
    partitions: keys.partitions,
    ready: (timeoutMs) => ready(redis, runner, timeoutMs ?? 5_000),
    ...lotCalls(runner, keys, { epochWildcard, ...(mode.salt && { salt: mode.salt }) }),
    ...lotTables(redis, runner, keys, { replay: mode.replay }),
    ...journalSide,
    async serverRunId() {
      const info = await ask(redis, () => redis.info('server'));
      return /run_id:(\w+)/.exec(info)?.[1] ?? '';
    },
    async redisNowUs() {
      const [seconds, micros] = await ask(redis, () => redis.time());
      return Number(seconds) * 1_000_000 + Number(micros);
    },
    async disconnect() {
      closeReaders();
      redis.disconnect();
    },
  };
  return { state, redis, runner, keys };
}

async function ready(redis: Redis, runner: ScriptRunner, timeoutMs: number): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (redis.status !== 'ready') {
    if (performance.now() > giveUpAt) {
      throw new AuctionRedisUnavailable(`the auction Redis was out of reach for ${timeoutMs} ms`, true);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ask(redis, () => runner.loadAll());
}

async function ask<T>(redis: Redis, call: () => Promise<T>): Promise<T> {
  assertReady(redis);
  try {
    return await call();
  } catch (error) {
    // Not retried: a question to Redis that failed is asked again by whoever needs the answer.
    throw callFailure(error);
  }
}
