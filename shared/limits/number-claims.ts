/** Letters of what a claimant writes, and of what staff write about it. */
export const CLAIM_TEXT = { min: 20, max: 2_000 } as const;
export const CLAIM_REASON = { min: 10, max: 500 } as const;

export const CLAIM_FILES_MAX = 10;

/** Claims that one account may begin within so many days. */
export const CLAIMS_MAX = 3;
export const CLAIMS_DAYS = 30;

/** Why an account cannot lose its number now: what it still has, in the order in which staff read it. */
export const ACCOUNT_TIES = [
  'staff',
  'money',
  'debt',
  'claim',
  'top-up',
  'refund',
  'order',
  'lot',
  'application',
  'purchase',
  'settlement',
  'sale',
  'offer',
  'protest',
  'payout',
  'hand-over',
] as const;
export type AccountTie = (typeof ACCOUNT_TIES)[number];
