import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotPhotos, LotsRepository, OrderLots } from '#server/domains/trade/lots/index.ts';
import type { IsSamePerson } from '#server/domains/people/accounts/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createCorrectLot } from './correct-lot.ts';
import { correctWantedLot } from './correct-wanted-lot.ts';
import { createLeaveCorrectedSale } from './leave-corrected-sale.ts';
import { createLotCorrections } from './lot-corrections.ts';
import type { UndoPurchase } from '../after-sale/undo-purchase.ts';

interface CorrectingNeeds extends Pick<Base, 'database'> {
  actions: Pick<ActionLog, 'record'>;
  isSamePerson: IsSamePerson;
  lotPhotos: LotPhotos;
  lotsRepository: LotsRepository;
  notifications: Notifications;
  orderLots: OrderLots;
  undoPurchase: UndoPurchase;
}

/** What published lots say, corrected by one member of staff, or by two once somebody wants the lot. */
export const correctingLotsModule = defineModule({
  name: 'correcting-lots',
  create({
    database: { db },
    orderLots,
    lotPhotos: photos,
    notifications,
    actions,
    ...needs
  }: CorrectingNeeds) {
    const corrections = createLotCorrections({ orderLots, photos, notifications, actions });
    return {
      lotCorrections: corrections,
      correctLot: createCorrectLot({ db, corrections, isSamePerson: needs.isSamePerson }),
      leaveCorrectedSale: createLeaveCorrectedSale({ db, undoPurchase: needs.undoPurchase }),
    };
  },
  decisions: ({ lotCorrections: corrections, lotsRepository: lots, lotPhotos: photos }) => [
    correctWantedLot({ corrections, lots, photos }),
  ],
});
