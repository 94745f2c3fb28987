import type { FilesService } from '#server/domains/content/files/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { Debts } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { OPEN_RESULT_CANCELLATIONS } from '#shared/lifecycles/result-cancellation.ts';
import { cancellationFileOwner, filesOfCancellation } from './cancellation-files.ts';
import { claimEnd } from './claim-end.ts';
import { RESULT_CANCELLATION_INVARIANTS } from './ledger-invariants.ts';
import { resultCancellationsExport } from './result-cancellations-export.ts';
import { createAskAboutOldClaims } from './old-claims.ts';
import { createResultCancellations } from './result-cancellations.service.ts';
import { createClaimBook, createSaleClaims } from './sale-claims.ts';
import type { UndoPort } from './undo-port.ts';
import { RESULT_CANCELLATIONS_PERSONAL_DATA } from './personal-data.ts';

/** A claim is old on a day, not at an instant. */
const FIND_OLD_MS = 60_000;

interface ResultCancellationsNeeds extends Pick<Base, 'database'> {
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  debts: Pick<Debts, 'keepBook'>;
  files: Pick<FilesService, 'registerOwner' | 'documents' | 'countsOf'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  notifications: Pick<Notifications, 'notify'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  undoPort: UndoPort;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  tasks: Pick<StaffTasksService, 'open' | 'finishOccasion'>;
}

/** Documents are shown to staff alone: the calls that show them are. */
const STAFF = { personId: '', roles: ['administrator'] } as const;

export const resultCancellationsModule = defineModule({
  name: 'result-cancellations',
  personalData: RESULT_CANCELLATIONS_PERSONAL_DATA,
  create({
    conflicts,
    database: { db },
    files,
    isSamePerson,
    namesOf,
    notifications,
    undoPort,
    debts,
    reference,
    tasks,
  }: ResultCancellationsNeeds) {
    debts.keepBook('sale-claim', createClaimBook(notifications, tasks));
    files.registerOwner(cancellationFileOwner(db, (personId) => conflicts.lotsOf(personId)));
    return {
      saleClaims: createSaleClaims(db),
      askAboutOldClaims: createAskAboutOldClaims({ db, tasks, calendar: () => reference.workingCalendar() }),
      resultCancellations: createResultCancellations({
        db,
        isSamePerson,
        namesOf,
        undoing: undoPort,
        documentsOf: async (id) => (await files.documents(filesOfCancellation(id), STAFF)).items,
        async hasDocument(tx, id) {
          const { documents } = await files.countsOf(tx, filesOfCancellation(id));
          return documents > 0;
        },
      }),
    };
  },
  decisions: ({ notifications, namesOf, tasks }) => [claimEnd({ notifications, namesOf, tasks })],
  jobs: ({ askAboutOldClaims }, log) => [
    {
      name: 'ask about old claims',
      everyMs: FIND_OLD_MS,
      run: () =>
        askAboutOldClaims((error, claimId) =>
          log.warn({ err: error, claimId }, 'staff not asked about a claim yet'),
        ),
    },
  ],
  invariants: RESULT_CANCELLATION_INVARIANTS,
  queues: [
    {
      page: 'result-cancellations',
      right: 'readResultCancellations',
      table: 'result_cancellation',
      waits: { column: 'state', values: OPEN_RESULT_CANCELLATIONS },
      since: 'created_at',
    },
  ],
  exports: ({ resultCancellations }) => ({
    'console-result-cancellations': resultCancellationsExport(resultCancellations),
  }),
});
