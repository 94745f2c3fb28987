import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createActionLog } from './action-log.repository.ts';
import { actionsExport } from './actions-export.ts';

export const actionLogModule = defineModule({
  name: 'action-log',
  create: ({ database }: Pick<Base, 'database'>) => ({ actions: createActionLog(database.db) }),
  exports: ({ actions }) => ({ actions: actionsExport(actions) }),
});
