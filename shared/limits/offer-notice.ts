import { DAY_MS } from '../time/tashkent.ts';

/** Days for which a version of the offer is in effect before it has to be signed, at least: who has not signed it then may trade no more. */
export const OFFER_NOTICE_DAYS = 10;

/** The earliest deadline of a version, `YYYY-MM-DD`. @param effectiveOn `YYYY-MM-DD` */
export const earliestDeadline = (effectiveOn: string): string =>
  new Date(Date.parse(effectiveOn) + OFFER_NOTICE_DAYS * DAY_MS).toISOString().slice(0, 10);
