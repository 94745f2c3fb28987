import { ErrorCode, Queue, Worker, type Job, type JobsOptions } from 'bullmq';
import type { JobsRedis } from '../redis/index.ts';

export { QUEUES, type QueueName } from './queue-names.ts';

/** A job that failed this often remains in the failed list for operators. */
const ATTEMPTS = 12;
const FIRST_RETRY_MS = 500;
const KEEP_DONE = { age: 86_400, count: 5_000 };
const KEEP_FAILED = { age: 30 * 86_400 };

/** BullMQ has no such job among those that failed. */
const NOT_FAILED: readonly unknown[] = [ErrorCode.JobNotExist, ErrorCode.JobNotInState];

const USUAL: JobsOptions = {
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
  removeOnComplete: KEEP_DONE,
  removeOnFail: KEEP_FAILED,
};

interface QueuedJob<Payload> {
  name: string;
  payload: Payload;
  /** The same id is queued once, however often it is added. No colon inside. */
  id: string;
  delayMs?: number;
}

/** A job that is not tried again by itself. */
interface FailedJob {
  id: string;
  name: string;
  attempts: number;
  /** What the last attempt failed with. */
  reason: string;
  failedAtMs: number;
}

export interface JobQueue<Payload> {
  add(job: QueuedJob<Payload>): Promise<void>;
  /** Jobs by state, for health and operators. */
  counts(): Promise<Record<string, number>>;
  /** The last to fail first. */
  failed(limit: number): Promise<FailedJob[]>;
  /** Tries a failed job once more, with all its attempts; false: it has not failed, or is gone. */
  retry(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** BullMQ writes its own prefix without a trailing colon. */
const prefixOf = (namespace: string) => `${namespace}bull`;

/**
 * The sending side of a queue. Nothing is written to Redis before its first use: a command that composes the product leaves none
 * of its keys. @param redis a connection made by `connectQueueRedis`, closed by the caller
 */
export function openQueue<Payload>(name: string, redis: JobsRedis, namespace: string): JobQueue<Payload> {
  let opened: Queue | undefined;
  function queue(): Queue {
    if (opened) return opened;
    opened = new Queue(name, {
      connection: redis,
      prefix: prefixOf(namespace),
      defaultJobOptions: USUAL,
    });
    // The connection reconnects by itself; the failed call rejects and is retried by its caller.
    opened.on('error', () => undefined);
    return opened;
  }
  return {
    async add(job) {
      await queue().add(job.name, job.payload, {
        jobId: job.id,
        ...(job.delayMs ? { delay: job.delayMs } : {}),
      });
    },
    counts: () => queue().getJobCounts(),
    async failed(limit) {
      const jobs = await queue().getFailed(0, limit - 1);
      return jobs.map((job) => ({
        id: job.id ?? '',
        name: job.name,
        attempts: job.attemptsMade,
        reason: job.failedReason ?? '',
        failedAtMs: job.finishedOn ?? job.timestamp,
      }));
    },
    async retry(id) {
      const job: Job | undefined = await queue().getJob(id);
      if (!job || !(await job.isFailed())) return false;
      try {
        await job.retry('failed', { resetAttemptsMade: true });
        return true;
      } catch (error) {
        // Not retried: another call at the same moment was first.
        if (NOT_FAILED.includes((error as { code?: unknown }).code)) return false;
        throw error;
      }
    },
    async close() {
      await opened?.close();
    },
  };
}

export interface JobWorker {
  /** Stops taking jobs and waits for the running ones. */
  close(): Promise<void>;
}

export interface JobWorkerOptions<Payload> {
  name: string;
  redis: JobsRedis;
  namespace: string;
  concurrency?: number;
  /** Must be safe to repeat: a job is delivered at least once. A rejection repeats it after 0.5, 1, 2 … s. */
  run(job: { id: string; name: string; payload: Payload; attempt: number }): Promise<void>;
  onDone?(name: string): void;
  onFailed(error: Error, job: { id: string; name: string; attempt: number; final: boolean } | null): void;
}

/** The working side of a queue. */
export function startWorker<Payload>(options: JobWorkerOptions<Payload>): JobWorker {
  const worker = new Worker(
    options.name,
    (job: Job) =>
      options.run({
        id: job.id ?? '',
        name: job.name,
        payload: job.data as Payload,
        attempt: job.attemptsMade + 1,
      }),
    {
      connection: options.redis,
      prefix: prefixOf(options.namespace),
      concurrency: options.concurrency ?? 4,
      // A process that hangs longer loses its job to another; all jobs are idempotent.
      lockDuration: 30_000,
      // A crash of the worker does not count against the job, which is always started again.
      maxStalledCount: ATTEMPTS,
    },
  );
  worker.on('completed', (job) => options.onDone?.(job.name));
  worker.on('failed', (job, error) => {
    const attempts = job?.opts.attempts ?? ATTEMPTS;
    options.onFailed(
      error,
      job
        ? { id: job.id ?? '', name: job.name, attempt: job.attemptsMade, final: job.attemptsMade >= attempts }
        : null,
    );
  });
  worker.on('error', (error) => options.onFailed(error, null));
  return { close: () => worker.close() };
}
