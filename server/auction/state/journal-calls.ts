import type { Redis } from 'ioredis';
import {
  AuctionRedisUnavailable,
  type AuctionState,
  type CommittedMessage,
  type CommittedRecord,
} from './contract.ts';
import { assertReady, callFailure, gatherWrites } from './redis-connections.ts';
import { parseLogRecord } from './parse-log-record.ts';
import type { AuctionKeys } from './keys.ts';
import type { ScriptRunner } from './script-runner.ts';
import type { StreamReads } from './stream-reader.ts';
import { wholeNumber } from './parse-verdicts.ts';

type JournalCalls = Pick<
  AuctionState,
  'claimLease' | 'renewLease' | 'stallLot' | 'reportFailing' | 'readLogNow' | 'trimLog' | 'publishCommitted'
>;
type FeedCalls = Pick<AuctionState, 'readCommitted' | 'interruptReadCommitted' | 'newestCommitted'>;

/** The journal reports a failing commit again within this time, also one that waits for its time-out. */
const FAILING_S = 15;
/** Committed messages retained per partition: a reader further behind fills its gap from PostgreSQL. */
const COMMITTED_RETAINED = 1_000;
/** Most messages of one committed stream in one read. */
const COMMITTED_LIMIT = 500;

/** The journal's own calls: lease, reading without waiting, trimming, publishing. */
export function journalCalls(redis: Redis, runner: ScriptRunner, keys: AuctionKeys): JournalCalls {
  return {
    async claimLease(partition, c) {
      const args = { owner: c.owner, pgNow: String(c.pgNowUs), claim: 'claim', heldSince: heldSince(c) };
      await runner.run('renew-lease', [keys.lease(partition), keys.wanted(partition)], args);
    },

    renewLease: (partitions, c) =>
      Promise.all(
        partitions.map(async (partition) => {
          const args = { owner: c.owner, pgNow: String(c.pgNowUs), claim: '', heldSince: heldSince(c) };
          const reply = await runner.run(
            'renew-lease',
            [keys.lease(partition), keys.wanted(partition)],
            args,
          );
          const [lost, redisNowUs = 0, ...wanted] = (reply as unknown[]).map(wholeNumber);
          return { partition, lost: lost === 1, redisNowUs, wanted };
        }),
      ),

    async reportFailing(partition, sqlState) {
      assertReady(redis);
      await answered([redis.set(keys.failing(partition), sqlState, 'EX', FAILING_S)]);
    },

    async readLogNow(partition, after, limit) {
      assertReady(redis);
      try {
        const records = await redis.xrange(keys.log(partition), `(${after}`, '+', 'COUNT', limit);
        return records.map(([id, fields]) => parseLogRecord(id, fields));
      } catch (error) {
        // Not retried here: the takeover that asks is repeated.
        throw callFailure(error);
      }
    },

    async stallLot(lotId, { owner, untilUs }) {
      const until = untilUs === null ? '' : untilUs.toFixed(0);
      const lease = keys.lease(keys.partitions.of(lotId));
      return Number(await runner.run('stall-lot', [lease], { owner, lotId: String(lotId), until })) === 1;
    },

    async trimLog(partition, throughLogId) {
      const [time = '', count = ''] = throughLogId.split('-');
      assertReady(redis);
      gatherWrites(redis);
      await answered([redis.xtrim(keys.log(partition), 'MINID', `${time}-${Number(count) + 1}`)]);
    },

    async publishCommitted(partition, messages) {
      if (messages.length === 0) return;
      assertReady(redis);
      gatherWrites(redis);
      const key = keys.committed(partition);
      const sent = messages.map((message) =>
        redis.xadd(key, 'MAXLEN', '~', COMMITTED_RETAINED, '*', ...fieldsOf(message)),
      );
      await answered(sent);
    },
  };
}

const heldSince = ({ heldSinceUs }: { heldSinceUs?: number | null }): string => heldSinceUs?.toFixed(0) ?? '';

/** The journal's reads of the logs. */
export function logCalls(keys: AuctionKeys, logReader: StreamReads): Pick<AuctionState, 'readLog'> {
  return {
    async readLog(after, o) {
      const partitions = new Map([...after.keys()].map((partition) => [keys.log(partition), partition]));
      const from = new Map([...after].map(([partition, id]) => [keys.log(partition), id]));
      const messages = await logReader.read(from, o);
      return messages.map(({ key, id, fields }) => ({
        partition: partitions.get(key) ?? 0,
        record: parseLogRecord(id, fields),
      }));
    },
  };
}

/**
 * Reads of the committed feed.
 * @param newestId last id of a stream of the feed, '0' for none; rejects with AuctionRedisUnavailable
 */
export function feedCalls(
  keys: AuctionKeys,
  feedReader: StreamReads,
  newestId: (partition: number) => Promise<string>,
): FeedCalls {
  /** The id '$' meant when a partition was first read, so that nothing between two reads is missed. */
  const fromNow = new Map<number, string>();

  return {
    async readCommitted(after, o) {
      const partitions = new Map(
        [...after.keys()].map((partition) => [keys.committed(partition), partition]),
      );
      const from = await resolved(after);
      const messages = await feedReader.read(from, { ...o, limit: COMMITTED_LIMIT });
      return messages.map(({ key, id, fields }) => new LazyRecord(partitions.get(key) ?? 0, id, fields));
    },

    interruptReadCommitted() {
      // When this fails the connection is closed, which ends the blocked read as well.
      feedReader.interrupt().catch(() => undefined);
    },

    newestCommitted: newestId,
  };

  async function resolved(after: Map<number, string>): Promise<Map<string, string>> {
    const from = new Map<string, string>();
    for (const [partition, id] of after) {
      if (id !== '$') fromNow.delete(partition);
      else if (!fromNow.has(partition)) fromNow.set(partition, await newestId(partition));
      from.set(keys.committed(partition), fromNow.get(partition) ?? id);
    }
    for (const partition of fromNow.keys()) if (!after.has(partition)) fromNow.delete(partition);
    return from;
  }
}

/** Last id of a stream; '0' while it has none. */
export async function newestIdOf(redis: Redis, key: string): Promise<string> {
  try {
    assertReady(redis);
    const newest = await redis.xrevrange(key, '+', '-', 'COUNT', 1);
    return newest[0]?.[0] ?? '0';
  } catch (error) {
    // Not retried here: the reader repeats the call with the same '$'.
    throw error instanceof AuctionRedisUnavailable ? error : callFailure(error);
  }
}

/** All messages of a partition's committed stream. */
export async function retainedCommitted(
  redis: Redis,
  keys: Pick<AuctionKeys, 'committed'>,
  partition: number,
): Promise<CommittedRecord[]> {
  assertReady(redis);
  try {
    const messages = await redis.xrange(keys.committed(partition), '-', '+');
    return messages.map(([id, fields]) => new LazyRecord(partition, id, fields));
  } catch (error) {
    // Not retried here: the journal's run begins again.
    throw callFailure(error);
  }
}

/** For committed entries also the lot and the last sequence, so that a reader that has them need not parse them. */
function fieldsOf(message: CommittedMessage): string[] {
  const text = JSON.stringify(message);
  const last = message.type === 'entries' ? message.entries.at(-1)?.entry : undefined;
  return last ? ['m', text, 'l', String(last.lotId), 's', String(last.seq)] : ['m', text];
}

/** A record of a committed stream; its message is parsed on first access. */
class LazyRecord implements CommittedRecord {
  readonly partition: number;
  readonly id: string;
  readonly leadsTo?: { lotId: number; seq: number };
  readonly #text: string;
  #message: CommittedMessage | null = null;

  constructor(partition: number, id: string, [, text = '', lot, lotId, , seq]: string[]) {
    this.partition = partition;
    this.id = id;
    this.#text = text;
    if (lot === 'l') this.leadsTo = { lotId: Number(lotId), seq: Number(seq) };
  }

  get message(): CommittedMessage {
    return (this.#message ??= JSON.parse(this.#text) as CommittedMessage);
  }
}

/** Resolves when Redis has replied to all; rejects with the first failure, translated. */
async function answered(sent: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected');
  // Not retried: whether the commands ran may be unknown, and the caller decides.
  if (failed) throw callFailure(failed.reason);
}
