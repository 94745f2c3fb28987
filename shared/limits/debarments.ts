/** Why somebody is barred from auctions: the whole list. Staff edit the names of its entries, in the list `bar-causes`. */
export const BAR_CAUSES = ['refused', 'unpaid', 'collusion', 'false-documents', 'court'] as const;
export type DebarmentCause = (typeof BAR_CAUSES)[number];

/** Declining or not paying for a lot of the state bars from every auction for so many months (specification, section 4). */
export const STATE_BAR_MONTHS = 2;

/**
 * How many months a cause bars for, from the day of the decision. The rules know this one length; `null`: the decision of a
 * court names the last day itself.
 */
export const BAR_MONTHS: Readonly<Record<DebarmentCause, number | null>> = {
  refused: STATE_BAR_MONTHS,
  unpaid: STATE_BAR_MONTHS,
  collusion: STATE_BAR_MONTHS,
  'false-documents': STATE_BAR_MONTHS,
  court: null,
};

/** Causes about one lot, which has to be named. */
export const CAUSES_OF_A_LOT: readonly DebarmentCause[] = ['refused', 'unpaid', 'collusion'];
/** Those that only a lot of the state gives rise to. */
export const CAUSES_OF_A_STATE_LOT: readonly DebarmentCause[] = ['refused', 'unpaid'];

/** Letters of what is written with a proposal or a decision. */
export const BAR_REASON_MIN = 10;
export const BAR_REASON_MAX = 1_000;
/** A proposal expires at 18:00 of the working day so many after it was begun. */
export const BAR_PROPOSAL_WORKING_DAYS = 3;
/** The last day that the decision of a court names is at most so many years ahead. */
export const COURT_BAR_YEARS_MAX = 10;
