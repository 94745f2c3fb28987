import { writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { openDirectory, type SignInPort } from '#server/identity/index.ts';
import type { Action } from '#shared/api/cabinet/action-access.ts';
import {
  judgeAction,
  judgeActionOfEach,
  type ActionVerdict,
  type JudgeDeps,
  type JudgeEachDeps,
} from './access/action-access.ts';
import { ACCOUNT_EVENTS } from './accounts.events.ts';
import { createStandstills } from './account-changes/standstills.repository.ts';
import { createApiTokensRepository } from './api-tokens/api-tokens.repository.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import {
  createAccountsService,
  type AccountsService,
  type ActionRecorder,
  type TakesPart,
} from './accounts.service.ts';
import { createSignInService, type SignInService } from './accounts.sign-in.ts';
import type { PersonNumbers } from './numbers/person-numbers.ts';
import { createSignedInPerson } from './signed-in-person.ts';
import { createPasswordService, type PasswordService } from './change-password.ts';
import {
  createEditRequestsService,
  type EditRequestsDeps,
  type EditRequestsService,
} from './edit-requests/edit-requests.service.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { createContactsService, type ContactsService } from './profile/contacts.ts';
import { createFactsOf, createFactsOfEach, NO_CONSENT, type OfferConsent } from './profile/profile-facts.ts';
import type { PlaceExists, Notify } from './profile/profile-ports.ts';
import { createProfileRepository } from './profile/profile.repository.ts';
import { createProfileService, type ProfileService } from './profile/profile.service.ts';

export interface AccountsParts {
  db: AnyDb;
  sessions: SessionStore;
  actions: ActionRecorder;
  /** Omitted by commands that open no sessions: the offer then counts as unsigned. */
  consent?: OfferConsent;
  /** Omitted by commands in which no side is chosen. */
  takesPart?: TakesPart;
}

const factsOfParts = ({ db, consent = NO_CONSENT }: Pick<AccountsParts, 'db' | 'consent'>) =>
  createFactsOf(createProfileRepository(db), consent);

/** The person's roles, locked until the given transaction ends. */
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
 * The shipped site stores passwords in the same database; people of any other provider are sent there.
 * @param notify omitted: no notification of a change
 */
export function createPasswords({
  db,
  sessions,
  actions,
  notify,
}: AccountsParts & { notify?: Notify }): PasswordService {
  const people = createAccountsRepository(db);
  return createPasswordService({
    people,
    directory: openDirectory({ db }),
    sessions,
    revokeTokens: (personId, beforeMs) => createApiTokensRepository(db).revokeAll(personId, beforeMs),
    announce: (personId, atMs, tx = db) =>
      writeOutbox(tx, { topic: ACCOUNT_EVENTS.passwordReplaced, payload: { personId, atMs } }),
    actions,
    notify: async (personId) =>
      notify?.(db, {
        personId,
        key: `password-changed:${Date.now()}`,
        template: 'password-changed',
        params: {},
      }),
    notifyReset: async (tx, personId, atMs) =>
      notify?.(tx, {
        personId,
        key: `password-reset:${atMs}`,
        template: 'password-reset',
        params: {},
      }),
  });
}

export interface ProfileParts {
  db: AnyDb;
  actions: ActionRecorder;
  accounts: Pick<AccountsService, 'byId' | 'byIds' | 'refreshSessions'>;
  consent: OfferConsent;
  placeExists: PlaceExists;
  /** Is it a code of the directory of banks? null: there is no directory. */
  isMfo(mfo: string): Promise<boolean | null>;
  notify: Notify;
  offerSettled: JudgeDeps['offerSettled'];
  barOf: JudgeDeps['barOf'];
  barsOf: JudgeEachDeps['barsOf'];
  numbers: PersonNumbers;
  chosenReason: EditRequestsDeps['chosenReason'];
  isSamePerson: EditRequestsDeps['isSamePerson'];
  tiesOf: EditRequestsDeps['tiesOf'];
}

export interface ProfileDoor {
  profile: ProfileService;
  editRequests: EditRequestsService;
  /** Phone and e-mail by code. */
  contacts(codes: OneTimeCodes): ContactsService;
  /** @param personId null: not signed in */
  mayDo(action: Action, personId: string | null): Promise<ActionVerdict>;
  /** The same of each of these, by their ids. */
  mayDoEach(action: Action, personIds: readonly string[]): Promise<ReadonlyMap<string, ActionVerdict>>;
}

/** Profiles, and what they allow people to do. */
export function createProfile(parts: ProfileParts): ProfileDoor {
  const { db, actions, accounts, consent, placeExists, isMfo, notify, numbers, chosenReason } = parts;
  const { offerSettled, barOf, barsOf, isSamePerson, tiesOf } = parts;
  const directoryOf = (handle: AnyDb) => openDirectory({ db: handle });
  const refreshSessions = (personId: string) => accounts.refreshSessions(personId);
  const common = { db, directoryOf, actions, refreshSessions };
  const factsOf = factsOfParts(parts);
  return {
    profile: createProfileService({ ...common, consent, placeExists, isMfo, notify, numbers }),
    editRequests: createEditRequestsService({
      ...common,
      notify,
      numbers,
      chosenReason,
      isSamePerson,
      tiesOf,
    }),
    contacts: (codes) => createContactsService({ ...common, codes, notify }),
    mayDo: async (action, personId) => {
      const person = personId === null ? null : await accounts.byId(personId);
      return judgeAction(action, person, { factsOf, offerSettled, barOf });
    },
    mayDoEach: (action, personIds) =>
      judgeActionOfEach(action, personIds, {
        byIds: (ids) => accounts.byIds(ids),
        factsOfEach: createFactsOfEach(createProfileRepository(db), consent),
        barsOf,
        offerSettled,
      }),
  };
}

export interface SignInParts extends AccountsParts {
  publicUrl: string;
  site: SignInPort;
  numbers: PersonNumbers;
  /** Lots in whose rooms the person bids now, or will within a day. */
  runningRoomsOf(on: AnyDb, personId: string): Promise<number[]>;
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
    storePerson: createSignedInPerson(db, parts.numbers),
    factsOf: factsOfParts(parts),
    async bidsOnWhileShut(personId) {
      const by = await createStandstills(db).shutBy(personId);
      const lots = by === null ? [] : await parts.runningRoomsOf(db, personId);
      return by === null || lots.length === 0 ? null : { by, lots };
    },
    sessions,
    actions,
    logger,
  });
}
