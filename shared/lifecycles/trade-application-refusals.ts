/** What a person's profile must hold before they may apply. */
export const APPLICANT_FACTS = ['national-id', 'name', 'phone'] as const;
export type ApplicantFact = (typeof APPLICANT_FACTS)[number];

/** Why a person cannot apply for a lot. Checked in this order; the first that applies is reported. */
export const APPLY_REFUSALS = [
  /** Rehearsals take no applications: anyone signed in joins them. */
  'practice',
  /** A fixed-price lot is bought, not applied for. */
  'not-auction',
  'lot-closed',
  'applications-closed',
  'own-lot',
  /** The person has read, as staff, who takes part in the lot. */
  'read-as-staff',
  /** The account has no buyer's role. */
  'not-buyer',
  /** The platform has taken the right to this lot away. */
  'revoked',
  /** The person takes part in the auction under another account. */
  'other-account',
  /** Facts of the profile are missing; the answer names them. */
  'profile',
  /** The PINFL tells that the person is not of age. */
  'under-age',
  /** The public offer in force is not signed. */
  'consent',
  /** Barred from auctions; the answer says until when. */
  'barred',
  /** The application is being cancelled at this moment. */
  'busy',
  /** The balance does not cover the deposit; the answer names what is missing. */
  'short-balance',
] as const;
export type ApplyRefusal = (typeof APPLY_REFUSALS)[number];

/** Why an application cannot be cancelled. */
export const CANCEL_REFUSALS = [
  'no-application',
  'practice',
  /** Applications have closed, or the lot has ended. */
  'applications-closed',
  /** The last minutes before applications close. */
  'last-minutes',
  /** The person has a confirmed price in the room. */
  'has-price',
  /** Somebody has a confirmed price, and without the person too few would remain for it to count. */
  'needed',
  /** There is an active auto-bid; it has to be deleted first. */
  'auto-bid',
  /** The room did not answer; the worker finishes the cancellation, and it may be requested again. */
  'busy',
  /** Of a lot at a fixed price: nothing of it is reserved by the person. */
  'no-reservation',
  /** Of a lot at a fixed price: it is bought already. */
  'bought',
] as const;
export type CancelRefusal = (typeof CANCEL_REFUSALS)[number];

/** Why staff cannot take the right to a lot away. */
export const REVOKE_REFUSALS = [
  /** Cancelled or turned down before. */
  'no-application',
  /** The auction has ended. */
  'over',
  /** The caller's own: another person decides. */
  'own',
] as const;
export type RevokeRefusal = (typeof REVOKE_REFUSALS)[number];
/** The same where the room is asked. `busy`: it did not answer; `leading`: two persons decide, also about the lot. */
export type RevocationRefusal = RevokeRefusal | 'busy' | 'leading';

/** The lot after the right of its leader is revoked: bidding continues, or it is withdrawn, to be repeated or not. */
export const AFTER_REVOKE = ['continue', 'withdraw', 'repeat'] as const;
export type AfterRevoke = (typeof AFTER_REVOKE)[number];

/** What is wrong with a code typed in. */
export const CODE_PROBLEMS = ['wrong', 'expired', 'too-many'] as const;
export type CodeProblem = (typeof CODE_PROBLEMS)[number];
