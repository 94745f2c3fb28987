import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createActionBlocksRepository } from './action-blocks.repository.ts';
import { createActionLog } from './action-log.repository.ts';
import { createActionSearch } from './action-search.repository.ts';
import { actionSearchExport } from './action-search-export.ts';
import { actionsExport } from './actions-export.ts';
import { ACTION_LOG_PERSONAL_DATA } from './personal-data.ts';
import { sealActions } from './seal-actions.ts';
import { runVerifyActionsCommand } from './verify-actions-command.ts';

const SEAL_MS = 60_000;

export const actionLogModule = defineModule({
  name: 'action-log',
  personalData: ACTION_LOG_PERSONAL_DATA,
  create: ({ database: { db } }: Pick<Base, 'database'>) => ({
    actions: createActionLog(db),
    actionBlocks: createActionBlocksRepository(db),
    actionSearch: createActionSearch(db),
  }),
  jobs: ({ actionBlocks }) => [
    { name: 'seal actions', everyMs: SEAL_MS, run: () => sealActions(actionBlocks) },
  ],
  exports: ({ actions, actionSearch }) => ({
    actions: actionsExport(actions),
    'console-actions': actionSearchExport(actionSearch),
  }),
  commands: [
    {
      name: 'verify-actions',
      usage: 'verify-actions [--archive FOLDER]',
      about: 'compares the log of what people and staff did with its chain of hashes',
      run: ({ args, out, open }) => runVerifyActionsCommand(args, out, () => open().actionBlocks),
    },
  ],
});
