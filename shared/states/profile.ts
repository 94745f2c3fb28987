/** What a complete profile consists of, in the order in which the screen asks for it; each is an equal share of 100. */
export const PROFILE_FACTS = [
  'nationalId',
  'name',
  'phoneConfirmed',
  'emailConfirmed',
  'address',
  'bankRequisites',
  'offerSigned',
] as const;
export type ProfileFact = (typeof PROFILE_FACTS)[number];
/** `nationalId` is the PINFL of a natural person or the STIR of a legal entity. */
export type ProfileFacts = Readonly<Record<ProfileFact, boolean>>;

/** 0–100, rounded down, so that 100 means complete. */
export const completeness = (facts: ProfileFacts): number =>
  Math.floor((PROFILE_FACTS.filter((fact) => facts[fact]).length * 100) / PROFILE_FACTS.length);

/** Facts that are still missing, in the order of the screen. */
export const missingFacts = (
  facts: ProfileFacts,
  wanted: readonly ProfileFact[] = PROFILE_FACTS,
): ProfileFact[] => wanted.filter((fact) => !facts[fact]);

/** Where a request to change set data stands; everything but `open` is its end. */
export const EDIT_REQUEST_STATUSES = ['open', 'approved', 'refused', 'withdrawn'] as const;
export type EditRequestStatus = (typeof EDIT_REQUEST_STATUSES)[number];

/** Actions people may ask about before they start them: each is a call that exists. */
export const ACTIONS = ['apply', 'bid', 'top-up', 'refund'] as const;
export type Action = (typeof ACTIONS)[number];

/** Why an action is not open to somebody now. */
export const ACTION_OBSTACLES = [
  /** Nobody is signed in. */
  'sign-in',
  /** The person takes part in the other role only: buyer or customer. */
  'role',
  /** Details of the profile are missing; which ones is told. */
  'profile',
  /** The offer in force is not signed. */
  'offer',
  /** Barred from auctions for a time. */
  'barred',
] as const;
export type ActionObstacle = (typeof ACTION_OBSTACLES)[number];
