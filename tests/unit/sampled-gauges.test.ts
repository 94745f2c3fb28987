import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { readVersion } from '#server/platform/version/index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const samples = async (metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));

test('a figure that was never read has no sample, and 0 is one', async () => {
  const metrics = createMetrics('test');
  expect(await samples(metrics, 'savdo_partitions_held')).toEqual([]);
  metrics.partitionsHeld.set(0);
  expect(await samples(metrics, 'savdo_partitions_held')).toEqual([
    'savdo_partitions_held{process="test"} 0',
  ]);
});

test('a figure whose source is silent is no longer shown, and its age is', async () => {
  const metrics = createMetrics('test');
  metrics.partitionsHeld.set(3);
  metrics.rooms.set({ phase: 'running' }, 5);
  vi.advanceTimersByTime(15_000);
  metrics.rooms.set({ phase: 'running' }, 6);
  vi.advanceTimersByTime(15_000);
  expect(await samples(metrics, 'savdo_partitions_held')).toEqual([]);
  expect(await samples(metrics, 'savdo_rooms')).toEqual(['savdo_rooms{phase="running",process="test"} 6']);
  expect(await samples(metrics, 'savdo_figure_age_seconds')).toEqual([
    'savdo_figure_age_seconds{figure="savdo_partitions_held",process="test"} 30',
    'savdo_figure_age_seconds{figure="savdo_rooms",process="test"} 15',
  ]);
  metrics.partitionsHeld.set(0);
  expect(await samples(metrics, 'savdo_partitions_held')).toEqual([
    'savdo_partitions_held{process="test"} 0',
  ]);
});

test('of several servers only the silent one is no longer shown', async () => {
  const metrics = createMetrics('test');
  metrics.serviceReachable.set({ service: 'a' }, 1);
  vi.advanceTimersByTime(15_000);
  metrics.serviceReachable.set({ service: 'b' }, 0);
  vi.advanceTimersByTime(10_000);
  expect(await samples(metrics, 'savdo_service_reachable')).toEqual([
    'savdo_service_reachable{service="b",process="test"} 0',
  ]);
});

test('calls that wait for a connection to PostgreSQL are counted when asked', async () => {
  const pool = { totalCount: 20, idleCount: 0, waitingCount: 7 };
  const metrics = createMetrics('test', pool);
  expect(await samples(metrics, 'savdo_database_pool')).toEqual([
    'savdo_database_pool{state="used",process="test"} 20',
    'savdo_database_pool{state="idle",process="test"} 0',
    'savdo_database_pool{state="waiting",process="test"} 7',
  ]);
});

test('the version is that of the package, and the commit that of the image where it was given one', async () => {
  expect(readVersion({})).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), commit: null });
  expect(readVersion({ SAVDO_COMMIT: 'abc1234' }).commit).toBe('abc1234');
  const [info = ''] = await samples(createMetrics('test'), 'savdo_build_info');
  expect(info).toContain(`version="${readVersion().version}"`);
  expect(info).toMatch(/ 1$/);
});
