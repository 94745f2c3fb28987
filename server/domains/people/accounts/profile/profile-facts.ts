import type { ProfileFacts } from '#shared/validation/profile-facts.ts';
import type { Person } from '../person.ts';
import type { ProfileDetails, ProfileRepository } from './profile.repository.ts';

/** Whether the offer in force is signed. Provided by signatures. */
export interface OfferConsent {
  inForce(personId: string): Promise<boolean>;
}

/** For commands that open no sessions and show no profile. */
export const NO_CONSENT: OfferConsent = { inForce: async () => false };

/** The facts that completeness is computed from. */
export const profileFacts = (
  person: Person,
  { address, requisites }: ProfileDetails,
  offerSigned: boolean,
): ProfileFacts => ({
  nationalId: (person.kind === 'legal' ? person.stir : person.pinfl) !== null,
  name: person.name !== '',
  phoneConfirmed: person.phoneConfirmed,
  emailConfirmed: person.emailConfirmed,
  address: address !== null,
  bankRequisites: requisites !== null,
  offerSigned,
});

export type FactsOf = (person: Person) => Promise<ProfileFacts>;

export const createFactsOf =
  (profiles: Pick<ProfileRepository, 'of'>, consent: OfferConsent): FactsOf =>
  async (person) => {
    const [details, signed] = await Promise.all([profiles.of(person.id), consent.inForce(person.id)]);
    return profileFacts(person, details, signed);
  };
