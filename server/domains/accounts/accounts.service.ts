import type { Role } from '#shared/api/contract.ts';
import type { Me } from '#shared/api/auth.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { UNSTATED, type StaffDecision } from './accounts.events.ts';
import { withOwnRoles, type OwnRole } from './accounts.policy.ts';
import type { AccountsRepository, KnownOfPerson } from './accounts.repository.ts';
import { sessionPersonOf, type Person } from './person.ts';
import type { FactsOf } from './profile/facts.ts';
import type { ProfileDetails, ProfileRepository } from './profile/profile.repository.ts';

export type PreparedDetails = { [Part in keyof ProfileDetails]: NonNullable<ProfileDetails[Part]> } & {
  /** Confirmed from now on, whatever was confirmed before. */
  phone: string;
  email: string | null;
};

/** Where the domain writes what people did; the wiring hands in the action log. */
export interface ActionRecorder {
  /** @param tx the transaction of what is written down, where both have to stand or fall together */
  record(
    action: {
      personId: string | null;
      type: 'sign-in' | 'roles' | 'account' | 'profile';
      action: string;
      result: 'done' | 'refused';
      reason?: string | null;
      address?: string | null;
    },
    tx?: AnyDb,
  ): Promise<void>;
}

export interface AccountsService {
  byId(id: string): Promise<Person | null>;
  /** In any order; unknown ids are left out. */
  byIds(ids: readonly string[]): Promise<Person[]>;
  byPhone(phone: string): Promise<Person[]>;
  /** The person of an identity without a sign-in: for staff commands and demo people. */
  prepare(known: KnownOfPerson, options?: { demo?: boolean }): Promise<Person>;
  /** Contacts, address and requisites of a prepared person, where they are known beforehand. */
  prepareDetails(personId: string, details: PreparedDetails): Promise<Person>;
  me(personId: string): Promise<Me>;
  /** Living sessions learn name, sign-in name and completeness anew: for whoever changed a fact of the profile. */
  refreshSessions(personId: string): Promise<void>;
  /** Buyer, customer or both, by the person's own choice; living sessions learn of it at once. 404 for an unknown person. */
  chooseRoles(personId: string, chosen: readonly OwnRole[]): Promise<Me>;
  /** Set by staff. Ends all sessions of the person, so that no old right lives on. 404 for an unknown person. */
  setRoles(personId: string, roles: readonly Role[]): Promise<Person>;
  /**
   * A disabled person cannot sign in; living sessions and their sockets end, and they take part in no auction, see
   * `ACCOUNT_EVENTS`. 404 for an unknown person.
   */
  setDisabled(personId: string, disabled: boolean, decision?: StaffDecision): Promise<Person>;
  /** Ids of everybody with this personal number. */
  idsByNumber(field: 'pinfl' | 'stir', value: string): Promise<string[]>;
}

export interface AccountsDeps {
  people: AccountsRepository;
  profiles: Pick<ProfileRepository, 'setAddress' | 'setRequisites'>;
  factsOf: FactsOf;
  sessions: Pick<SessionStore, 'endAll' | 'changePerson'>;
  actions: ActionRecorder;
}

export function createAccountsService(deps: AccountsDeps): AccountsService {
  const { people, profiles, factsOf, sessions, actions } = deps;
  const meOf = async (person: Person): Promise<Me> => {
    const known = sessionPersonOf(person, await factsOf(person));
    const { personId: id, name, userName, roles, language, percentage } = known;
    return { id, name, userName, kind: person.kind, roles, language, percentage };
  };
  const known = (person: Person | null): Person => {
    if (!person) throw notFound();
    return person;
  };
  return {
    byId: (id) => people.byId(id),
    byIds: (ids) => people.byIds(ids),
    byPhone: (phone) => people.byPhone(phone),
    prepare: (facts, options = {}) => people.keep(facts, { signedIn: false, ...options }),

    async prepareDetails(personId, { phone, email, address, requisites }) {
      await people.confirm(personId, 'phone', phone);
      if (email !== null) await people.confirm(personId, 'email', email);
      await profiles.setAddress(personId, address);
      await profiles.setRequisites(personId, requisites);
      return known(await people.byId(personId));
    },

    async me(personId) {
      return meOf(known(await people.byId(personId)));
    },

    async refreshSessions(personId) {
      const person = await people.byId(personId);
      if (!person) return;
      const { name, userName, percentage } = sessionPersonOf(person, await factsOf(person));
      await sessions.changePerson(personId, { name, userName, percentage });
    },

    async chooseRoles(personId, chosen) {
      const changed = await people.changeRoles(
        personId,
        (before) => withOwnRoles(before, chosen),
        (roles) => sessions.changePerson(personId, { roles }),
      );
      const person = known(changed);
      await actions.record({ personId, type: 'roles', action: 'chosen', result: 'done' });
      return meOf(person);
    },

    async setRoles(personId, roles) {
      const person = known(await people.setRoles(personId, roles));
      await sessions.endAll(personId);
      await actions.record({ personId, type: 'roles', action: 'granted', result: 'done' });
      return person;
    },

    idsByNumber: (field, value) => people.idsByNumber(field, value),

    async setDisabled(personId, disabled, decision = UNSTATED) {
      const person = known(await people.setDisabled(personId, disabled, decision));
      if (disabled) await sessions.endAll(personId);
      const action = disabled ? 'disabled' : 'enabled';
      await actions.record({ personId, type: 'account', action, result: 'done' });
      return person;
    },
  };
}
