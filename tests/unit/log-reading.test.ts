import { describe, expect, it } from 'vitest';
import { freshMemory, type OwnedPartition } from '#server/auction/journal/journal-memory.ts';
import { LogReader, type Read } from '#server/auction/journal/log-reader.ts';
import type { LogCursor, LogFollower, LogRecord } from '#server/auction/state/contract.ts';
import { LogPrefetch } from '#server/auction/state/log-prefetch.ts';

const PARTITION = 3;

const record = (seq: number): LogRecord => ({
  logId: `${seq}-0`,
  prevLogId: seq > 1 ? `${seq - 1}-0` : '',
  entry: { v: 1, lotId: PARTITION, epoch: 1, seq, atUs: seq, kind: 'opened', participants: 1 },
});
const records = (...seqs: number[]) => seqs.map(record);
const seqsOf = (read: Read) => read.map(({ record }) => ('entry' in record ? record.entry.seq : null));

const stored = (): OwnedPartition => ({
  position: '0',
  readTo: '0',
  renewedPgUs: 0,
  broughtAt: -Infinity,
  askedAt: -Infinity,
  isLoading: false,
});

/** A reading over logs that answer when they are asked to, and one source that brings what it is given. */
function opened() {
  const asked: { after: Map<number, string>; answer(read: Read): void }[] = [];
  const reading = new LogReader({
    partitions: { count: 64, of: (lotId) => lotId % 64 },
    readLog: (after) => new Promise((resolve) => asked.push({ after: new Map(after), answer: resolve })),
  });
  let follower: LogFollower | null = null;
  reading.addSource({
    followLog: (given) => (follower = given as unknown as LogFollower),
    prefetchLog: () => undefined,
  });
  const memory = freshMemory();
  memory.partitions.set(PARTITION, stored());
  reading.begin(memory);
  const cursor = (): LogCursor => {
    const found = follower?.cursor(PARTITION);
    if (!found) throw new Error('the partition is not followed');
    return found;
  };
  const bring = (from: LogCursor, ...seqs: number[]) => follower?.take(from, records(...seqs));
  return { reading, memory, asked, cursor, bring };
}

const soon = () => Date.now() + 60_000;
const own = (...seqs: number[]): Read =>
  records(...seqs).map((one) => ({ partition: PARTITION, record: one }));

describe('the reading of the logs', () => {
  it('gives what the verdicts of this process brought, without its own read', async () => {
    const { reading, cursor, bring } = opened();
    const next = reading.next(10, soon());
    bring(cursor(), 1, 2);
    expect(seqsOf(await next)).toEqual([1, 2]);
  });

  it('gives each record once, though its own read brings it again', async () => {
    const { reading, asked, cursor, bring } = opened();
    const next = reading.next(10, soon());
    bring(cursor(), 1, 2);
    expect(seqsOf(await next)).toEqual([1, 2]);
    asked[0]?.answer(own(1, 2, 3));
    expect(seqsOf(await reading.next(10, soon()))).toEqual([3]);
  });

  it('takes no more at once than it is asked for, and forgets none of the others', async () => {
    const { reading, cursor, bring } = opened();
    bring(cursor(), 1, 2, 3);
    expect(seqsOf(await reading.next(2, soon()))).toEqual([1, 2]);
    expect(seqsOf(await reading.next(2, soon()))).toEqual([3]);
  });

  it('reads again what it has gone back behind, and leaves no gap before it', async () => {
    const { reading, asked, cursor, bring } = opened();
    bring(cursor(), 1, 2);
    await reading.next(10, soon());
    const late = cursor();
    reading.rewind();
    // Asked for before: what lies between would be missing.
    bring(late, 3, 4);
    const next = reading.next(10, soon());
    asked.at(-1)?.answer(own(1, 2, 3));
    expect(seqsOf(await next)).toEqual([1, 2, 3]);
    expect(cursor().after).toBe('3-0');
  });

  it('tells nothing of a partition that was taken again meanwhile', async () => {
    const { reading, memory, asked, cursor, bring } = opened();
    bring(cursor(), 1);
    const before = cursor();
    memory.partitions.set(PARTITION, stored());
    bring(before, 2);
    expect(await reading.next(10, soon())).toEqual([]);
    const next = reading.next(10, soon());
    asked.at(-1)?.answer(own(7));
    expect(seqsOf(await next)).toEqual([7]);
    expect(asked.at(-1)?.after.get(PARTITION)).toBe('0');
  });

  it('does not wait for a partition whose records are brought', async () => {
    const { reading, asked, cursor, bring } = opened();
    bring(cursor(), 1);
    await reading.next(10, soon());
    asked[0]?.answer([]);
    const next = reading.next(10, soon());
    await new Promise((resolve) => setTimeout(resolve, 0));
    bring(cursor(), 2);
    expect(seqsOf(await next)).toEqual([2]);
    expect(asked.slice(1).every(({ after }) => !after.has(PARTITION))).toBe(true);
  });
});

describe('the log behind an offer', () => {
  it('is read once at a time, and once more for what was sent meanwhile', async () => {
    const answers: ((found: [string, string[]][]) => void)[] = [];
    const asked: string[] = [];
    const behind = new LogPrefetch(
      {
        readStream: (_key, after) => {
          asked.push(after);
          return new Promise((resolve) => answers.push(resolve));
        },
      },
      { log: (partition) => `log:${partition}` },
    );
    let after = '0';
    behind.follow({
      cursor: (partition) => ({ partition, after }),
      take: (_cursor, found) => (after = found.at(-1)?.logId ?? after),
      failed: () => undefined,
    });
    for (let sent = 0; sent < 3; sent += 1) behind.sent(PARTITION);
    expect(asked).toEqual(['0']);
    answers[0]?.([['5-0', ['h', `${PARTITION} 1 1 5  opened`, 'participants', '1']]]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(asked).toEqual(['0', '5-0']);
    answers[1]?.([]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(asked).toHaveLength(2);
  });

  it('leaves a failed read to the follower’s own', async () => {
    let failed = 0;
    const behind = new LogPrefetch(
      { readStream: () => Promise.reject(new Error('away')) },
      { log: (partition) => `log:${partition}` },
    );
    behind.follow({
      cursor: (partition) => ({ partition, after: '0' }),
      take: () => undefined,
      failed: () => (failed += 1),
    });
    behind.sent(PARTITION);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(failed).toBe(1);
  });
});
