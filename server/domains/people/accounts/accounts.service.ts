import { isStaffRole, tradesAndServes, type Role } from '#shared/api/contract.ts';
import type { Me } from '#shared/api/site/auth.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { SessionPerson, SessionStore } from '#server/platform/sessions/index.ts';
import { ownRoles, withRole, type OwnRole, type StaffRole } from './accounts.policy.ts';
import type { AccountsRepository, KnownOfPerson } from './accounts.repository.ts';
import { sessionPersonOf, type Person } from './person.ts';
import type { FactsOf } from './profile/profile-facts.ts';
import type { ProfileDetails, ProfileRepository } from './profile/profile.repository.ts';

type PreparedDetails = { [Part in keyof ProfileDetails]: NonNullable<ProfileDetails[Part]> } & {
  /** Confirmed from now on, whatever was confirmed before. */
  phone: string;
  email: string | null;
};

/** The action log, provided by the composition of the process. */
export interface ActionRecorder {
  /** @param tx the transaction of the logged change, where both must commit together */
  record(
    action: {
      personId: string | null;
      type: 'sign-in' | 'roles' | 'account' | 'profile' | 'seller';
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
  /** In any order; without unknown ids. */
  byIds(ids: readonly string[]): Promise<Person[]>;
  byPhone(phone: string): Promise<Person[]>;
  /** The person of an identity without a sign-in: for staff commands and demo people. */
  prepare(known: KnownOfPerson, options?: { demo?: boolean }): Promise<Person>;
  /** Contacts, address and requisites of a person prepared by staff or the demo. */
  prepareDetails(personId: string, details: PreparedDetails): Promise<Person>;
  me(personId: string): Promise<Me>;
  /** What sessions hold of a person; null: unknown, or shut. */
  sessionPerson(personId: string): Promise<SessionPerson | null>;
  /** Updates name, sign-in name and completeness in active sessions, after a change of the profile. */
  refreshSessions(personId: string): Promise<void>;
  /**
   * Buyer, customer or both, by the person's own choice; active sessions receive it at once. 404 for an unknown person,
   * 409 `auth.staff-account` for staff, who do not trade.
   */
  chooseRoles(personId: string, chosen: readonly OwnRole[]): Promise<Me>;
  /**
   * Someone who trades and has been offered a staff role takes one side; repeating the choice changes nothing. 409
   * `auth.no-staff-role` without an offer, `auth.staff-account` for staff who want to trade, `auth.still-trading` while
   * the person takes part in an auction that is not over.
   */
  chooseSide(personId: string, side: Side): Promise<Me>;
  /**
   * Set by staff. Ends all sessions of the person, so that no former right remains. 404 for an unknown person, 422
   * `auth.one-side` for roles of both sides.
   */
  setRoles(personId: string, roles: readonly Role[]): Promise<Person>;
  /**
   * By a command on the server: assigns a staff role, or offers it to an account that trades: it takes effect once the
   * person stops trading. A shut account gets none. @param inform in the transaction that changes the roles
   */
  addStaffRole(
    personId: string,
    role: StaffRole,
    inform: (tx: AnyDb) => Promise<void>,
  ): Promise<'given' | 'offered' | 'had' | 'shut'>;
  /** Ids of all people with this personal number. */
  idsByNumber(field: 'pinfl' | 'stir', value: string): Promise<string[]>;
  /** Numbers of persons with ids above `after`, in the order of the ids. */
  numbersAfter(
    after: string | null,
    limit: number,
  ): Promise<{ id: string; kind: 'stir' | 'pinfl'; value: string }[]>;
}

/** What an account is for. */
type Side = 'trade' | 'staff';

/** Does the person take part in an unfinished auction, as bidder or as seller? Injected, because auctions are a floor above. */
export type TakesPart = (db: AnyDb, personId: string) => Promise<boolean>;

export interface AccountsDeps {
  people: AccountsRepository;
  profiles: Pick<ProfileRepository, 'setAddress' | 'setRequisites'>;
  factsOf: FactsOf;
  sessions: Pick<SessionStore, 'endAll' | 'changePerson'>;
  actions: ActionRecorder;
  takesPart: TakesPart;
}

export function createAccountsService(deps: AccountsDeps): AccountsService {
  const { people, profiles, factsOf, sessions, actions, takesPart } = deps;
  const meOf = async (person: Person): Promise<Me> => {
    const known = sessionPersonOf(person, await factsOf(person));
    const { personId: id, name, userName, roles, language, percentage } = known;
    const me = { id, name, userName, kind: person.kind, roles, language, percentage };
    return person.offeredRoles.length > 0 ? { ...me, offeredRoles: person.offeredRoles } : me;
  };
  const known = (person: Person | null): Person => {
    if (!person) throw notFound();
    return person;
  };
  return {
    byId: (id) => people.byId(id),
    byIds: (ids) => people.byIds(ids),
    byPhone: (phone) => people.byContact('phone', phone),
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

    async sessionPerson(personId) {
      const person = await people.byId(personId);
      return person && !person.disabled ? sessionPersonOf(person, await factsOf(person)) : null;
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
        ({ roles, offeredRoles }) => {
          if (roles.some(isStaffRole)) throw conflict('auth.staff-account');
          return { roles: ownRoles(chosen), offered: offeredRoles };
        },
        ({ roles }) => sessions.changePerson(personId, { roles }),
      );
      const person = known(changed);
      await actions.record({ personId, type: 'roles', action: 'chosen', result: 'done' });
      return meOf(person);
    },

    async chooseSide(personId, side) {
      let settled = false;
      const changed = await people.changeRoles(
        personId,
        async ({ roles, offeredRoles }, tx) => {
          const serves = roles.some(isStaffRole);
          settled = offeredRoles.length === 0;
          if (side === 'trade') {
            if (serves) throw conflict('auth.staff-account');
            return { roles, offered: [] };
          }
          if (serves) return { roles, offered: [] };
          if (settled) throw conflict('auth.no-staff-role');
          if (await takesPart(tx, personId)) throw conflict('auth.still-trading');
          return { roles: offeredRoles, offered: [] };
        },
        ({ roles }) => sessions.changePerson(personId, { roles }),
      );
      const person = known(changed);
      const action = side === 'staff' ? 'staff-chosen' : 'trade-chosen';
      if (!settled) await actions.record({ personId, type: 'roles', action, result: 'done' });
      return meOf(person);
    },

    async setRoles(personId, roles) {
      if (tradesAndServes(roles)) throw ruleForbids('auth.one-side');
      const person = known(await people.setRoles(personId, { roles, offered: [] }));
      await sessions.endAll(personId);
      await actions.record({ personId, type: 'roles', action: 'granted', result: 'done' });
      return person;
    },

    async addStaffRole(personId, role, inform) {
      let outcome = 'had' as 'given' | 'offered' | 'had' | 'shut';
      const changed = await people.changeRoles(
        personId,
        async ({ roles, offeredRoles, disabled }, tx) => {
          const next = withRole({ roles, offered: offeredRoles }, role);
          outcome = disabled ? 'shut' : next.outcome;
          if (outcome === 'shut' || outcome === 'had') return { roles, offered: offeredRoles };
          const action = outcome === 'given' ? 'granted-by-command' : 'offered-by-command';
          await actions.record(
            { personId, type: 'roles', action, result: 'done', reason: `role:${role}` },
            tx,
          );
          await inform(tx);
          return next;
        },
        async () => {
          if (outcome === 'given') await sessions.endAll(personId);
        },
      );
      known(changed);
      return outcome;
    },

    idsByNumber: (field, value) => people.idsByNumber(field, value),
    numbersAfter: (after, limit) => people.numbersAfter(after, limit),
  };
}
