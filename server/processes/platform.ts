import type { Config } from '#server/platform/config/index.ts';
import { createDatabase, PROCESS_LIMITS } from '#server/platform/database/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import type { Base } from '#server/platform/modules/index.ts';
import { connectJobsRedis, connectQueueRedis, connectSubscriber } from '#server/platform/redis/index.ts';
import { createSessionStore } from '#server/platform/sessions/index.ts';
import { createShutdown } from '#server/platform/shutdown/index.ts';
import { createLocalCommits, type LocalCommits } from './local-commits.ts';

/** What every process type is built on. One per process, shared by the types that run in it. */
export interface Platform extends Omit<Base, 'invariants' | 'personalData'> {
  localCommits: LocalCommits;
}

/** Opens connections; a server that is away is retried by them and named by /readyz. */
export function openPlatform(config: Config, processName: string): Platform {
  const logger = createLogger({ level: config.logLevel, process: processName });
  const shutdown = createShutdown((name, problem) =>
    logger.error({ err: problem, step: name }, 'shutdown step failed'),
  );
  const database = createDatabase({
    url: config.databaseUrl,
    name: `savdo-${processName}`,
    poolSize: 20,
    // An operator waits for a command and can end it.
    limits: processName === 'cli' ? {} : PROCESS_LIMITS,
    ...(config.readReplica && { replica: config.readReplica }),
  });
  const redis = connectJobsRedis(config.jobsRedisUrl);
  const queueRedis = connectQueueRedis(config.jobsRedisUrl);
  const subscriber = connectSubscriber(config.jobsRedisUrl);
  for (const [role, client] of Object.entries({ redis, queueRedis, subscriber })) {
    // Reconnecting is the connection's own work; the command that met the fault has rejected already.
    client.on('error', (error: Error) => logger.warn({ err: error, role }, 'jobs redis'));
  }
  const sessions = createSessionStore(redis, subscriber, config.redisNamespace, {
    staffSecondFactor: config.staffSecondFactor,
  });
  shutdown.add('database', () => database.close());
  shutdown.add('jobs redis', async () => {
    await sessions.close();
    redis.disconnect();
    queueRedis.disconnect();
  });
  const metrics = createMetrics(processName, database.pool, database.reads);
  return {
    config,
    logger,
    metrics,
    database,
    redis,
    queueRedis,
    sessions,
    texts: loadTexts(),
    shutdown,
    localCommits: createLocalCommits(),
  };
}
