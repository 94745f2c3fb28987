import type { FilesService } from '#server/domains/content/files/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { AfterSalePorts } from '#server/domains/money/settlements/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { disputeFileOwner } from './dispute-files.ts';
import { handOversExport } from './hand-overs-export.ts';
import { createHandOvers } from './hand-overs.service.ts';
import { HAND_OVER_INVARIANTS } from './ledger-invariants.ts';
import { HAND_OVERS_PERSONAL_DATA } from './personal-data.ts';

interface HandOversNeeds extends Pick<Base, 'config' | 'database'> {
  afterSalePorts: AfterSalePorts;
  files: Pick<FilesService, 'registerOwner'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const handOversModule = defineModule({
  name: 'hand-overs',
  personalData: HAND_OVERS_PERSONAL_DATA,
  create({ afterSalePorts, config, database: { db }, files, namesOf }: HandOversNeeds) {
    files.registerOwner(disputeFileOwner(db));
    const handOvers = createHandOvers({
      db,
      namesOf,
      publicUrl: () => config.publicUrl,
      // In the transaction that pays: it must not wait for a second connection.
      calendarIn: (tx) => createReferenceService(createReferenceRepository(tx)).workingCalendar(),
    });
    afterSalePorts.openHandOver = (tx, settlementId) => handOvers.open(tx, settlementId);
    afterSalePorts.handOversOf = (ids) => handOvers.ofSettlements(ids);
    return { handOvers };
  },
  invariants: HAND_OVER_INVARIANTS,
  exports: ({ handOvers }) => ({ 'console-hand-overs': handOversExport(handOvers) }),
});
