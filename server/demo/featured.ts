/** Lots put forward on the first pages. */
export const FEATURED = 8;
/** Each for so long, or until it ends. */
export const FEATURED_DAYS = 30;
