import { LOT_STATUS as S, type LotStatus } from '../lifecycles/lot-status.ts';

/** A lot is asked about and looked at while people can still decide to take part or to raise. */
export const APPROACHABLE_STATUSES: readonly LotStatus[] = [
  S.acceptingApplications,
  S.onSaleAtFixedPrice,
  S.startingSoon,
  S.biddingNow,
  S.suspended,
];

/** Why a person may not turn to the seller of a lot. */
export const APPROACH_REFUSALS = [
  /** Members of staff do not. */
  'staff',
  /** The person sells the lot, under this account or another. */
  'own-lot',
  /** The trade of the lot is over, or it is a rehearsal. */
  'not-on-trade',
  /** Neither phone nor e-mail is confirmed. */
  'unconfirmed',
  /** The person is barred from auctions. */
  'barred',
] as const;
export type ApproachRefusal = (typeof APPROACH_REFUSALS)[number];
