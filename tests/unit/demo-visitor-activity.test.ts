import { expect, test } from 'vitest';
import { createVisitorActivity } from '#server/demo/bots/visitor-activity.ts';

const HOUR_MS = 3_600_000;

test('the demo rests two hours after the last visit, and the first visit after that wakes it', () => {
  const activity = createVisitorActivity(0);
  expect(activity.watched(HOUR_MS)).toBe(true);
  expect(activity.seen(HOUR_MS)).toBe(false);
  expect(activity.watched(2.9 * HOUR_MS)).toBe(true);
  expect(activity.watched(3.1 * HOUR_MS)).toBe(false);
  expect(activity.wokenAtMs()).toBeNull();
  expect(activity.seen(9 * HOUR_MS)).toBe(true);
  expect(activity.watched(9 * HOUR_MS)).toBe(true);
  expect(activity.wokenAtMs()).toBe(9 * HOUR_MS);
});

test('a visit that is heard of twice, or late, wakes the demo once', () => {
  const activity = createVisitorActivity(0);
  expect(activity.seen(5 * HOUR_MS)).toBe(true);
  expect(activity.seen(5 * HOUR_MS)).toBe(false);
  expect(activity.seen(4 * HOUR_MS)).toBe(false);
  expect(activity.wokenAtMs()).toBe(5 * HOUR_MS);
});
