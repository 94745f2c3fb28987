import { describe, expect, test } from 'vitest';
import { LoadQueue, urgency } from '#server/auction/journal/load-queue.ts';

const NOW_US = 1_700_000_000_000_000;
const SECOND_US = 1_000_000;

const order = (phase: 'running' | 'waiting' | 'paused', dueInS: number | null, activeS: number | null) =>
  urgency(
    {
      phase,
      dueUs: dueInS === null ? null : NOW_US + dueInS * SECOND_US,
      lastLogId: activeS === null ? '' : `${NOW_US - activeS * SECOND_US}-0`,
    },
    NOW_US,
  );

describe('the order in which lots are loaded', () => {
  test('is by what happens within a minute, then by activity, then by what happens next', () => {
    const expected = [
      order('running', -5, null),
      order('running', 3, 900),
      order('waiting', 40, null),
      order('running', 7_200, 1),
      order('running', 600, 60),
      order('running', 61, null),
      order('paused', 600, 1),
      order('waiting', 3_600, null),
      order('paused', null, null),
    ];
    expect(expected.toSorted((a, b) => a - b)).toEqual(expected);
    expect(new Set(expected).size).toBe(expected.length);
  });

  test('takes the most urgent lots first and each once', () => {
    const queue = new LoadQueue();
    for (const [lotId, place] of [
      [1, 3],
      [2, 1],
      [3, 2],
    ] as const)
      queue.add({ lotId, lostFromUs: 10, repair: false, order: place });
    queue.add({ lotId: 1, lostFromUs: 20, repair: true, order: 0 });
    expect(queue.take(2).map(({ lotId, lostFromUs, repair }) => [lotId, lostFromUs, repair])).toEqual([
      [1, 10, true],
      [2, 10, false],
    ]);
    expect(queue.take(9).map(({ lotId }) => lotId)).toEqual([3]);
    expect(queue.ready).toBe(false);
  });

  test('leaves a lot whose load failed for a while', () => {
    const queue = new LoadQueue();
    queue.add({ lotId: 1, lostFromUs: 10, repair: false, order: 0, tries: 8 });
    expect([queue.ready, queue.take(9), queue.has(1)]).toEqual([false, [], true]);
    queue.drop((lotId) => lotId === 1);
    expect(queue.has(1)).toBe(false);
  });
});
