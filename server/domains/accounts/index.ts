/** Who people are here: identities, roles, sign-in and sign-out, what they tell of themselves and how it changes. */
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { openDirectory, type SignInPort } from '#server/integrations/sign-in/index.ts';
import type { Action } from '#shared/states/profile.ts';
import { judgeAction, type ActionVerdict, type JudgeDeps } from './access/action-access.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import {
  createAccountsService,
  type AccountsService,
  type ActionRecorder,
  type TakesPart,
} from './accounts.service.ts';
import { createSignInService, type SignInService } from './accounts.sign-in.ts';
import { createPasswordService, type PasswordService } from './change-password.ts';
import {
  createEditRequestsService,
  type EditRequestsService,
} from './edit-requests/edit-requests.service.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { createContactsService, type ContactsService } from './profile/contacts.ts';
import { createFactsOf, NO_CONSENT, type OfferConsent } from './profile/facts.ts';
import type { PlaceExists, Tell } from './profile/ports.ts';
import { createProfileRepository } from './profile/profile.repository.ts';
import { createProfileService, type ProfileService } from './profile/profile.service.ts';

export { ACCOUNT_EVENTS, type StaffDecision } from './accounts.events.ts';
export type { AccountsService, ActionRecorder } from './accounts.service.ts';
export type { SignInService } from './accounts.sign-in.ts';
export type { ActionVerdict, BarOf } from './access/action-access.ts';
export type { EditRequestsService } from './edit-requests/edit-requests.service.ts';
export type { Person } from './person.ts';
export type { ContactsService } from './profile/contacts.ts';
export type { OfferConsent } from './profile/facts.ts';
export type { PlaceExists, Tell } from './profile/ports.ts';
export type { ProfileService } from './profile/profile.service.ts';
export { publicName, publicPinfl, publicStir } from './public-mask.ts';
export { masked, type MaskedPerson } from './masked-person.ts';
export { createDemoPeople, type DemoPeopleDeps, type DemoPerson } from './demo-people.ts';
export { runStaffAddCommand, STAFF_ADD_HELP, type StaffCommandDeps } from './staff-add.ts';
export { RESET_PASSWORD_HELP, runResetPasswordCommand, type ResetPasswordDeps } from './reset-password.ts';
export { registerAccountRoutes } from './accounts.routes.ts';
export { registerPasswordRoutes } from './change-password.routes.ts';
export { registerProfileRoutes } from './profile/profile.routes.ts';
export { registerEditRequestRoutes } from './edit-requests/edit-requests.routes.ts';
export { registerSessionRoutes } from './sessions-list.routes.ts';
export { registerActionAccessRoutes } from './access/action-access.routes.ts';
export { registerAuthTokenRoutes, type ExternalCabinet } from './cabinet/auth-token.routes.ts';
export { createAuthTokens } from './cabinet/auth-tokens.ts';
export { demandFreshSignIn, isFreshSignIn, keptAuthentication } from './fresh-sign-in.ts';

export interface AccountsParts {
  db: AnyDb;
  sessions: SessionStore;
  actions: ActionRecorder;
  /** Left out by commands that open no sessions: the offer then counts as unsigned. */
  consent?: OfferConsent;
  /** Left out by commands in which nobody chooses a side. */
  takesPart?: TakesPart;
}

const factsOfParts = ({ db, consent = NO_CONSENT }: Pick<AccountsParts, 'db' | 'consent'>) =>
  createFactsOf(createProfileRepository(db), consent);

/** The person's roles, which nobody changes before the given transaction ends. */
export const holdRoles = (tx: AnyDb, personId: string) => createAccountsRepository(tx).holdRoles(personId);

export function createAccounts(parts: AccountsParts): AccountsService {
  const { db, sessions, actions, takesPart = async () => false } = parts;
  const people = createAccountsRepository(db);
  const profiles = createProfileRepository(db);
  return createAccountsService({
    people,
    profiles,
    factsOf: factsOfParts(parts),
    sessions,
    actions,
    takesPart,
  });
}

/**
 * Passwords are kept by the shipped site, in the same database; people of any other provider are sent there.
 * @param tell without it nobody is told of a change
 */
export function createPasswords({
  db,
  sessions,
  actions,
  tell,
}: AccountsParts & { tell?: Tell }): PasswordService {
  const people = createAccountsRepository(db);
  return createPasswordService({
    ...{ people, directory: openDirectory({ db }), sessions, actions },
    tell: async (personId) =>
      tell?.(db, {
        ...{ personId, key: `password-changed:${Date.now()}` },
        ...{ template: 'password-changed', params: {} },
      }),
  });
}

export interface ProfileParts {
  db: AnyDb;
  actions: ActionRecorder;
  accounts: Pick<AccountsService, 'byId' | 'refreshSessions'>;
  consent: OfferConsent;
  placeExists: PlaceExists;
  tell: Tell;
  offerSettled: JudgeDeps['offerSettled'];
  barOf: JudgeDeps['barOf'];
}

export interface ProfileDoor {
  profile: ProfileService;
  editRequests: EditRequestsService;
  /** Phone and e-mail by code. */
  contacts(codes: OneTimeCodes): ContactsService;
  /** @param personId null: nobody is signed in */
  mayDo(action: Action, personId: string | null): Promise<ActionVerdict>;
}

/** What people tell of themselves, and what they may do with it. */
export function createProfile(parts: ProfileParts): ProfileDoor {
  const { db, actions, accounts, consent, placeExists, tell, offerSettled, barOf } = parts;
  const directoryOf = (handle: AnyDb) => openDirectory({ db: handle });
  const refreshSessions = (personId: string) => accounts.refreshSessions(personId);
  const common = { db, directoryOf, actions, refreshSessions };
  const factsOf = factsOfParts(parts);
  return {
    profile: createProfileService({ ...common, consent, placeExists }),
    editRequests: createEditRequestsService({ ...common, tell }),
    contacts: (codes) => createContactsService({ ...common, codes, tell }),
    mayDo: async (action, personId) => {
      const person = personId === null ? null : await accounts.byId(personId);
      return judgeAction(action, person, { factsOf, offerSettled, barOf });
    },
  };
}

export interface SignInParts extends AccountsParts {
  publicUrl: string;
  site: SignInPort;
  redis: JobsRedis;
  /** Prefix of the keys in the jobs Redis. */
  namespace: string;
  logger: Logger;
}

export function createSignIn(parts: SignInParts): SignInService {
  const { db, sessions, actions, publicUrl, site, redis, namespace, logger } = parts;
  return createSignInService({
    publicUrl,
    site,
    pending: createPendingSignIns(redis, namespace),
    people: createAccountsRepository(db),
    factsOf: factsOfParts(parts),
    sessions,
    actions,
    logger,
  });
}
