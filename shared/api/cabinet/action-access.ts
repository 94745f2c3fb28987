/** Actions whose access can be checked in advance: each is an existing call. */
export const ACTIONS = ['apply', 'bid', 'sell', 'top-up', 'refund'] as const;
export type Action = (typeof ACTIONS)[number];

/** Why a person cannot take an action now. */
export const ACTION_OBSTACLES = [
  /** Not signed in. */
  'sign-in',
  /** The person takes part in the other role only: buyer or customer. */
  'role',
  /** Details of the profile are missing; the answer names them. */
  'profile',
  /** The PINFL tells that the person is not of age. */
  'under-age',
  /** The offer in force is not signed. */
  'offer',
  /** Barred from auctions for a time. */
  'barred',
] as const;
export type ActionObstacle = (typeof ACTION_OBSTACLES)[number];
