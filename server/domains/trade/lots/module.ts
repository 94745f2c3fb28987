import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import { REFERENCE_EVENTS, type ReferenceService } from '#server/domains/content/reference/index.ts';
import { runBackfill } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { SEARCH_VERSION } from '#shared/i18n/transliterate.ts';
import type { OrderState } from '#shared/lifecycles/order.ts';
import { answersOfLots, entriesOfLots, lotsShownBy } from './answers-of-lots.repository.ts';
import { createLotCardRepository } from './card/lot-card.repository.ts';
import { createLotCardService } from './card/lot-card.service.ts';
import { createLotPartSchedules } from './card/lot-part-schedule.ts';
import { createFeaturedLots } from './featured/featured-lots.service.ts';
import { foldLots } from './fold-lots.ts';
import { followPlace } from './follow-place.ts';
import { runImportLotsCommand } from './import/import-command.ts';
import { runImportPhotosCommand } from './import/import-photos.ts';
import { createLotPhotos, lotFileOwner, photosOfLot, type IsParticipant } from './lot-photos.ts';
import { createLotSearchRepository } from './lot-search.repository.ts';
import { liveStocks } from './lot-stock.repository.ts';
import { createLotWithdrawals } from './lot-withdrawals.repository.ts';
import { createOrderLots } from './order-lots.repository.ts';
import { createLotsRepository } from './lots.repository.ts';
import { createRelistedLots } from './relisted-lots.repository.ts';
import { lotsOfOrders } from './lots-per-order.repository.ts';
import { createLotsService } from './lots.service.ts';
import { LOTS_PERSONAL_DATA } from './personal-data.ts';

/** A look at whether the words of search are those of this version. */
const FOLD_EVERY_MS = 600_000;
/** Lists may be this far behind PostgreSQL, which is itself at most half a second behind the rooms. */
const LISTS_STALE_MS = 250;

interface LotsNeeds extends Pick<Base, 'config' | 'database'> {
  reference: ReferenceService;
  files: Pick<
    FilesService,
    | 'registerOwner'
    | 'addGiven'
    | 'images'
    | 'documents'
    | 'publishPhotos'
    | 'copyReferences'
    | 'allPhotos'
    | 'showOnly'
  >;
  actions: Pick<ActionLog, 'record'>;
  isParticipant: IsParticipant;
  isWanted: (lotId: number) => Promise<boolean>;
  orderTrade: { find(orderId: number): Promise<{ status: OrderState } | null> };
}

export const lotsModule = defineModule({
  name: 'lots',
  personalData: LOTS_PERSONAL_DATA,
  create({ database: { db }, reference, files, actions, isParticipant, isWanted, orderTrade }: LotsNeeds) {
    files.registerOwner(lotFileOwner(db, isParticipant));
    const lotsRepository = createLotsRepository(db);
    const lotSearch = createLotSearchRepository(db);
    const lots = createLotsService({
      lots: lotsRepository,
      search: lotSearch,
      reference,
      staleMs: LISTS_STALE_MS,
    });
    const lotCard = createLotCardService({
      repository: createLotCardRepository(db),
      lots,
      reference,
      fieldsOf: (categoryId) => reference.knownFieldsOf(categoryId),
      groupName: async (groupId) =>
        (await reference.categories()).find(({ id }) => id === groupId)?.name ?? null,
      orderStatus: async (orderId) => (await orderTrade.find(orderId))?.status ?? null,
      filesOf: async (lotId, viewer) => (await files.documents(photosOfLot(lotId), viewer)).items,
    });
    return {
      lotsOfOrders: (orderIds: readonly number[]) => lotsOfOrders(db, orderIds),
      answersOfLots,
      entriesOfLots,
      lotsShownBy,
      lotsRepository,
      lotSearch,
      lots,
      lotCard,
      lotPartSchedules: createLotPartSchedules({ lots: lotsRepository, reference }),
      featured: createFeaturedLots({ db, actions }),
      liveStocks: (lotIds: readonly number[]) => liveStocks(db, lotIds),
      lotPhotos: createLotPhotos(db, files),
      lotWithdrawals: createLotWithdrawals(db),
      orderLots: createOrderLots(db),
      repeatedLots: createRelistedLots(db),
      /** Computes words of search again that an earlier version of the code has stored. */
      foldLots: () =>
        runBackfill(db, {
          name: 'lot-search',
          version: SEARCH_VERSION,
          batch: (afterId) => foldLots(db, afterId),
        }),
      /** Lots that a place which was added or renamed concerns. */
      followPlace: (place: { regionId: number; areaId: number | null }) => followPlace(db, place, isWanted),
    };
  },
  listeners: ({ followPlace: follow }) => ({
    [REFERENCE_EVENTS.placeNamed]: [
      {
        name: 'follow-place',
        async handle({ regionId, areaId }) {
          await follow({ regionId: Number(regionId), areaId: areaId === null ? null : Number(areaId) });
        },
      },
    ],
  }),
  jobs: ({ foldLots: fold }) => [{ name: 'fold words of lots', everyMs: FOLD_EVERY_MS, run: () => fold() }],
  commands: [
    {
      name: 'import-lots',
      usage: 'import-lots FILE.csv | --synthetic N [--seed S]  [--start-at ISO] [--dry-run] [--json]',
      about: 'publishes lots in bulk and reports every refused row with its reasons',
      run({ args, out, open }) {
        const { config, lotsRepository: lots, reference } = open();
        return runImportLotsCommand(args, { installed: config.installed, lots, reference, out });
      },
    },
    {
      name: 'import-photos',
      usage: 'import-photos FOLDER',
      about: 'shows photos on lots loaded in bulk: a folder for each lot, named by its number in the file',
      run({ args, out, open }) {
        const { config, lotsRepository: lots, lotPhotos, files } = open();
        return runImportPhotosCommand(args, { installed: config.installed, lots, lotPhotos, files, out });
      },
    },
  ],
});
