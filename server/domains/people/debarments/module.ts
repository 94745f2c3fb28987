import {
  accountsOfPersons,
  type AccountsService,
  type PersonNumbers,
} from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { BAR_PROPOSALS_TO_DECIDE } from '#shared/lifecycles/bar-proposal.ts';
import { runBarAdd, runBarLift, type BarCommandDeps } from './bar-commands.ts';
import { barNumbersOf } from './bar-number.ts';
import { barEvidenceOwner } from './bar-evidence.ts';
import { BAR_INVARIANTS } from './bar-invariants.ts';
import { barProposalsExport, barsExport } from './debarments-exports.ts';
import { createDebarments, type Debarments } from './debarments.ts';
import { rehashBars } from './rehash-debarments.ts';
import { createSanctionsRepository } from './sanctions.repository.ts';
import { createSanctionsService } from './sanctions.service.ts';
import { SANCTIONS_PERSONAL_DATA } from './personal-data.ts';

/** A decision after its time is refused in any case: the state follows within a minute. */
const EXPIRE_EVERY_MS = 60_000;

interface SanctionsNeeds extends Pick<Base, 'database'> {
  accounts: Pick<AccountsService, 'byId' | 'byIds' | 'idsByNumber' | 'numbersAfter'>;
  actions: Pick<ActionLog, 'record'>;
  files: Pick<FilesService, 'registerOwner' | 'countsOf' | 'documents' | 'addGiven'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  notifications: Pick<Notifications, 'notify'>;
  personNumbers: PersonNumbers;
  reference: Pick<ReferenceService, 'workingCalendar' | 'chosenReason'>;
}

const barCommandDeps = (
  { accounts, files, isSamePerson, database, bars }: SanctionsNeeds & { bars: Debarments },
  out: BarCommandDeps['out'],
): BarCommandDeps => ({ db: database.db, accounts, files, isSamePerson, proposing: bars.proposing, out });

export const debarmentsModule = defineModule({
  name: 'debarments',
  personalData: SANCTIONS_PERSONAL_DATA,
  create({ database: { db }, accounts, files, notifications, reference, ...needs }: SanctionsNeeds) {
    const sanctions = createSanctionsService({
      sanctions: createSanctionsRepository(db),
      hash: needs.personNumbers.hash,
      personsOf: (kind, value) => accounts.idsByNumber(kind, value),
      accountsOfEach: (personIds) => accountsOfPersons(db, personIds),
      numbersOf: barNumbersOf(accounts),
      chosenReason: reference.chosenReason,
      notify: notifications.notify,
    });
    files.registerOwner(barEvidenceOwner(db));
    const { actions, isSamePerson } = needs;
    const bars = createDebarments({
      db,
      accounts,
      sanctions,
      files,
      actions,
      isSamePerson,
      notify: notifications.notify,
      workingCalendar: () => reference.workingCalendar(),
    });
    return { sanctions, bars };
  },
  invariants: BAR_INVARIANTS,
  queues: [
    {
      page: 'bar-proposals',
      right: 'readBars',
      table: 'bar_proposal',
      waits: { column: 'state', values: BAR_PROPOSALS_TO_DECIDE },
      since: 'submitted_at',
      due: 'expires_at',
    },
  ],
  exports: ({ bars: { reading } }) => ({
    'console-bars': barsExport(reading),
    'console-bar-proposals': barProposalsExport(reading),
  }),
  commands: [
    {
      name: 'bars add',
      usage: 'bars add --pinfl N --cause CAUSE --reason TEXT --evidence FILE --by STAFF',
      about:
        'begins the proposal of a bar, which two members of staff submit and decide about at the console',
      run: ({ args, out, open }) => runBarAdd(args, barCommandDeps(open(), out)),
    },
    {
      name: 'bars lift',
      usage: 'bars lift BAR --reason TEXT --evidence FILE --by STAFF',
      about:
        'begins the proposal to lift a bar, which two members of staff submit and decide about at the console',
      run: ({ args, out, open }) => runBarLift(args, barCommandDeps(open(), out)),
    },
    {
      name: 'bars rehash',
      usage: 'bars rehash',
      about: 'moves bars to the current PERSONAL_ID_SECRET; says how many still need the one before',
      async run({ out, open }) {
        const { sanctions, accounts, personNumbers: numbers, database } = open();
        const left = await rehashBars({
          sanctions,
          numbers,
          db: database.db,
          numbersAfter: accounts.numbersAfter,
        });
        out.line(
          left === 0
            ? 'every number is under the current key: PERSONAL_ID_SECRET_PREVIOUS may go'
            : `${left} bars and numbers of former accounts belong to no account and stay under the key before until their number is checked: leave PERSONAL_ID_SECRET_PREVIOUS set`,
        );
        return 0;
      },
    },
  ],
  jobs: ({ bars }) => [
    { name: 'end overdue bar proposals', everyMs: EXPIRE_EVERY_MS, run: () => bars.deciding.expireDue() },
  ],
});
