/** Above so many base amounts money in the name of staff needs two approvers. */
export const TWO_APPROVERS_ABOVE_BASE_AMOUNTS = 5_000;

/** What is above it, the narrowest first: the sum itself, with others of a person in 24 hours or 30 days, or of the decider in 24 hours. */
export const TWO_APPROVERS_BECAUSE = ['item', 'day', 'month', 'decider'] as const;
export type TwoApproversBecause = (typeof TWO_APPROVERS_BECAUSE)[number];
