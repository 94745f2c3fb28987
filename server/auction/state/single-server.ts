import type { Redis } from 'ioredis';
import { AuctionRedisUnavailable, type AuctionState } from './contract.ts';
import { assertReady, bidConnection, callFailure, readerConnection } from './redis-connections.ts';
import { feedCalls, journalCalls, logCalls, newestIdOf, retainedCommitted } from './journal-calls.ts';
import { auctionKeys } from './keys.ts';
import { lotCalls } from './lot-calls.ts';
import { readLeases } from './partition-leases.ts';
import { wholeLotCalls } from './whole-lot-calls.ts';
import { ScriptRunner } from './script-runner.ts';
import { scriptLibrary, type ScriptLibrary } from './scripts.ts';
import { ClusterStreamReader } from './cluster-stream-reader.ts';
import { StreamReader } from './stream-reader.ts';

export interface ServerOptions {
  url: string;
  namespace: string;
  partitions: number;
  commandTimeoutMs?: number;
  scripts?: ScriptLibrary;
}

export interface ServerMode {
  /** Loaded lots have their own clocks; calls keep their order even when the library is not loaded. */
  replay: boolean;
  salt?: () => string;
  /** Server of a cluster: a command may name keys of one slot only. */
  clustered?: boolean;
}

/** All calls on one server. */
export function openServer(options: ServerOptions, mode: ServerMode) {
  const { url } = options;
  const redis = bidConnection(url, options.commandTimeoutMs);
  const runId = runIdOfConnection(redis);
  const runner = new ScriptRunner(redis, options.scripts ?? scriptLibrary(), mode.replay);
  const keys = auctionKeys(options.namespace, options.partitions);
  const streamReader = () => new StreamReader(() => readerConnection(url), redis);
  const reader = () =>
    mode.clustered ? new ClusterStreamReader({ open: streamReader, onFailure: 'reject' }) : streamReader();
  const [logReader, feedReader] = [reader(), reader()];
  const newestId = (partition: number) => newestIdOf(redis, keys.committed(partition));

  const state: AuctionState = {
    partitions: keys.partitions,
    ready: (timeoutMs) => ready(redis, runner, timeoutMs ?? 5_000),
    ...lotCalls(runner, keys, mode.salt && { salt: mode.salt }),
    ...wholeLotCalls(redis, runner, keys, { replay: mode.replay }),
    ...journalCalls(redis, runner, keys),
    ...logCalls(keys, logReader),
    ...feedCalls(keys, feedReader, newestId),
    leases: (partitions = Array.from({ length: keys.partitions.count }, (_, at) => at)) =>
      readLeases(redis, keys, partitions),
    retainedCommitted: (partition) => retainedCommitted(redis, keys, partition),
    async serverRunId() {
      return runIdIn(await ask(redis, () => redis.info('server')));
    },
    runIdOf: () => runId(),
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

const runIdIn = (info: string): string => /run_id:(\w+)/.exec(info)?.[1] ?? '';

/**
 * The run id of the server at the other end. It is asked for first on every new connection, whose replies come in order: so it
 * is known when the first call's reply is.
 */
function runIdOfConnection(redis: Redis): () => string | null {
  let runId: string | null = null;
  redis.on('ready', () => {
    runId = null;
    redis.info('server').then(
      (info) => (runId = runIdIn(info)),
      // The connection is lost again: the next one asks.
      () => undefined,
    );
  });
  return () => runId;
}

export type OpenServer = ReturnType<typeof openServer>;

async function ready(redis: Redis, runner: ScriptRunner, timeoutMs: number): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (redis.status !== 'ready') {
    if (performance.now() > giveUpAt) {
      throw new AuctionRedisUnavailable(`the auction Redis was out of reach for ${timeoutMs} ms`, true);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ask(redis, () => runner.load());
}

async function ask<T>(redis: Redis, call: () => Promise<T>): Promise<T> {
  assertReady(redis);
  try {
    return await call();
  } catch (error) {
    // Not retried here: the caller retries.
    throw callFailure(error);
  }
}
