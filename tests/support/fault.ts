import { expect, type TestContext } from 'vitest';

/** How often each fault was really injected, by the id of tests/faults/matrix.json: read by the matrix of `npm run faults`. */
export type FaultsFired = Record<string, number>;

/**
 * Notes in the test that its injector fired, and fails where it did not: a run in which nothing went wrong shows nothing.
 * The name of the test carries the same id, so that a failure is a violation in the matrix.
 */
export function fired({ task }: TestContext, fault: `F${number}`, times: number): void {
  expect(times, `the injector of ${fault} never fired`).toBeGreaterThan(0);
  const meta = task.meta as { faults?: FaultsFired };
  meta.faults = { ...meta.faults, [fault]: (meta.faults?.[fault] ?? 0) + times };
}
