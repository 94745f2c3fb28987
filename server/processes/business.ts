import { createAccounts, createProfile, type OfferConsent } from '#server/domains/accounts/index.ts';
import { createConflicts, isSamePerson, takesPart } from '#server/domains/conflicts/index.ts';
import { createActionLog } from '#server/domains/action-log/index.ts';
import { createAuctionDoor, type AuctionDoor, type Live, type Rooms } from '#server/auction/index.ts';
import { createSitemapRepository } from '#server/domains/discovery/index.ts';
import { createFavouritesRepository, createFavouritesService } from '#server/domains/favourites/index.ts';
import {
  createLotCardRepository,
  createLotCardService,
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/lots/index.ts';
import { createProtocolsRepository, createProtocolsService } from '#server/domains/protocols/index.ts';
import { createNewsService } from '#server/domains/news/index.ts';
import { createNotifications } from '#server/domains/notifications/index.ts';
import { createSiteRepository } from '#server/domains/site/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  deadlineAfter,
} from '#server/domains/reference/index.ts';
import { createStaffTasks } from '#server/domains/staff-tasks/index.ts';
import {
  createApplicationRowsRepository,
  createConsoleRoomsRepository,
  createConsoleRoomsService,
  createRoomRequests,
  createTradeApplicationsRepository,
  createTradeApplicationsService,
} from '#server/domains/trade-applications/index.ts';
import {
  createPersonalIdHash,
  createSanctionsRepository,
  createSanctionsService,
} from '#server/domains/sanctions/index.ts';
import { createWallet, createWalletView } from '#server/domains/wallet/index.ts';
import { createScheduleAuction } from '#server/workflows/index.ts';
import { addressText } from './address-text.ts';
import { createApplications, createApplying } from './applying.ts';
import type { AuctionParts } from './auction-parts.ts';
import { createMessaging } from './messaging.ts';
import { createPaying } from './paying.ts';
import type { Platform } from './platform.ts';
import { openRefunding } from './refunding.ts';
import { commandsOf } from './rooms-for-staff.ts';
import { createSigning } from './signing.ts';

/** Lists may be this far behind PostgreSQL, which is itself at most half a second behind the rooms. */
const LISTS_STALE_MS = 250;

/** The domains of one process, each with what it needs handed in. */
export type Business = ReturnType<typeof createBusiness>;

/** @param live the process's live side; without it rooms can be commanded but not shown */
export function createBusiness(platform: Platform, auction: AuctionParts & { rooms: Rooms; live?: Live }) {
  const { config, database, sessions, logger } = platform;
  const { db } = database;
  const door: AuctionDoor = createAuctionDoor({ ...auction, database: db });

  const commands = commandsOf(door);
  const actions = createActionLog(db);
  const notifications = createNotifications(db);
  // Accounts ask for the consent of people whom the consents ask accounts for.
  const consent: OfferConsent = { inForce: (personId) => signing.consents.inForce(personId) };
  const accounts = createAccounts({ db, sessions, actions, consent, takesPart });
  const namesOf = async (ids: readonly string[]) =>
    new Map((await accounts.byIds(ids)).map(({ id, name }) => [id, name]));
  const conflicts = createConflicts(db, namesOf);
  const messaging = createMessaging(platform, (id) => accounts.byId(id));
  const reference = createReferenceService(createReferenceRepository(db));
  const signing = createSigning(platform, { accounts, reference, notifications });
  const site = createSiteRepository(db);
  const lotsRepository = createLotsRepository(db);
  const search = createLotSearchRepository(db);
  const lots = createLotsService({ lots: lotsRepository, search, reference, staleMs: LISTS_STALE_MS });
  const lotCard = createLotCardService({
    repository: createLotCardRepository(db),
    lots,
    fieldsOf: async (categoryId) => (await reference.fieldsOf(categoryId)) ?? [],
    groupName: async (groupId) =>
      (await reference.categories()).find(({ id }) => id === groupId)?.name ?? null,
  });
  const sanctions = createSanctionsService({
    sanctions: createSanctionsRepository(db),
    hash: createPersonalIdHash(config.personalIdSecret),
    personsOf: (kind, value) => accounts.idsByNumber(kind, value),
  });
  const people = createProfile({
    ...{ db, actions, accounts, consent },
    placeExists: async (regionId, areaId) =>
      (await reference.areas()).some((area) => area.id === areaId && area.regionId === regionId),
    tell: notifications.tell,
    offerSettled: (personId) => signing.consents.mayAct(personId),
    barOf: async ({ kind, pinfl, stir }) => {
      const number = kind === 'legal' ? stir : pinfl;
      return number === null ? null : sanctions.barredUntil(kind === 'legal' ? 'stir' : 'pinfl', number);
    },
  });
  const protocols = createProtocolsService({
    protocols: createProtocolsRepository(db),
    person: (id) => accounts.byId(id),
    addressOf: (id) => addressText(id, people.profile, reference),
    publicUrl: () => config.publicUrl,
  });
  const favourites = createFavouritesService({ favourites: createFavouritesRepository(db), lots });
  const wallet = createWallet(db);
  const paying = createPaying({ platform, notifications, accounts });
  const refunding = openRefunding({ platform, accounts, people, wallet });
  const schedule = createScheduleAuction({
    lots: lotsRepository,
    openRoom: (terms) => door.openLot(terms),
    onError: (error, lotId) => logger.error({ err: error, lotId }, 'room not opened'),
  });
  const tradeApplications = createTradeApplicationsService({
    applications: createTradeApplicationsRepository(db),
    rows: createApplicationRowsRepository(db),
    names: namesOf,
    rivalLots: (personId) => conflicts.lotsOf(personId),
    lots,
    rooms: commands,
    openRoom: (lotId) => schedule.openOne(lotId),
  });
  const applications = createApplications({
    ...{ db, notifications, rooms: commands, lots: lotsRepository, crashAt: config.crashAt },
    openRoom: (lotId) => schedule.openOne(lotId),
  });
  const tasks = createStaffTasks({ db, record: (action, tx) => actions.record(action, tx) });
  const { applying, cancelling, revoking, endParticipation } = createApplying({
    ...{ db, tasks, accounts, sanctions, notifications, rooms: commands, logger },
    codes: messaging.codesIn,
    consentInForce: (personId) => signing.consents.mayAct(personId),
    admission: applications.admission,
  });
  const consoleRoomsRepository = createConsoleRoomsRepository(db);
  const roomRequests = createRoomRequests({
    ...{ search, tasks, rooms: commands, board: door, revocations: revoking },
    isSamePerson: (one, other) => isSamePerson(db, one, other),
    repository: consoleRoomsRepository,
    openRoom: (lotId) => schedule.openOne(lotId),
    taskDueAt: async () => deadlineAfter(await reference.workingCalendar(), new Date(), 1),
  });
  const consoleRooms = createConsoleRoomsService({
    ...{ search, rooms: commands, board: door, requests: roomRequests },
    repository: consoleRoomsRepository,
    addWorkingDays: async (from, days) => (await reference.workingCalendar()).addWorkingDays(from, days),
  });
  return {
    conflicts,
    sitemap: createSitemapRepository(db),
    door,
    actions,
    notifications,
    messaging,
    codes: messaging.codes,
    news: createNewsService(db),
    consent,
    signing,
    people,
    accounts,
    reference,
    site,
    lotsRepository,
    search,
    lots,
    schedule,
    tradeApplications,
    applications,
    applying,
    cancelling,
    revoking,
    endParticipation,
    tasks,
    roomRequests,
    consoleRooms,
    favourites,
    lotCard,
    protocols,
    sanctions,
    wallet,
    paying,
    refunding,
    walletView: createWalletView(db),
  };
}
