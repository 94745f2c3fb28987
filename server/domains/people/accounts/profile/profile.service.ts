import { isDeepStrictEqual } from 'node:util';
import type { BankRequisites, Profile } from '#shared/api/cabinet/profile.ts';
import { completeness, type ProfileFacts } from '#shared/validation/profile-facts.ts';
import { problemOfBankAccount } from '#shared/validation/bank-requisites.ts';
import { badRequest, conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER, takenOf, type Directory } from '#server/identity/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import { createEditRequestsRepository } from '../edit-requests/edit-requests.repository.ts';
import { viewOf } from '../edit-requests/edit-request-view.ts';
import { createFactsOf, profileFacts, type OfferConsent } from './profile-facts.ts';
import type { PersonNumbers } from '../numbers/person-numbers.ts';
import { checkNumber, numberField } from './national-id.ts';
import type { Notify, PlaceExists } from './profile-ports.ts';
import { createProfileRepository, type Address } from './profile.repository.ts';

export interface ProfileService {
  /** Everything its owner sees. 404 for an unknown person. */
  read(personId: string): Promise<Profile>;
  /** Which parts of the profile are filled in; null for an unknown person. */
  facts(personId: string): Promise<ProfileFacts | null>;
  /** Address or registered seat of the person; null while none was given. */
  address(personId: string): Promise<Address | null>;
  /** Where refunds go; null while no account was given. */
  requisites(personId: string): Promise<BankRequisites | null>;
  /** PINFL or STIR of a person without one. 409 `profile.id-is-set`, `profile.taken`; 400 `profile.pinfl`, `profile.stir`. */
  setNationalId(personId: string, number: string, address: string): Promise<Profile>;
  /** 400 `profile.place` for an area that is not in the region. */
  setAddress(personId: string, place: Address, address: string): Promise<Profile>;
  /**
   * Called after a fresh sign-in; the person is notified through every channel. The same requisites again change nothing. 400
   * `profile.account`, 422 `profile.mfo`.
   */
  setRequisites(personId: string, requisites: BankRequisites, address: string): Promise<Profile>;
}

export interface ProfileDeps {
  db: AnyDb;
  consent: OfferConsent;
  placeExists: PlaceExists;
  /** Is it a code of the directory of banks? null: there is no directory. */
  isMfo(mfo: string): Promise<boolean | null>;
  directoryOf(db: AnyDb): Pick<Directory, 'change'>;
  actions: ActionRecorder;
  notify: Notify;
  numbers: Pick<PersonNumbers, 'remember'>;
  refreshSessions(personId: string): Promise<void>;
}

export function createProfileService(deps: ProfileDeps): ProfileService {
  const { db, consent, placeExists, isMfo, directoryOf, actions, notify, numbers, refreshSessions } = deps;
  const people = createAccountsRepository(db);
  const profiles = createProfileRepository(db);
  const requests = createEditRequestsRepository(db);
  const factsOf = createFactsOf(profiles, consent);

  async function read(personId: string): Promise<Profile> {
    const [person, details, signed, open] = await Promise.all([
      people.byId(personId),
      profiles.of(personId),
      consent.inForce(personId),
      requests.openOf(personId),
    ]);
    if (!person) throw notFound();
    const facts = profileFacts(person, details, signed);
    return {
      kind: person.kind,
      name: person.name,
      pinfl: person.pinfl,
      stir: person.stir,
      phone: { value: person.phone, confirmed: person.phoneConfirmed },
      email: { value: person.email, confirmed: person.emailConfirmed },
      ...details,
      roles: person.roles,
      facts,
      percentage: completeness(facts),
      since: person.createdAt.getTime(),
      openRequest: open ? viewOf(open) : null,
    };
  }

  async function changed(personId: string, action: string, address: string): Promise<Profile> {
    await actions.record({ personId, type: 'profile', action, result: 'done', address });
    await refreshSessions(personId);
    return read(personId);
  }

  return {
    read,

    async facts(personId) {
      const person = await people.byId(personId);
      return person ? factsOf(person) : null;
    },

    address: async (personId) => (await profiles.of(personId)).address,

    requisites: async (personId) => (await profiles.of(personId)).requisites,

    async setNationalId(personId, number, address) {
      try {
        await inTransaction(db, async (tx) => {
          const ours = createAccountsRepository(tx);
          const person = await ours.lock(personId);
          if (!person) throw notFound();
          const field = numberField(person.kind);
          // Repeating the same number is no change: a second press or a second tab.
          if (person[field] === number) return;
          if (person[field] !== null) throw conflict('profile.id-is-set');
          checkNumber(person.kind, number);
          if (await ours.isNumberTaken(personId, field, number)) throw conflict('profile.taken');
          const { kind, name, pinfl, stir } = person;
          await ours.setIdentity(personId, { kind, name, pinfl, stir, [field]: number }, { edited: false });
          await numbers.remember(tx, personId);
          if (person.issuer === SHIPPED_ISSUER) {
            await directoryOf(tx).change(person.subject, { [field]: number });
          }
        });
      } catch (error) {
        // Not retried: an account at the sign-in site has the number, which is an answer.
        if (takenOf(error)) throw conflict('profile.taken');
        throw error;
      }
      return changed(personId, 'number-set', address);
    },

    async setAddress(personId, place, address) {
      if (!(await placeExists(place.regionId, place.areaId))) throw badRequest('profile.place');
      await profiles.setAddress(personId, place);
      return changed(personId, 'address-set', address);
    },

    async setRequisites(personId, requisites, address) {
      if (problemOfBankAccount(requisites.account)) throw badRequest('profile.account');
      if ((await isMfo(requisites.mfo)) === false) throw ruleForbids('profile.mfo');
      // The first answer was lost.
      if (isDeepStrictEqual((await profiles.of(personId)).requisites, requisites)) return read(personId);
      await inTransaction(db, async (tx) => {
        await createProfileRepository(tx).setRequisites(personId, requisites);
        await notify(tx, {
          personId,
          key: `requisites-changed:${Date.now()}`,
          template: 'requisites-changed',
          params: {},
        });
      });
      return changed(personId, 'requisites-set', address);
    },
  };
}
