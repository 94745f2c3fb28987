import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { lockShippedPerson, type AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { openDirectory } from '#server/identity/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createEraseRows } from './erase-rows.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';
import { createPersonExport } from './write-export.ts';

const HOUR_MS = 3_600_000;

interface PersonalDataNeeds extends Pick<Base, 'config' | 'database' | 'sessions' | 'personalData'> {
  accounts: Pick<AccountsService, 'byId'>;
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
      usage: 'person export --id ID --out FILE',
      about: 'writes everything that is stored about one person as JSON, for their own request',
      async run({ args, out, open }) {
        let given: { id?: string; out?: string };
        try {
          given = parseArgs({
            args: [...args],
            options: { id: { type: 'string' }, out: { type: 'string' } },
          }).values;
        } catch (error) {
          // Not retried: an unknown option, reported to the caller.
          out.error((error as Error).message);
          return 2;
        }
        if (!given.id || !given.out) {
          out.error('person export needs --id ID --out FILE');
          return 2;
        }
        const { accounts, personExport } = open();
        if (!(await accounts.byId(given.id))) {
          out.error('there is no person with this id');
          return 2;
        }
        // Readable by the operator alone, and never over another file.
        await writeFile(given.out, personExport.write(given.id).bytes, { mode: 0o600, flag: 'wx' });
        out.line(`written to ${given.out}`);
        return 0;
      },
    },
  ],
});
