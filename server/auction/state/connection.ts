import { Redis } from 'ioredis';
import { AuctionRedisUnavailable } from './contract.ts';

/** A call without an answer for this long has an unknown outcome. */
const COMMAND_TIMEOUT_MS = 3_000;
/**
 * A connection that says nothing to a waiting command for this long is half open: it is given up and made anew. Longer
 * than any command or blocking read waits for its answer.
 */
const SILENCE_MS = 5_000;

const reconnectAfterMs = (attempt: number): number => Math.min(attempt * 25, 250);

/**
 * The connection that carries bids. Never sends a command twice and never queues one for later: what a lost reply
 * leaves open is asked for by id, not repeated blindly.
 */
export function bidConnection(url: string, commandTimeoutMs = COMMAND_TIMEOUT_MS): Redis {
  return connect(url, { commandTimeout: commandTimeoutMs });
}

/** A connection for blocking reads: they wait as long as they ask for, and hold nobody else up. */
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
    // The client's own reading of integers loses their last digit near 2^53: they come as text.
    stringNumbers: true,
    retryStrategy: reconnectAfterMs,
    // A Redis that loads its file guesses how long it takes, often many times too long: it is asked again at once.
    maxLoadingRetryTime: 50,
    ...more,
  });
  // Every call that meets a broken connection fails by itself, and ioredis reconnects: nothing to add here.
  redis.on('error', () => undefined);
  return redis;
}

const gathering = new WeakSet<Redis>();

/**
 * Call before sending: whatever is sent until this turn is over leaves in one write, which costs as much for a hundred
 * commands as for one. Nothing waits for another turn.
 */
export function gatherWrites(redis: Redis): void {
  if (gathering.has(redis) || redis.status !== 'ready') return;
  const { stream } = redis;
  gathering.add(redis);
  stream.cork();
  process.nextTick(() => {
    gathering.delete(redis);
    stream.uncork();
  });
}

/** Replies that say nothing was executed; the last three: another server of the cluster has the keys. */
const NOT_EXECUTED =
  /^(LOADING|READONLY|OOM|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|BUSY|MOVED|ASK|TRYAGAIN)\b/;

/**
 * What a failed call means for the caller: Redis out of reach (a typed error that says whether the command can have
 * been executed), or a fault of our own, given back as it is.
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

/** Fails at once when nothing can be sent now. */
export function assertReady(redis: Redis): void {
  if (redis.status !== 'ready') throw outOfReach();
}

/** Nothing was sent, for there is no connection to send it on. */
export function outOfReach(): AuctionRedisUnavailable {
  return new AuctionRedisUnavailable('the auction Redis is out of reach', true);
}
