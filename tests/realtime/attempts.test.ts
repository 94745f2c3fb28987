import { afterEach, describe, expect, it, vi } from 'vitest';
import { BidAttempts } from '#server/auction/live/bid-attempts.ts';
import type { Attempt, AttemptCount } from '#server/auction/state/auction-log.repository.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

afterEach(() => vi.useRealTimers());

const attempt = (bidId: string): Attempt => ({
  lotId: 1,
  person: 'anna',
  bidId,
  command: 'place',
  amountTiyin: 1,
  verdict: 'refused',
  reason: 'below-suggested',
  epoch: 1,
  seq: 1,
  headHash: null,
  repeated: false,
  receivedAt: new Date(0),
  decidedAt: null,
});

/** Where attempts and counts are written; what is written is stored for the test. */
function attemptStore(before: () => Promise<void> = async () => undefined) {
  const written: Attempt[] = [];
  const counted: AttemptCount[] = [];
  return {
    written,
    counted,
    insertAttempts: async (batch: Attempt[]) => {
      await before();
      written.push(...batch);
    },
    addAttemptCounts: async (batch: AttemptCount[]) => {
      await before();
      counted.push(...batch.map((count) => ({ ...count })));
    },
  };
}

describe('attempts', () => {
  it('are stored while PostgreSQL is away and written in order when it is back', async () => {
    vi.useFakeTimers();
    let away = true;
    const store = attemptStore(async () => {
      if (away) throw new Error('away');
    });
    const attempts = new BidAttempts(store, log, {
      answered: () => undefined,
      joined: () => undefined,
      count: () => undefined,
    });
    for (let i = 0; i < 1_200; i += 1) attempts.record({ ...attempt(`bid-${i}`), person: `p${i}` }, true);
    for (let i = 0; i < 30; i += 1) attempts.record(attempt(`other-${i}`), false);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(store.written).toEqual([]);
    away = false;
    await vi.advanceTimersByTimeAsync(1_100);
    expect(store.written.map(({ bidId }) => bidId)).toEqual(
      Array.from({ length: 1_200 }, (_, i) => `bid-${i}`),
    );
    expect(store.counted.map(({ times }) => times)).toEqual([30]);
    await attempts.stop();
  });

  it('are shed and counted beyond the bound, never blocking', async () => {
    let shed = 0;
    const attempts = new BidAttempts(
      attemptStore(() => new Promise(() => undefined)),
      log,
      {
        answered: () => undefined,
        joined: () => undefined,
        count: (event) => (shed += event === 'attempt-shed' ? 1 : 0),
      },
    );
    for (let i = 0; i < 20_100; i += 1) attempts.record({ ...attempt(`bid-${i}`), person: `p${i}` }, true);
    expect(shed).toBe(100);
  });

  it('of a participant are stored up to five a second for each lot, and counted beyond', async () => {
    vi.useFakeTimers();
    const store = attemptStore();
    const attempts = new BidAttempts(store, log, {
      answered: () => undefined,
      joined: () => undefined,
      count: () => undefined,
    });
    const flood = () => {
      for (let i = 0; i < 50; i += 1) attempts.record(attempt(`bid-${i}`), true);
    };
    flood();
    for (let i = 0; i < 3; i += 1) attempts.record({ ...attempt(`lot-2-${i}`), lotId: 2 }, true);
    await vi.advanceTimersByTimeAsync(1_000);
    flood();
    await attempts.stop();
    const stored = (lotId: number) => store.written.filter((one) => one.lotId === lotId).length;
    expect([stored(1), stored(2)]).toEqual([10, 3]);
    const sum = store.counted.reduce((all, { times }) => all + times, 0);
    expect(sum).toBe(90);
    for (const one of store.counted)
      expect(one).toMatchObject({ lotId: 1, minuteMs: 0, person: 'anna', reason: 'below-suggested' });
  });

  it('of people who are not admitted are never stored, and counted together by minute and reason', async () => {
    const store = attemptStore();
    const attempts = new BidAttempts(store, log, {
      answered: () => undefined,
      joined: () => undefined,
      count: () => undefined,
    });
    for (let i = 0; i < 500; i += 1) {
      const receivedAt = new Date(i < 200 ? 60_000 : 119_999 + (i % 2));
      attempts.record({ ...attempt(`bid-${i}`), person: `p${i}`, reason: 'not-admitted', receivedAt }, false);
    }
    await attempts.stop();
    expect(store.written).toEqual([]);
    expect(store.counted.map(({ minuteMs, person, times }) => ({ minuteMs, person, times }))).toEqual([
      { minuteMs: 60_000, person: '', times: 350 },
      { minuteMs: 120_000, person: '', times: 150 },
    ]);
  });
});
