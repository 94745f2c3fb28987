import { describe, expect, test } from 'vitest';
import { createRound } from '#server/workflows/retrying-sweep.ts';

const PAGE = 2;

/** Rounds over the ids that are left, and what they did. */
function rounds(failing: Set<number>, left: Set<number>) {
  let nowMs = 0;
  const round = createRound(() => nowMs);
  const tried: number[] = [];
  const failures: [id: number, failingMs: number][] = [];
  return {
    tried,
    failures,
    async run(atMs: number) {
      nowMs = atMs;
      tried.length = 0;
      failures.length = 0;
      await round.run({
        page: (after) =>
          Promise.resolve(
            [...left]
              .filter((id) => id > after)
              .sort((a, b) => a - b)
              .slice(0, PAGE),
          ),
        work: (id) => {
          tried.push(id);
          if (failing.has(id)) return Promise.reject(new Error(`${id} fails`));
          left.delete(id);
          return Promise.resolve();
        },
        onError: (_, id, failingMs) => failures.push([id, failingMs]),
      });
    },
  };
}

describe('a round of repeated work', () => {
  test('reaches the ids behind more failing ones than a page holds', async () => {
    const left = new Set([1, 2, 3, 4, 5]);
    const work = rounds(new Set([1, 2, 3]), left);
    await work.run(0);
    expect(work.tried).toEqual([1, 2, 3, 4, 5]);
    expect([...left]).toEqual([1, 2, 3]);
  });

  test('tries a failed id again at once, then after pauses that double up to five minutes', async () => {
    const work = rounds(new Set([1]), new Set([1]));
    const triedAt: number[] = [];
    for (let atMs = 0; atMs <= 1_500_000; atMs += 1_000) {
      await work.run(atMs);
      if (work.tried.length > 0) triedAt.push(atMs / 1_000);
    }
    expect(triedAt).toEqual([0, 1, 6, 16, 36, 76, 156, 316, 616, 916, 1_216]);
  });

  test('says for how long an id has failed, and forgets that when it succeeds or is finished elsewhere', async () => {
    const failing = new Set([1, 2]);
    const left = new Set([1, 2]);
    const work = rounds(failing, left);
    await work.run(0);
    await work.run(9_000);
    expect(work.failures).toEqual([
      [1, 9_000],
      [2, 9_000],
    ]);
    failing.clear();
    left.delete(2);
    await work.run(20_000);
    left.add(1).add(2);
    failing.add(1).add(2);
    await work.run(30_000);
    expect(work.failures).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});
