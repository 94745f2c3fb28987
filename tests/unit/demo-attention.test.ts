import { expect, test } from 'vitest';
import { createAttention } from '#server/demo/bots/attention.ts';

const HOUR_MS = 3_600_000;

test('the demo rests two hours after the last visit, and the first visit after that wakes it', () => {
  const attention = createAttention(0);
  expect(attention.watched(HOUR_MS)).toBe(true);
  expect(attention.seen(HOUR_MS)).toBe(false);
  expect(attention.watched(2.9 * HOUR_MS)).toBe(true);
  expect(attention.watched(3.1 * HOUR_MS)).toBe(false);
  expect(attention.wokenAtMs()).toBeNull();
  expect(attention.seen(9 * HOUR_MS)).toBe(true);
  expect(attention.watched(9 * HOUR_MS)).toBe(true);
  expect(attention.wokenAtMs()).toBe(9 * HOUR_MS);
});

test('a visit that is heard of twice, or late, wakes the demo once', () => {
  const attention = createAttention(0);
  expect(attention.seen(5 * HOUR_MS)).toBe(true);
  expect(attention.seen(5 * HOUR_MS)).toBe(false);
  expect(attention.seen(4 * HOUR_MS)).toBe(false);
  expect(attention.wokenAtMs()).toBe(5 * HOUR_MS);
});
