/** Page of the lot list: default and largest size, and how many current auctions one answer may hold. */
export const LOT_PAGE_SIZE = 12;
export const LOT_PAGE_SIZE_MAX = 100;
export const ACTIVE_LOTS_DEFAULT = 12;
export const ACTIVE_LOTS_MAX = 60;
export const LOT_SEARCH_MAX = 120;
