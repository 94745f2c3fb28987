import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { readProcessReports } from '#server/platform/process-reports/index.ts';
import { openQueue, QUEUES } from '#server/platform/queues/index.ts';
import { readRedisFigures } from './redis-figures.ts';
import { createSystem } from './system.service.ts';

type Needed = 'config' | 'database' | 'logger' | 'queueRedis' | 'redis' | 'shutdown';

interface SystemNeeds extends Pick<Base, Needed> {
  actions: { record: Parameters<typeof createSystem>[0]['record'] };
  files: Parameters<typeof createSystem>[0]['files'];
}

export const systemModule = defineModule({
  name: 'system',
  create({ actions, config, database, files, logger, queueRedis, redis, shutdown }: SystemNeeds) {
    const queue = openQueue(QUEUES.events, queueRedis, config.redisNamespace);
    shutdown.add('queue of the system page', () => queue.close());
    return {
      system: createSystem({
        database,
        reports: () => readProcessReports(redis, config.redisNamespace),
        redis: () => readRedisFigures(config),
        queue,
        files,
        record: (action, tx) => actions.record(action, tx),
        logger,
        nowMs: () => Date.now(),
      }),
    };
  },
});
