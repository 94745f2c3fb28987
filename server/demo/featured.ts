/** Number of featured lots. */
export const FEATURED = 8;
/** Days a lot is featured, unless it ends earlier. */
export const FEATURED_DAYS = 30;
