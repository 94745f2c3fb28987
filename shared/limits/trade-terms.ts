/** Terms that hold for every lot whatever its rule set. Days are working days. */

/** State property above so many base calculation amounts goes to auction only (item 48 of the regulation). */
export const AUCTION_ONLY_ABOVE_BASE_AMOUNTS = 60;
/** An offer more than so many percent above the suggested price is asked about once more. */
export const ASK_ABOVE_PERCENT = 30;
/** An application is not cancelled in the last minutes before applications close. */
export const CANCELLATION_CLOSED_MINUTES = 10;
/** Time to answer for a sole applicant or reserve winner who is offered the lot. */
export const INVITATION_DAYS = 1;
/** After the close a participant may protest, then the customer answers. */
export const PROTEST_DAYS = 2;
export const PROTEST_ANSWER_DAYS = 3;
/** A winner of a state lot who declines or does not pay stays out of auctions. */
export const DECLINED_BAR_MONTHS = 2;
/** How long a fixed-price lot waits for its code. */
export const RESERVATION_MINUTES = 5;
/**
 * Who has let so many reservations of one lot pass within a day waits before the next one: that many minutes, and twice as long each
 * further time, so that units cannot be withheld from others by reserving them over and over.
 */
export const UNUSED_RESERVATIONS = { most: 3, pauseMinutes: 10, longestMinutes: 720 } as const;
/** One person may have this share of a lot's units open by parts, and always one unit. */
const PARTS_SHARE_BP = 1_000;

/** Units of a lot that one person may have open by parts at once. @param quantity of the lot, a positive whole number */
export const partsUnitsMax = (quantity: number): number =>
  Math.max(1, Math.floor((quantity * PARTS_SHARE_BP) / 10_000));

/** Confirmation codes by SMS and e-mail. */
export const CODE = { digits: 6, minutes: 5, tries: 5, resendSeconds: 60, perDay: 10 } as const;
