import { LOT_STATUS, type LotStatus } from './lot-status.ts';

/** Tabs of the lot list, query parameter `i`. */
export const LOT_TAB = { searchResults: 0, newLots: 1, completed: 2, notHeld: 3, current: 4 } as const;
export type LotTabName = keyof typeof LOT_TAB;
export type LotTab = (typeof LOT_TAB)[LotTabName];
export const LOT_TAB_NAMES = Object.keys(LOT_TAB) as LotTabName[];

export const DEFAULT_LOT_TAB: LotTab = LOT_TAB.current;

/** "New" means published within the last 7 days. */
export const NEW_LOT_DAYS = 7;

/** Statuses of lots on trade. */
export const CURRENT_STATUSES: readonly LotStatus[] = [
  LOT_STATUS.acceptingApplications,
  LOT_STATUS.onSaleAtFixedPrice,
  LOT_STATUS.startingSoon,
  LOT_STATUS.biddingNow,
  LOT_STATUS.suspended,
  LOT_STATUS.offeredToOne,
];

/** Statuses a tab shows; null = any status (archived lots are never listed). */
export const TAB_STATUSES: Record<LotTab, readonly LotStatus[] | null> = {
  [LOT_TAB.searchResults]: null,
  [LOT_TAB.newLots]: null,
  [LOT_TAB.completed]: [
    LOT_STATUS.priceFormed,
    LOT_STATUS.awaitingPayment,
    LOT_STATUS.soldAndPaid,
    LOT_STATUS.paymentOverdue,
    LOT_STATUS.paidInPart,
  ],
  [LOT_TAB.notHeld]: [
    LOT_STATUS.notHeld,
    LOT_STATUS.withdrawn,
    LOT_STATUS.noPriceGiven,
    LOT_STATUS.priceNotConfirmed,
    LOT_STATUS.resultCancelled,
  ],
  [LOT_TAB.current]: CURRENT_STATUSES,
};

/** Parts of the current lots with a count and a list of their own, by their status. */
export const LOT_STAGES = {
  live: LOT_STATUS.biddingNow,
  applicationsOpen: LOT_STATUS.acceptingApplications,
} as const;
export type LotStage = keyof typeof LOT_STAGES;
export const LOT_STAGE_NAMES = Object.keys(LOT_STAGES) as LotStage[];
