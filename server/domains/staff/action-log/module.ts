import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createActionBlocksRepository } from './action-blocks.repository.ts';
import { createActionLog } from './action-log.repository.ts';
import { createActionSearch } from './action-search.repository.ts';
import { actionSearchExport } from './action-search-export.ts';
import { actionsExport } from './actions-export.ts';
import { ACTION_LOG_PERSONAL_DATA } from './personal-data.ts';
import { createReadActions, type ReadActionsDeps } from './read-actions.ts';
import { sealActions } from './seal-actions.ts';
import { runVerifyActionsCommand } from './verify-actions-command.ts';

const SEAL_MS = 60_000;

type ActionSearchNeeds = Pick<Base, 'database'> & Pick<ReadActionsDeps, 'actions' | 'conflicts'>;

export const actionLogModule = defineModule({
  name: 'action-log',
  personalData: ACTION_LOG_PERSONAL_DATA,
  create: ({ database: { db } }: Pick<Base, 'database'>) => ({
    actions: createActionLog(db),
    actionBlocks: createActionBlocksRepository(db),
  }),
  jobs: ({ actionBlocks }) => [
    { name: 'seal actions', everyMs: SEAL_MS, run: () => sealActions(actionBlocks) },
  ],
  exports: ({ actions }) => ({ actions: actionsExport(actions) }),
  commands: [
    {
      name: 'verify-actions',
      usage: 'verify-actions [--archive FOLDER]',
      about: 'compares the log of what people and staff did with its chain of hashes',
      run: ({ args, out, open }) => runVerifyActionsCommand(args, out, () => open().actionBlocks),
    },
  ],
});

/** The same log for auditors. Apart, since who has a part in what is known above. */
export const actionSearchModule = defineModule({
  name: 'action-search',
  create({ database: { db }, actions, conflicts }: ActionSearchNeeds) {
    const actionSearch = createActionSearch(db);
    return { actionSearch, readActions: createReadActions({ search: actionSearch, actions, conflicts }) };
  },
  exports: ({ readActions }) => ({ 'console-actions': actionSearchExport(readActions) }),
});
