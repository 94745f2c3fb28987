import type { FilesService } from '#server/domains/content/files/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { PROTESTS_FOR_STAFF } from '#shared/lifecycles/protest.ts';
import { PROTEST_INVARIANTS } from './ledger-invariants.ts';
import { protestFileOwner } from './protest-files.ts';
import { myProtestsExport, protestsExport } from './protests-exports.ts';
import { createProtests } from './protests.service.ts';
import { PROTESTS_PERSONAL_DATA } from './personal-data.ts';

interface ProtestsNeeds extends Pick<Base, 'database'> {
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  files: Pick<FilesService, 'registerOwner' | 'documents'>;
  isSameTrader(on: AnyDb, personId: string, other: string): Promise<boolean>;
  lotsRepository: Pick<LotsRepository, 'get'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  reference: ReferenceService;
}

export const protestsModule = defineModule({
  name: 'protests',
  personalData: PROTESTS_PERSONAL_DATA,
  create({
    conflicts,
    database: { db },
    files,
    isSameTrader,
    lotsRepository,
    namesOf,
    reference,
  }: ProtestsNeeds) {
    const rivalLots = (personId: string) => conflicts.lotsOf(personId);
    files.registerOwner(protestFileOwner(db, rivalLots));
    return {
      protests: createProtests({
        db,
        files,
        isSamePerson: isSameTrader,
        lots: lotsRepository,
        namesOf,
        reference,
        rivalLots,
      }),
    };
  },
  invariants: PROTEST_INVARIANTS,
  queues: [
    {
      page: 'protests',
      right: 'readProtests',
      table: 'protest',
      waits: { column: 'state', values: PROTESTS_FOR_STAFF },
      since: 'filed_at',
    },
  ],
  exports: ({ protests }) => ({
    protests: myProtestsExport(protests),
    'console-protests': protestsExport(protests),
  }),
});
