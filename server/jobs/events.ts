import type { AnyDb, OutboxRow } from '#server/platform/database/index.ts';
import { runOnce } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { EventListeners } from '#server/platform/modules/index.ts';
import {
  openQueue,
  QUEUES,
  startWorker,
  type JobQueue,
  type JobWorker,
} from '#server/platform/queues/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';

interface EventJob {
  eventId: number;
  payload: Record<string, unknown>;
}

export interface EventQueue {
  /** Hands an outbox row over; a row already handed over is not queued twice. Nobody listening: nothing to do. */
  deliver(row: OutboxRow): Promise<void>;
  queue: JobQueue<EventJob>;
}

/** With its instant: a new database counts from 1 again while the queue still remembers old ids. */
const jobIdOf = (row: OutboxRow): string => `outbox-${row.id}-${row.createdAt.getTime()}`;

/** From the outbox into the queue. */
export function openEventQueue(redis: JobsRedis, namespace: string, listeners: EventListeners): EventQueue {
  const queue = openQueue<EventJob>(QUEUES.events, redis, namespace);
  return {
    queue,
    async deliver(row) {
      if (!listeners[row.topic]) return;
      const { notBeforeMs } = row.payload;
      await queue.add({
        id: jobIdOf(row),
        name: row.topic,
        payload: { eventId: row.id, payload: row.payload },
        // An event that only says "look then".
        ...(typeof notBeforeMs === 'number' ? { delayMs: Math.max(0, notBeforeMs - Date.now()) } : {}),
      });
    },
  };
}

export interface EventWorkerOptions {
  db: AnyDb;
  redis: JobsRedis;
  namespace: string;
  listeners: EventListeners;
  logger: Logger;
  onFinished(result: 'done' | 'failed'): void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** From the queue to the listeners, each exactly once per event. A failing listener does not undo the others. */
export function startEventWorker(options: EventWorkerOptions): JobWorker {
  const { db, listeners, logger } = options;
  return startWorker<EventJob>({
    name: QUEUES.events,
    redis: options.redis,
    namespace: options.namespace,
    async run({ name: topic, payload: job }) {
      const failures: unknown[] = [];
      for (const listener of listeners[topic] ?? []) {
        try {
          await runOnce(db, job.eventId, listener.name, (tx) =>
            listener.handle(job.payload, tx, { id: job.eventId, topic }),
          );
        } catch (error) {
          // Retried with the whole job; listeners that are done are skipped then by their marks.
          logger.warn(
            { err: error, topic, listener: listener.name, eventId: job.eventId },
            'event not handled yet',
          );
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${topic}: ${failures.map(messageOf).join(', ')}`);
    },
    onDone: () => options.onFinished('done'),
    onFailed(error, job) {
      options.onFinished('failed');
      if (job?.final)
        logger.error({ err: error, job: job.id, topic: job.name }, 'event given up, see the failed jobs');
      else if (!job) logger.warn({ err: error }, 'event queue');
    },
  });
}
