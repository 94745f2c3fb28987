import type { FilesService } from '#server/domains/content/files/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { OPEN_HAND_OVERS } from '#shared/lifecycles/hand-over.ts';
import { disputeFileOwner } from './dispute-files.ts';
import { handOversExport } from './hand-overs-export.ts';
import { createHandOvers } from './hand-overs.service.ts';
import { HAND_OVER_INVARIANTS } from './ledger-invariants.ts';
import { HAND_OVERS_PERSONAL_DATA } from './personal-data.ts';

interface HandOversNeeds extends Pick<Base, 'config' | 'database'> {
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  files: Pick<FilesService, 'registerOwner'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const handOversModule = defineModule({
  name: 'hand-overs',
  personalData: HAND_OVERS_PERSONAL_DATA,
  create({ config, conflicts, database: { db }, files, namesOf }: HandOversNeeds) {
    const rivalLots = (personId: string) => conflicts.lotsOf(personId);
    files.registerOwner(disputeFileOwner(db, rivalLots));
    const handOvers = createHandOvers({
      db,
      namesOf,
      rivalLots,
      publicUrl: () => config.publicUrl,
      // In the transaction that pays: it must not wait for a second connection.
      calendarIn: (tx) => createReferenceService(createReferenceRepository(tx)).workingCalendar(),
    });
    return { handOvers };
  },
  invariants: HAND_OVER_INVARIANTS,
  queues: [
    {
      page: 'hand-overs',
      right: 'readHandOvers',
      table: 'hand_over',
      waits: { column: 'state', values: OPEN_HAND_OVERS },
      since: 'opened_at',
      due: 'due_at',
    },
  ],
  exports: ({ handOvers }) => ({ 'console-hand-overs': handOversExport(handOvers) }),
});
