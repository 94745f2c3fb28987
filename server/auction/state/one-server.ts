import type { Redis } from 'ioredis';
import { AuctionRedisUnavailable, type AuctionState } from './contract.ts';
import { assertReady, bidConnection, callFailure, readerConnection } from './connection.ts';
import { feedCalls, journalCalls, logCalls, newestIdOf } from './journal-calls.ts';
import { auctionKeys } from './keys.ts';
import { lotCalls } from './lot-calls.ts';
import { lotTables } from './lot-tables.ts';
import { ScriptRunner } from './script-runner.ts';
import { loadScripts, type Scripts } from './scripts.ts';
import { SlotReaders } from './slot-readers.ts';
import { StreamReader } from './stream-reader.ts';

export interface ServerOptions {
  url: string;
  namespace: string;
  partitions: number;
  commandTimeoutMs?: number;
  epochWildcard?: boolean;
  scripts?: Scripts;
}

export interface ServerMode {
  /** Loaded lots carry clocks of their own; calls keep their order even where a script is forgotten. */
  replay: boolean;
  salt?: () => string;
  /** One of a cluster: a command names keys of one slot only. */
  clustered?: boolean;
}

/** All calls on one server. */
export function openServer(options: ServerOptions, mode: ServerMode) {
  const { url } = options;
  const redis = bidConnection(url, options.commandTimeoutMs);
  const runner = new ScriptRunner(redis, options.scripts ?? loadScripts(), mode.replay);
  const keys = auctionKeys(options.namespace, options.partitions);
  const streamReader = () => new StreamReader(() => readerConnection(url), redis);
  const reader = () =>
    mode.clustered ? new SlotReaders({ open: streamReader, whenOneFails: 'reject' }) : streamReader();
  const [logReader, feedReader] = [reader(), reader()];
  const newestId = (partition: number) => newestIdOf(redis, keys.committed(partition));
  const epochWildcard = options.epochWildcard ?? false;

  const state: AuctionState = {
    partitions: keys.partitions,
    ready: (timeoutMs) => ready(redis, runner, timeoutMs ?? 5_000),
    ...lotCalls(runner, keys, { epochWildcard, ...(mode.salt && { salt: mode.salt }) }),
    ...lotTables(redis, runner, keys, { replay: mode.replay }),
    ...journalCalls(redis, runner, keys),
    ...logCalls(keys, logReader),
    ...feedCalls(keys, feedReader, newestId),
    async serverRunId() {
      const info = await ask(redis, () => redis.info('server'));
      return /run_id:(\w+)/.exec(info)?.[1] ?? '';
    },
    async redisNowUs() {
      const [seconds, micros] = await ask(redis, () => redis.time());
      return Number(seconds) * 1_000_000 + Number(micros);
    },
    async disconnect() {
      logReader.close();
      feedReader.close();
      redis.disconnect();
    },
  };
  return { state, redis, runner, keys, streamReader, newestId };
}

/** What `openServer` opened. */
export type OpenServer = ReturnType<typeof openServer>;

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
