import { LOT_STATUS, type LotStatus } from './lot-status.ts';

/** Tabs of the lot list, query parameter `i`. */
export const LOT_TAB = { searchResults: 0, newLots: 1, completed: 2, notHeld: 3, current: 4 } as const;
export type LotTabName = keyof typeof LOT_TAB;
export type LotTab = (typeof LOT_TAB)[LotTabName];
export const LOT_TAB_NAMES = Object.keys(LOT_TAB) as LotTabName[];

export const DEFAULT_LOT_TAB: LotTab = LOT_TAB.current;

/** "New" means published within the last 7 days. */
export const NEW_LOT_DAYS = 7;

/** Statuses a tab shows; null = any status (archived lots are never listed). */
export const TAB_STATUSES: Record<LotTab, readonly LotStatus[] | null> = {
  0: null,
  1: null,
  2: [5, 6, 7, 15, 17],
  3: [9, 10, 11, 13, 16],
  4: [1, 2, 3, 4, 8, 12],
};

/** Parts of the current lots that are counted apart, by their status. */
export const LOT_STAGES = {
  live: LOT_STATUS.biddingNow,
  applicationsOpen: LOT_STATUS.acceptingApplications,
} as const;
export type LotStage = keyof typeof LOT_STAGES;
