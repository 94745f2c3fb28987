import {
  lockShippedPerson,
  type AccountsService,
  type ActionRecorder,
} from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { openDirectory } from '#server/identity/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createEraseRows } from './erase-rows.ts';
import { EXPORT_USAGE, runExportCommand } from './export-command.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';
import { createPersonExport } from './write-export.ts';

const HOUR_MS = 3_600_000;

interface PersonalDataNeeds extends Pick<Base, 'config' | 'database' | 'sessions' | 'personalData'> {
  accounts: Pick<AccountsService, 'byId'>;
  actions: ActionRecorder;
  files: Pick<FilesService, 'removeOwned'>;
}

/** What is stored about persons, over all modules: a person's export, and accounts that were never confirmed. */
export const personalDataModule = defineModule({
  name: 'personal-data',
  create: ({ database, files, personalData: tables }: PersonalDataNeeds) => ({
    personExport: createPersonExport({ db: database.db, tables }),
    eraseRows: createEraseRows({
      tables,
      removeFiles: (tx, owner, ownerIds) => files.removeOwned(tx, owner, ownerIds),
    }),
  }),
  jobs: ({ config, database: { db }, sessions, personalData: tables }, log) =>
    config.signIn.shipped
      ? [
          {
            name: 'remove unconfirmed accounts',
            everyMs: HOUR_MS,
            async run() {
              const removed = await removeUnconfirmed({
                db,
                tables,
                lockPerson: lockShippedPerson,
                unconfirmed: (on, query) => openDirectory({ db: on }).unconfirmed(query),
                removeAccount: (tx, id) => openDirectory({ db: tx }).removeUnconfirmed(id),
                endSessions: (personId) => sessions.endAll(personId),
              });
              if (removed > 0) log.info({ removed }, 'accounts removed that were never confirmed');
            },
          },
        ]
      : [],
  commands: [
    {
      name: 'person export',
      usage: EXPORT_USAGE,
      about: 'writes everything that is stored about one person as JSON, for their own request',
      run: ({ args, out, open }) => runExportCommand(args, out, open),
    },
  ],
});
