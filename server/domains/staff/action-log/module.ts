import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createActionLog } from './action-log.repository.ts';
import { actionsExport } from './actions-export.ts';
import { ACTION_LOG_PERSONAL_DATA } from './personal-data.ts';

export const actionLogModule = defineModule({
  name: 'action-log',
  personalData: ACTION_LOG_PERSONAL_DATA,
  create: ({ database }: Pick<Base, 'database'>) => ({ actions: createActionLog(database.db) }),
  exports: ({ actions }) => ({ actions: actionsExport(actions) }),
});
