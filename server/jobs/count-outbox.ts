import { countDueOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import type { JobQueue, QueueName } from '#server/platform/queues/index.ts';
import type { Job } from '#server/platform/modules/index.ts';

const COUNT_MS = 5_000;

/** Events that wait for their delivery, for /metrics. */
export const countOutboxJob = (db: AnyDb, metrics: Pick<Metrics, 'outboxWaiting'>): Job => ({
  name: 'count the outbox',
  everyMs: COUNT_MS,
  async run() {
    metrics.outboxWaiting.set(await countDueOutbox(db));
  },
});

/** Jobs of a queue by state, for /metrics. */
export const countQueueJob = (
  name: QueueName,
  queue: Pick<JobQueue<unknown>, 'counts'>,
  metrics: Pick<Metrics, 'jobsWaiting'>,
): Job => ({
  name: `count the queue ${name}`,
  everyMs: COUNT_MS,
  async run() {
    const counts = await queue.counts();
    for (const state of ['waiting', 'delayed', 'active', 'failed'])
      metrics.jobsWaiting.set({ queue: name, state }, counts[state] ?? 0);
  },
});
