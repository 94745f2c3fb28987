/** What a complete profile consists of; each fact is an equal share. */
export interface ProfileFacts {
  /** PINFL or STIR. */
  nationalId: boolean;
  name: boolean;
  phoneConfirmed: boolean;
  emailConfirmed: boolean;
  address: boolean;
  bankRequisites: boolean;
  offerSigned: boolean;
}

/** 0–100, rounded down, so that 100 means complete. */
export function completeness(facts: ProfileFacts): number {
  const all = Object.values(facts);
  return Math.floor((all.filter(Boolean).length * 100) / all.length);
}
