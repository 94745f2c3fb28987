import { expect, test } from 'vitest';
import { runAtInstant } from '#server/demo/scenarios/past-clock.ts';

const PAST = Date.UTC(2026, 0, 5, 10);
const later = () => new Promise((resolve) => setImmediate(resolve));

test('work in the past has its own clock, and all that runs beside it the machine’s', async () => {
  const real = Date;
  const before = new Date();
  const inPast = runAtInstant(PAST, async (set) => {
    const first = [Date.now(), new Date().getTime()];
    set(PAST + 5);
    await later();
    expect(new Date() instanceof Date && before instanceof Date).toBe(true);
    expect([new Date(7).getTime(), Date.UTC(1970, 0, 1)]).toEqual([7, 0]);
    return [...first, Date.now()];
  });
  const beside = [Date.now(), new Date().getTime()];
  await later();
  for (const at of [...beside, Date.now()]) expect(at).toBeGreaterThanOrEqual(before.getTime());
  expect(await inPast).toEqual([PAST, PAST, PAST + 5]);
  expect(Date).toBe(real);
});

test('the clock of the machine is back after work that failed', async () => {
  const real = Date;
  const failed = runAtInstant(PAST, () => Promise.reject(new Error('failed')));
  await expect(failed).rejects.toThrow('failed');
  expect(Date).toBe(real);
});
