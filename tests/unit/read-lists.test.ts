import { expect, it, vi } from 'vitest';
import { readLists } from '#server/processes/read-lists.ts';
import { createLogger } from '#server/platform/logging/index.ts';

const logger = createLogger({ level: 'silent' });

it('is ready with what is on trade, and complete with those that ended', async () => {
  const steps: string[] = [];
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const lists = readLists(
    {
      prepare: async () => void steps.push('on trade'),
      async *prepareRest() {
        await waiting;
        steps.push('others');
        yield;
      },
    },
    logger,
  );
  await expect.poll(() => lists.ready()).toBe(true);
  expect(lists.complete()).toBe(false);
  goOn();
  await expect.poll(() => lists.complete()).toBe(true);
  expect(steps).toEqual(['on trade', 'others']);
  await lists.stop();
});

it('goes on where the database failed, and ends in the middle when the process does', async () => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
  let made = 0;
  const lists = readLists(
    {
      prepare,
      async *prepareRest() {
        for (;;) {
          made += 1;
          yield;
        }
      },
    },
    logger,
  );
  await expect.poll(() => made, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(prepare).toHaveBeenCalledTimes(2);
  await lists.stop();
  expect(lists.complete()).toBe(false);
});
