import { expect, it, vi } from 'vitest';
import { ReplicaWatch } from '#server/platform/database/reads/replica-watch.ts';

const CLUSTER = { systemId: '7', startedAt: 'this morning', timeline: 2 };

/** Two servers that answer so; null: one that swallows everything. */
function watched() {
  const answers = {
    primary: { ...CLUSTER, lsn: '0/10' } as object | null,
    replica: { ...CLUSTER, inRecovery: true, lsn: '0/10', startedAt: 'at noon' } as object,
  };
  const silent = new Promise<never>(() => undefined);
  const asked = (of: keyof typeof answers) => ({
    query: () => (answers[of] === null ? silent : Promise.resolve({ rows: [answers[of]] })),
  });
  const watch = new ReplicaWatch({
    primary: asked('primary') as never,
    replica: asked('replica') as never,
    maxStalenessMs: 5_000,
    onSilent: () => undefined,
  });
  return { watch, answers };
}

it('a replica is as old as the last place of the primary that it has reached', async () => {
  const { watch, answers } = watched();
  await watch.measure();
  const first = watch.usableAsOf();
  expect(first).not.toBeNull();
  answers.primary = { ...CLUSTER, lsn: '0/20' };
  await watch.measure();
  expect(watch.usableAsOf()).toBe(first);
  answers.replica = { ...answers.replica, lsn: '1/0' };
  await watch.measure();
  expect(watch.usableAsOf()).toBeGreaterThanOrEqual(first!);
  // It had more than this primary has: another one with the same name.
  await watch.measure();
  expect(watch.problem()).toMatch(/^has more than the primary/);
  expect(watch.usableAsOf()).toBeNull();
});

it('a replica of the timeline before a promotion is not read, nor are places of the former primary believed', async () => {
  const { watch, answers } = watched();
  await watch.measure();
  expect(watch.problem()).toBeNull();
  answers.primary = { ...CLUSTER, timeline: 3, lsn: '0/30' };
  await watch.measure();
  expect(watch.problem()).toBe('is on timeline 2, the primary on 3');
  answers.replica = { ...answers.replica, timeline: 3, lsn: '0/20' };
  await watch.measure();
  expect(watch.problem()).toBe('has not caught up since it is measured');
  answers.replica = { ...answers.replica, lsn: '0/30' };
  await watch.measure();
  expect(watch.problem()).toBeNull();
});

it('a primary that swallows everything holds up no measurement, and no end', async () => {
  vi.useFakeTimers();
  try {
    const { watch, answers } = watched();
    answers.primary = null;
    watch.start();
    const stopped = watch.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    await stopped;
    expect(watch.usableAsOf()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
