import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotSearchRepository, LotsService } from '#server/domains/trade/lots/index.ts';
import { deadlineAfter, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { PersonUpdatePublisher } from '#server/platform/realtime/index.ts';
import { createApplicationRowsRepository } from './application-rows.repository.ts';
import { applicationsExport } from './applications-export.ts';
import { consoleApplicationsExport, consoleRoomsExport } from './console-exports.ts';
import { createConsoleRoomsRepository } from './console-rooms.repository.ts';
import { createConsoleRoomsService } from './console-rooms.service.ts';
import type { RoomBoard, RoomChoices, RoomCommands, RoomRecords } from './room-ports.ts';
import { ownProtestWindows } from './protest-window.ts';
import { APPLICATION_INVARIANTS } from './ledger-invariants.ts';
import { createRoomPage } from './room-page.service.ts';
import { createRoomRequests, type RoomRequestsDeps } from './room-requests.service.ts';
import { APPLICATION_EVENTS } from './trade-applications.events.ts';
import { createTechnicalBreaksRepository } from './technical-breaks.repository.ts';
import { createTechnicalBreaks } from './technical-breaks.service.ts';
import { createTradeApplicationsRepository } from './trade-applications.repository.ts';
import { createTradeApplicationsService } from './trade-applications.service.ts';
import { TRADE_APPLICATIONS_PERSONAL_DATA } from './personal-data.ts';

const CARRY_OUT_LEFT_MS = 5_000;
const SWEEP_BREAKS_MS = 2_000;

interface TradeApplicationsNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  lots: LotsService;
  lotSearch: LotSearchRepository;
  /** Sales at a fixed price. */
  fixedPriceSales: RoomRequestsDeps['sales'];
  reference: ReferenceService;
  tasks: StaffTasksService;
  personUpdates: PersonUpdatePublisher;
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  accountsOf: (db: AnyDb, personId: string) => Promise<string[]>;
  isSamePerson: (db: AnyDb, one: string, other: string) => Promise<boolean>;
  auction: RoomBoard;
  roomRecords: RoomRecords;
  roomCommands: RoomCommands & RoomChoices;
  openRoom: (lotId: number) => Promise<void>;
  revoking: RoomRequestsDeps['revocations'];
}

/** What people see of their applications, and what staff do with rooms. */
export const tradeApplicationsModule = defineModule({
  name: 'trade-applications',
  personalData: TRADE_APPLICATIONS_PERSONAL_DATA,
  create(needs: TradeApplicationsNeeds) {
    const {
      lots,
      lotSearch: search,
      reference,
      tasks,
      auction: board,
      roomCommands: rooms,
      openRoom,
    } = needs;
    const { db } = needs.database;
    const repository = createConsoleRoomsRepository(db);
    const addWorkingDays = async (from: Date, days: number) =>
      (await reference.workingCalendar()).addWorkingDays(from, days);
    const accountsOf = (personId: string) => needs.accountsOf(db, personId);
    const roomRequests = createRoomRequests({
      search,
      tasks,
      rooms,
      choices: rooms,
      board,
      repository,
      openRoom,
      revocations: needs.revoking,
      sales: needs.fixedPriceSales,
      isSamePerson: (one, other, tx = db) => needs.isSamePerson(tx, one, other),
      accountsOf,
      taskDueAt: async () => deadlineAfter(await reference.workingCalendar(), new Date(), 1),
    });
    const rows = createApplicationRowsRepository(db);
    const rivalLots = (personId: string) => needs.conflicts.lotsOf(personId);
    const consoleRooms = createConsoleRoomsService({
      db,
      search,
      rooms,
      choices: rooms,
      board,
      repository,
      requests: roomRequests,
      accountsOf,
      rivalLots,
      addWorkingDays,
    });
    return {
      tradeApplications: createTradeApplicationsService({
        actions: needs.actions,
        applications: createTradeApplicationsRepository(db),
        rows,
        names: needs.namesOf,
        rivalLots,
        protestWindows: async (ended, personId) =>
          ownProtestWindows(db, ended, personId, {
            calendar: await reference.workingCalendar(),
            now: new Date(),
          }),
        lots,
      }),
      roomRequests,
      consoleRooms,
      roomPage: createRoomPage({
        rooms: consoleRooms,
        search,
        board,
        records: needs.roomRecords,
        applications: rows,
        actions: needs.actions,
        namesOf: needs.namesOf,
        rivalLots,
      }),
      technicalBreaks: createTechnicalBreaks({
        db,
        repository: createTechnicalBreaksRepository(db),
        log: repository,
        search,
        rooms,
        board,
        choices: rooms,
        accountsOf,
        addWorkingDays,
      }),
    };
  },
  listeners: ({ personUpdates }) => ({
    [APPLICATION_EVENTS.changed]: [
      {
        name: 'publish-application',
        handle: ({ personId }) => personUpdates.publish(String(personId), { kind: 'applications' }),
      },
    ],
  }),
  jobs: ({ roomRequests, technicalBreaks }, log) => [
    { name: 'sweep technical breaks', everyMs: SWEEP_BREAKS_MS, run: () => technicalBreaks.sweep() },
    {
      name: 'carry out approved requests',
      everyMs: CARRY_OUT_LEFT_MS,
      run: () =>
        roomRequests.executePending((error, id) =>
          log.warn({ err: error, request: id }, 'approved request not carried out yet'),
        ),
    },
  ],
  invariants: APPLICATION_INVARIANTS,
  exports: ({ tradeApplications, consoleRooms }) => ({
    applications: applicationsExport(tradeApplications),
    'console-applications': consoleApplicationsExport(tradeApplications),
    'console-rooms': consoleRoomsExport(consoleRooms),
  }),
});
