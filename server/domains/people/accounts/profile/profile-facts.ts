import type { ProfileFacts } from '#shared/validation/profile-facts.ts';
import type { Person } from '../person.ts';
import type { ProfileDetails, ProfileRepository } from './profile.repository.ts';

/** Whether the offer in force is signed. Provided by signatures. */
export interface OfferConsent {
  inForce(personId: string): Promise<boolean>;
  /** Those of these who have signed it. */
  inForceOf(personIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** For commands that open no sessions and show no profile. */
export const NO_CONSENT: OfferConsent = {
  inForce: async () => false,
  inForceOf: async () => new Set(),
};

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
type FactsOfEach = (people: readonly Person[]) => Promise<ReadonlyMap<Person, ProfileFacts>>;

/** However many people: the database is asked the same number of times. */
export const createFactsOfEach =
  (profiles: Pick<ProfileRepository, 'ofEach'>, consent: OfferConsent): FactsOfEach =>
  async (people) => {
    const ids = people.map(({ id }) => id);
    const [details, signed] = await Promise.all([profiles.ofEach(ids), consent.inForceOf(ids)]);
    return new Map(
      people.map((person) => [person, profileFacts(person, details.get(person.id)!, signed.has(person.id))]),
    );
  };

export const createFactsOf = (
  profiles: Pick<ProfileRepository, 'ofEach'>,
  consent: OfferConsent,
): FactsOf => {
  const factsOfEach = createFactsOfEach(profiles, consent);
  return async (person) => (await factsOfEach([person])).get(person)!;
};
