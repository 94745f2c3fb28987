import { newId } from '#server/platform/ids/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createServiceLevels } from './service-levels.service.ts';

const COUNT_MS = 60_000;
/** Somewhat longer than the status page looks back. */
const RETENTION_DAYS = 100;

export const serviceLevelsModule = defineModule({
  name: 'service-levels',
  create: ({ database: { db }, metrics }: Pick<Base, 'database' | 'metrics'>) => ({
    serviceLevels: createServiceLevels({ db, metrics, source: newId(), nowMs: () => Date.now() }),
  }),
  jobs: ({ serviceLevels }) => [
    { name: 'count service levels', everyMs: COUNT_MS, run: () => serviceLevels.countCommitted() },
  ],
  retention: ({ serviceLevels }) => [
    { name: 'service levels', days: RETENTION_DAYS, purge: (days) => serviceLevels.purge(days) },
  ],
});
