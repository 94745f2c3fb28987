import type { Redis } from 'ioredis';
import { AuctionRedisUnavailable } from './contract.ts';
import { callFailure } from './redis-connections.ts';

/** Redis replies to a blocked read shortly after its time-out; a connection silent beyond this margin is dead. */
const GRACE_MS = 3_000;
const NUDGE_MS = 5;
const READY_WAIT_MS = 2_000;

export interface StreamMessage {
  key: string;
  id: string;
  fields: string[];
}

/** Blocking reads of streams, one at a time. */
export interface StreamReads {
  /**
   * Messages after the given ids (key → id); empty when there are none within blockMs or the read was interrupted.
   * `limit`: of one stream. Rejects with AuctionRedisUnavailable.
   */
  read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]>;
  /** Ends a blocked read now; if there is none, the next read returns at once. */
  interrupt(): Promise<void>;
  close(): void;
}

/** Reads streams of one server on its own connection, opened on first use. */
export class StreamReader implements StreamReads {
  readonly #connect: () => Redis;
  readonly #through: Redis;
  #redis: Redis | null = null;
  #reading = false;
  #interrupted = false;
  #tail: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Redis's id of the connection; null: not yet queried since it was (re)connected. */
  #clientId: number | null = null;

  /** `through`: another connection to the same server, by which a blocked read is ended. */
  constructor(connect: () => Redis, through: Redis) {
    this.#connect = connect;
    this.#through = through;
  }

  read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]> {
    const next = this.#tail.then(() => this.#read(after, o));
    // The next read starts when this one has ended, even by a failure, which its own caller gets.
    this.#tail = next.catch(() => undefined);
    return next;
  }

  async #read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]> {
    if (this.#interrupted) {
      this.#interrupted = false;
      return [];
    }
    const redis = await this.#ready();
    this.#reading = true;
    const timer = setTimeout(() => redis.disconnect(true), o.blockMs + GRACE_MS);
    try {
      this.#clientId ??= Number(await redis.call('CLIENT', 'ID'));
      const blocking = o.blockMs > 0 ? ['BLOCK', String(o.blockMs)] : [];
      const count = ['COUNT', String(o.limit)];
      const reply = await redis.call(
        'XREAD',
        ...count,
        ...blocking,
        'STREAMS',
        ...after.keys(),
        ...after.values(),
      );
      return messagesOf(reply);
    } catch (error) {
      // Not retried here: the caller knows its position and repeats the read.
      throw callFailure(error);
    } finally {
      clearTimeout(timer);
      this.#reading = false;
      this.#interrupted = false;
    }
  }

  /** The connection, once it is ready. */
  async #ready(): Promise<Redis> {
    const redis = this.#closed ? null : (this.#redis ??= this.#open());
    if (redis && redis.status !== 'ready') await readyOrEnded(redis);
    if (this.#closed || redis?.status !== 'ready')
      throw new AuctionRedisUnavailable('the auction Redis is out of reach', true);
    return redis;
  }

  #open(): Redis {
    const redis = this.#connect();
    redis.on('ready', () => (this.#clientId = null));
    return redis;
  }

  async interrupt(): Promise<void> {
    this.#interrupted = true;
    // The read may be in flight but not blocked yet: repeated until it has ended.
    while (this.#reading && this.#interrupted && this.#through.status === 'ready') {
      if (this.#clientId !== null) await this.#through.call('CLIENT', 'UNBLOCK', String(this.#clientId));
      await new Promise((resolve) => setTimeout(resolve, NUDGE_MS));
    }
  }

  close(): void {
    this.#closed = true;
    this.#redis?.disconnect();
  }
}

function messagesOf(reply: unknown): StreamMessage[] {
  if (reply === null) return [];
  const streams = reply as [string, [string, string[]][]][];
  return streams.flatMap(([key, items]) => items.map(([id, fields]) => ({ key, id, fields })));
}

/** Resolves when the connection is ready, has ended, or READY_WAIT_MS have passed. */
function readyOrEnded(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(over, READY_WAIT_MS);
    redis.once('ready', over);
    redis.once('end', over);
    function over(): void {
      clearTimeout(timer);
      redis.off('ready', over);
      redis.off('end', over);
      resolve();
    }
  });
}
