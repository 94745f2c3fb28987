import { Redis } from 'ioredis';
import { AuctionRedisUnavailable } from './contract.ts';

/** A call without a reply for this long has an unknown outcome. */
const COMMAND_TIMEOUT_MS = 3_000;
/**
 * A connection silent for this long while a command waits is half open: it is closed and reopened. Longer than any command
 * or blocking read waits for its reply.
 */
const SILENCE_MS = 5_000;

const reconnectAfterMs = (attempt: number): number => Math.min(attempt * 25, 250);

/**
 * The connection that carries bids. Never resends and never queues a command: the outcome of a lost reply is looked up by
 * id, not repeated blindly.
 */
export function bidConnection(url: string, commandTimeoutMs = COMMAND_TIMEOUT_MS): Redis {
  return connect(url, { commandTimeout: commandTimeoutMs });
}

/** A connection for blocking reads, which must not delay other commands. */
export function readerConnection(url: string): Redis {
  return connect(url, {});
}

function connect(url: string, more: { commandTimeout?: number }): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    socketTimeout: SILENCE_MS,
    protocol: 2,
    // ioredis loses the last digit of integers near 2^53: they are returned as text.
    stringNumbers: true,
    retryStrategy: reconnectAfterMs,
    // While loading its file Redis overestimates the remaining time: retried at once.
    maxLoadingRetryTime: 50,
    ...more,
  });
  // Calls on a broken connection fail by themselves, and ioredis reconnects.
  redis.on('error', () => undefined);
  return redis;
}

const corked = new WeakSet<Redis>();

/**
 * Call before sending: all commands of this turn of the event loop leave in one write, which costs as much for a hundred
 * commands as for one. Nothing waits for another turn.
 */
export function gatherWrites(redis: Redis): void {
  if (corked.has(redis) || redis.status !== 'ready') return;
  const { stream } = redis;
  corked.add(redis);
  stream.cork();
  process.nextTick(() => {
    corked.delete(redis);
    stream.uncork();
  });
}

/** Error replies after which nothing was executed; the last three: another server of the cluster has the keys. */
const NOT_EXECUTED =
  /^(LOADING|READONLY|OOM|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|BUSY|MOVED|ASK|TRYAGAIN)\b/;

/**
 * Translates a failed call: AuctionRedisUnavailable, which says whether the command can have been executed, or a
 * programming error, returned unchanged.
 */
export function callFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'ReplyError') {
    return NOT_EXECUTED.test(error.message)
      ? new AuctionRedisUnavailable(error.message, true, { cause: error })
      : error;
  }
  const notSent = error.message.startsWith("Stream isn't writeable");
  return new AuctionRedisUnavailable(`the auction Redis did not answer: ${error.message}`, notSent, {
    cause: error,
  });
}

/** Throws when nothing can be sent now. */
export function assertReady(redis: Redis): void {
  if (redis.status !== 'ready') throw outOfReach();
}

/** There is no connection; nothing was sent. */
export function outOfReach(): AuctionRedisUnavailable {
  return new AuctionRedisUnavailable('the auction Redis is out of reach', true);
}
