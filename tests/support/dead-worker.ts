import { QUEUES } from '#server/jobs/queue-names.ts';
import { connectJobsRedis } from '#server/platform/redis/index.ts';
import type { TestRedis } from './services.ts';

/**
 * As if the time were over after which the jobs of a killed worker go to another one (its lock, and the look for jobs
 * without one: half a minute each). The next worker to start takes them up.
 * @returns how many there were
 */
export async function forgetDeadWorkers({ jobsUrl, namespace }: TestRedis): Promise<number> {
  const redis = connectJobsRedis(jobsUrl);
  const key = (name: string) => `${namespace}bull:${QUEUES.events}:${name}`;
  try {
    const jobs = await redis.lrange(key('active'), 0, -1);
    for (const job of jobs) {
      await redis.del(key(`${job}:lock`));
      await redis.sadd(key('stalled'), job);
    }
    await redis.del(key('stalled-check'));
    return jobs.length;
  } finally {
    redis.disconnect();
  }
}
