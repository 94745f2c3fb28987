import { defineModule, type Base, type Collected } from '#server/platform/modules/index.ts';
import { createReadWorkQueues } from './work-queues.repository.ts';

/** After every module that has a queue. */
export const workQueuesModule = defineModule({
  name: 'work-queues',
  create: ({ database, workQueues }: Pick<Base, 'database'> & Pick<Collected, 'workQueues'>) => ({
    readWorkQueues: createReadWorkQueues(database.db, workQueues),
  }),
});
