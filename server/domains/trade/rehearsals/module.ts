import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { rehearsalsExport } from './rehearsals-export.ts';
import { createRehearsalsRepository } from './rehearsals.repository.ts';

export const rehearsalsModule = defineModule({
  name: 'rehearsals',
  create: ({ database }: Pick<Base, 'database'>) => ({
    rehearsalList: createRehearsalsRepository(database.db),
  }),
  exports: ({ rehearsalList }) => ({ 'console-rehearsals': rehearsalsExport(rehearsalList) }),
});
