import { CALL_OFF_MS, type AccountsService } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { partnerLogosOwner } from './partner-logos.ts';
import { createPartners } from './partners.service.ts';

interface PartnersNeeds extends Pick<Base, 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  actions: Pick<ActionLog, 'record'>;
  files: Pick<FilesService, 'registerOwner' | 'publishPhotos' | 'photosOf'>;
}

export const partnersModule = defineModule({
  name: 'partners',
  create({ database: { db }, accounts, actions, files }: PartnersNeeds) {
    files.registerOwner(partnerLogosOwner({ db, accounts, files, actions }));
    return { partners: createPartners({ db, actions, files }) };
  },
  jobs: ({ partners }) => [
    {
      name: 'call off partners of former staff',
      everyMs: CALL_OFF_MS,
      run: () => partners.callOffOfFormer(),
    },
  ],
});
