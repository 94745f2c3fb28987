/** Above so many base amounts money in the name of staff needs two approvers. */
export const TWO_APPROVERS_ABOVE_BASE_AMOUNTS = 5_000;

/** What is above it, the narrowest first: the sum itself, with others of a person in 24 hours or 30 days, or of the decider in 24 hours. */
export const TWO_APPROVERS_BECAUSE = ['item', 'day', 'month', 'decider'] as const;
export type TwoApproversBecause = (typeof TWO_APPROVERS_BECAUSE)[number];

/** A payout or a refund, as a line of the bank is compared with it. */
export interface PaymentAtBank {
  personId: string;
  /** What leaves: without what was set off. */
  amountTiyin: number;
  /** Sent, and not noted as paid or returned. */
  isAtBank: boolean;
  /** Where the bank has to send it; null: to no account. */
  account: string | null;
  /** Member of staff who sent it last; null: it was not sent. */
  sentBy: string | null;
}
