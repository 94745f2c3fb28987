const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long one may take, minutes, and how many people may come to it. */
export const VIEWING_MINUTES = { min: 15, max: 240 } as const;
export const VIEWING_PLACES = { min: 1, max: 50 } as const;

/** Offered so long before its start at least, and at most. */
export const VIEWING_AHEAD_MS = { min: HOUR_MS, max: 60 * DAY_MS } as const;
/** Times to come of one lot. */
export const VIEWINGS_PER_LOT = 20;

/** Places can be taken until so long before the start. */
export const BOOKING_ENDS_MS = HOUR_MS / 2;
/** Places of one lot that a person gives back; the seller reads of each, and of none after so many. */
export const PLACES_GIVEN_BACK = 3;

/** Both sides are reminded so long before. */
export const VIEWING_REMINDER_MS = 3 * HOUR_MS;

export const CALL_OFF_REASON = { min: 10, max: 300 } as const;

/** Times and who came are deleted after so many days. */
export const PAST_VIEWING_DAYS = 90;
