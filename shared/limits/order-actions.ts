/** A confirmation of an order's action is used within so many minutes. */
export const ORDER_TOKEN_MINUTES = 10;
/** An order claimed by a moderator is free again after so many minutes without a decision. */
export const CLAIM_MINUTES = 30;
/** One moderator in a row holds an order for so long, however often the claim is renewed; then a colleague may. */
export const CLAIMS_MINUTES = 120;
/** Orders for state benefit above so many base calculation amounts (start price × count) are approved by two moderators. */
export const SECOND_MODERATOR_ABOVE_BASE_AMOUNTS = 5_000;
/** Service times are measured over so many days. */
export const SERVICE_DAYS = 7;
export const REMARKS_MAX = 50;
export const REMARK_MIN = 3;
export const REMARK_MAX = 1_000;

/** Trade conditions, withdrawal by the customer: from the n-th withdrawal on, so many base calculation amounts. */
const WITHDRAWAL_LADDER = [
  { from: 7, multiple: 10 },
  { from: 5, multiple: 3 },
  { from: 3, multiple: 1 },
] as const;

/** @param count of the person's withdrawals, this one included */
export const withdrawalMultiple = (count: number): number =>
  WITHDRAWAL_LADDER.find(({ from }) => count >= from)?.multiple ?? 0;
