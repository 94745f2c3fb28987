import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { accountsOfParticipant } from '#server/domains/people/accounts/index.ts';
import { isSameTrader } from '#server/domains/people/conflicts-of-interest/index.ts';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import { PURCHASE_EVENTS } from '#server/domains/trade/purchases/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { HandOvers } from '#server/domains/trade/hand-overs/index.ts';
import type { Payouts } from '#server/domains/money/payouts/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { createCancelPurchase } from './cancel-purchase.ts';
import { createConfirmPurchase } from './confirm-purchase.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createEndFixedPrice } from './end-fixed-price.ts';
import { createEndPurchase } from './end-purchase.ts';
import { createReserveUnits, type BuyerFacts } from './reserve-units.ts';
import { createFollowSales } from './sale-status.ts';
import { createSuspendSale } from '../selling/suspend-sale.ts';

/** What delayed events do to the second, a look at the tables does in case they were lost. */
const FIND_DUE_MS = 2_000;
const FIND_SUSPENDED_MS = 60_000;

interface PurchasingNeeds extends Pick<Base, 'database'> {
  /** Of one member of staff. */
  accountsOf: (on: AnyDb, personId: string) => Promise<string[]>;
  atStep: WorkflowCrashPoint;
  buyerFacts: BuyerFacts;
  /** Codes stored in the given database. */
  codesIn: (db: AnyDb) => OneTimeCodes;
  graceDaysOf(lotId: number): Promise<number>;
  handOvers: Pick<HandOvers, 'open'>;
  lotsRepository: LotsRepository;
  notifications: Notifications;
  payouts: Pick<Payouts, 'plan'>;
  protocols: Pick<ProtocolsService, 'prepare' | 'recordIn'>;
  reference: ReferenceService;
  tasks: Pick<StaffTasksService, 'finishOccasion' | 'open'>;
}

/** Units of lots at a fixed price: reserved, bought, given up, and the end of their sale. */
export const purchasingModule = defineModule({
  name: 'purchasing',
  create(needs: PurchasingNeeds) {
    const { lotsRepository: lots, atStep: crashAt, notifications, codesIn: codes, buyerFacts } = needs;
    const { db } = needs.database;
    const followSales = createFollowSales({ lots });
    const ending = createEndPurchase({ db, crashAt });
    return {
      followSales,
      endingPurchases: ending,
      reserving: createReserveUnits({
        ...buyerFacts,
        db,
        codes,
        isSamePerson: isSameTrader,
        accountsOf: accountsOfParticipant,
        ending,
        crashAt,
      }),
      confirming: createConfirmPurchase({
        ...buyerFacts,
        db,
        codes,
        lots,
        notifications,
        ending,
        followSales,
        crashAt,
        reference: needs.reference,
        graceDaysOf: (lotId) => needs.graceDaysOf(lotId),
        protocols: needs.protocols,
        payouts: needs.payouts,
        handOvers: needs.handOvers,
      }),
      cancelPurchase: createCancelPurchase({ db, ending }),
      fixedPriceSales: createEndFixedPrice({ db, ending, followSales, notifications, crashAt }),
      suspendSale: createSuspendSale({
        db,
        lots,
        reference: needs.reference,
        tasks: needs.tasks,
        accountsOf: needs.accountsOf,
      }),
    };
  },
  listeners: ({ endingPurchases }) => ({
    [PURCHASE_EVENTS.scheduled]: [
      {
        name: 'expire-purchase',
        handle: ({ purchaseId }) => endingPurchases.expire(Number(purchaseId)),
      },
    ],
  }),
  jobs: ({ endingPurchases, fixedPriceSales, suspendSale }, log) => [
    {
      name: 'end expired purchases',
      everyMs: FIND_DUE_MS,
      run: () =>
        endingPurchases.expireAll((error, purchase) =>
          log.warn({ err: error, purchase }, 'reservation not ended yet'),
        ),
    },
    {
      name: 'end sales at a fixed price',
      everyMs: FIND_DUE_MS,
      run: () =>
        fixedPriceSales.endAllByTime((error, lotId) => log.warn({ err: error, lotId }, 'sale not ended yet')),
    },
    {
      name: 'resume sales suspended for long',
      everyMs: FIND_SUSPENDED_MS,
      run: () =>
        suspendSale.resumeAllOverlong((error, lotId) =>
          log.warn({ err: error, lotId }, 'suspended sale not resumed yet'),
        ),
    },
  ],
});
