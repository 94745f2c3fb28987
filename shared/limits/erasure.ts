import { ACCOUNT_TIES } from './number-claims.ts';

/** Days between a request and the erasure, by ERASURE_GRACE_DAYS. */
export const ERASURE_GRACE = { min: 0, max: 30, usual: 3 } as const;

/** Days after its payout within which no side of a sale is erased: two of staff may still cancel it, and the seller owes its price. */
export const SALE_DISPUTE_DAYS = 180;

/** What must be finished before an account can be erased, in the order in which the person reads it. */
export const ERASURE_OBSTACLES = [
  ...ACCOUNT_TIES,
  'number-claim',
  'order-import',
  /** A purchase or a sale that was paid out a short time ago: it may still be cancelled. */
  'past-sale',
  /** A decision of staff about the account is under way. */
  'proposal',
  /** The account is shut. */
  'shut',
] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];
