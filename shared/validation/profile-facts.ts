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
