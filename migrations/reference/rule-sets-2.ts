/** What the second versions of the shipped rule sets add to the first; percents with at most two decimals. */

const maxJump = { offer: 100, maximum: 1000 };
const limits = { limitFromPrice: 3, limitPercent: 5, limitOffStep: true };

export const RULE_SET_ADDITIONS = [
  { name: 'state-shop', adds: { ...limits, maxJump } },
  { name: 'state-live', adds: { ...limits, maxJump } },
  { name: 'private', adds: { ...limits, maxJump } },
  // No deposit, no limit.
  { name: 'practice', adds: { maxJump } },
] as const;
