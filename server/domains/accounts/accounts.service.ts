import type { Role } from '#shared/api/contract.ts';
import type { Me } from '#shared/api/auth.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { withOwnRoles, type OwnRole } from './accounts.policy.ts';
import type { AccountsRepository, KnownOfPerson } from './accounts.repository.ts';
import { sessionPersonOf, type Person } from './person.ts';

/** Where the domain writes what people did; the wiring hands in the action log. */
export interface ActionRecorder {
  record(action: {
    personId: string | null;
    type: 'sign-in' | 'roles' | 'account';
    action: string;
    result: 'done' | 'refused';
    reason?: string | null;
    address?: string | null;
  }): Promise<void>;
}

export interface AccountsService {
  byId(id: string): Promise<Person | null>;
  /** In any order; unknown ids are left out. */
  byIds(ids: readonly string[]): Promise<Person[]>;
  byPhone(phone: string): Promise<Person[]>;
  /** The person of an identity without a sign-in: for staff commands and demo people. */
  prepare(known: KnownOfPerson, options?: { demo?: boolean }): Promise<Person>;
  me(personId: string): Promise<Me>;
  /** Buyer, customer or both, by the person's own choice; living sessions learn of it at once. 404 for an unknown person. */
  chooseRoles(personId: string, chosen: readonly OwnRole[]): Promise<Me>;
  /** Set by staff. Ends all sessions of the person, so that no old right lives on. 404 for an unknown person. */
  setRoles(personId: string, roles: readonly Role[]): Promise<Person>;
  /** A disabled person cannot sign in; living sessions and their sockets end. 404 for an unknown person. */
  setDisabled(personId: string, disabled: boolean): Promise<Person>;
}

export interface AccountsDeps {
  people: AccountsRepository;
  sessions: Pick<SessionStore, 'endAll' | 'changePerson'>;
  actions: ActionRecorder;
}

const meOf = (person: Person): Me => {
  const { personId: id, name, userName, roles, language, percentage } = sessionPersonOf(person);
  return { id, name, userName, kind: person.kind, roles, language, percentage };
};

export function createAccountsService({ people, sessions, actions }: AccountsDeps): AccountsService {
  const known = (person: Person | null): Person => {
    if (!person) throw notFound();
    return person;
  };
  return {
    byId: (id) => people.byId(id),
    byIds: (ids) => people.byIds(ids),
    byPhone: (phone) => people.byPhone(phone),
    prepare: (facts, options = {}) => people.keep(facts, { signedIn: false, ...options }),

    async me(personId) {
      return meOf(known(await people.byId(personId)));
    },

    async chooseRoles(personId, chosen) {
      const before = known(await people.byId(personId));
      const person = known(await people.setRoles(personId, withOwnRoles(before.roles, chosen)));
      await sessions.changePerson(personId, { roles: person.roles });
      await actions.record({ personId, type: 'roles', action: 'chosen', result: 'done' });
      return meOf(person);
    },

    async setRoles(personId, roles) {
      const person = known(await people.setRoles(personId, roles));
      await sessions.endAll(personId);
      await actions.record({ personId, type: 'roles', action: 'granted', result: 'done' });
      return person;
    },

    async setDisabled(personId, disabled) {
      const person = known(await people.setDisabled(personId, disabled));
      if (disabled) await sessions.endAll(personId);
      const action = disabled ? 'disabled' : 'enabled';
      await actions.record({ personId, type: 'account', action, result: 'done' });
      return person;
    },
  };
}
