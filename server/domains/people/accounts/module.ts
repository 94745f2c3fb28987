import {
  openDirectory,
  resealFactors,
  openFactors,
  cabinetAddress,
  rotateSiteKeys,
  openSignIn,
  SIGN_IN_EVENTS,
  type FactorChange,
} from '#server/identity/index.ts';
import type { Config } from '#server/platform/config/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { Area } from '#shared/api/site/reference.ts';
import { WAITING_ACCOUNT_CHANGES } from '#shared/lifecycles/account-change.ts';
import { OPEN_EDIT_REQUESTS } from '#shared/lifecycles/edit-request.ts';
import type { AccountsService, ActionRecorder, TakesPart } from './accounts.service.ts';
import type { BidsOnly, SessionEnd } from '#server/platform/sessions/index.ts';
import { ACCOUNT_EVENTS } from './accounts.events.ts';
import { createAccountChanges, type AccountChangesDeps } from './account-changes/account-changes.service.ts';
import { accountChangesExport } from './account-changes/account-changes-export.ts';
import { accountCommand } from './account-changes/commands.ts';
import { createEndSessions, type EndSessionsDeps } from './account-changes/end-sessions.ts';
import { createNumberMoves, type NumberMovesDeps } from './account-changes/move-number.ts';
import { shownOfAge } from './account-changes/shown-of-age.ts';
import { createFindAccounts, type FindAccountsDeps } from './account-changes/find-accounts.ts';
import { createAuthorisedSellers } from './authorised-sellers.ts';
import { createAuthTokens } from './cabinet/auth-tokens.ts';
import { createPersonalIdHash } from './numbers/personal-id-hash.ts';
import { createPersonNumbers, type PersonNumbers } from './numbers/person-numbers.ts';
import { createFactorChanges } from './factor-changes.ts';
import {
  createAccounts,
  createPasswords,
  createProfile,
  createSignIn,
  type ProfileParts,
} from './create-accounts.ts';
import { correctNumber, type CorrectNumberDeps } from './edit-requests/correct-number.ts';
import { editRequestsExport, myEditRequestsExport } from './edit-requests/edit-requests-exports.ts';
import type { OfferConsent } from './profile/profile-facts.ts';
import type { Notify } from './profile/profile-ports.ts';
import { runStaffAddCommand } from './add-staff.ts';
import { createStaffProofs, type StaffProofs } from './staff-proofs/staff-proofs.ts';
import { runStaffVerifyCommand, type VerifyStaffDeps } from './staff-proofs/verify-staff.ts';
import { runResetPasswordCommand } from './reset-password.ts';
import type { IsSamePerson } from './turned-down.ts';
import { ACCOUNTS_PERSONAL_DATA } from './personal-data.ts';

interface AccountsNeeds extends Pick<Base, 'config' | 'database' | 'sessions'> {
  actions: ActionRecorder;
  offerConsent: OfferConsent;
  isSamePerson: IsSamePerson;
  takesPart: TakesPart;
}

/** What was signed in so soon after a decision may have seen the account as it was before. */
const SIGN_IN_UNDER_WAY_MS = 60_000;
/** Accounts come into being at a sign-in, which looks at them: this is for those of earlier releases. */
const REMEMBER_EVERY_MS = 3_600_000;

export const accountsModule = defineModule({
  name: 'accounts',
  personalData: ACCOUNTS_PERSONAL_DATA,
  create(needs: AccountsNeeds) {
    const { config, sessions, actions, offerConsent: consent, isSamePerson, takesPart } = needs;
    const { db } = needs.database;
    const accounts = createAccounts({ db, sessions, actions, consent, takesPart });
    /** Names of people; unknown ids are left out. */
    const namesOf = async (ids: readonly string[]) =>
      new Map((await accounts.byIds(ids)).map(({ id, name }) => [id, name]));
    const authorisedSellers = createAuthorisedSellers({
      db,
      actions,
      isSamePerson,
      person: (id) => accounts.byId(id),
    });
    const personNumbers = createPersonNumbers(
      createPersonalIdHash(config.personalIdSecret, config.previousPersonalIdSecret),
    );
    const staffProofs = createStaffProofs(db, { sandboxes: config.sandboxesAllowed });
    return {
      accounts,
      namesOf,
      authorisedSellers,
      personNumbers,
      staffProofs,
      rememberUnseen: () => personNumbers.rememberUnseen(db),
    };
  },
  commands: [
    {
      name: 'account reset-password',
      usage: 'account reset-password --phone +998… --reason TEXT',
      about: 'prints a one-time password of somebody who proved who they are, and ends their sessions',
      run({ args, out, open }) {
        const { config, database, accounts, sessions } = open();
        const directory = config.signIn.shipped ? openDirectory(database) : null;
        const write = (line: string) => out.line(line);
        return runResetPasswordCommand(args, { db: database.db, accounts, directory, sessions, write });
      },
    },
  ],
  jobs: ({ rememberUnseen }) => [
    { name: 'remember numbers of accounts', everyMs: REMEMBER_EVERY_MS, run: () => rememberUnseen() },
  ],
});

interface AccountChangesNeeds extends Pick<Base, 'config' | 'database' | 'sessions'> {
  accounts: AccountsService;
  actions: ActionRecorder & FindAccountsDeps['actions'];
  notifications: { notify: Notify };
  personNumbers: PersonNumbers;
  sanctions: {
    personBarredUntil(personId: string): Promise<string | null>;
    releaseBars: NumberMovesDeps['releaseBars'];
  };
  voidSignatures: NumberMovesDeps['voidSignatures'];
  isSamePerson: AccountChangesDeps['isSamePerson'];
  runningRoomsOf: EndSessionsDeps['runningRoomsOf'];
  takesPart: TakesPart;
  staffProofs: StaffProofs;
  accountsOf: VerifyStaffDeps['accountsOf'];
}

/** Accounts that are shut and opened, and roles of staff that are given and taken away. */
export const accountChangesModule = defineModule({
  name: 'account-changes',
  create(needs: AccountChangesNeeds) {
    const { actions, sessions, notifications, sanctions, isSamePerson, takesPart, runningRoomsOf } = needs;
    const { db } = needs.database;
    return {
      accountChanges: createAccountChanges({
        db,
        sessions,
        actions,
        isSamePerson,
        runningRoomsOf,
        notify: notifications.notify,
        directoryOf: (tx) => openDirectory({ db: tx }),
        factorsOf: (tx) => openFactors({ db: tx }),
      }),
      numberMoves: createNumberMoves({
        sessions,
        actions,
        notify: notifications.notify,
        directoryOf: (tx) => openDirectory({ db: tx }),
        factorsOf: (tx) => openFactors({ db: tx }),
        numbers: needs.personNumbers,
        releaseBars: (tx, ...from) => sanctions.releaseBars(tx, ...from),
        voidSignatures: needs.voidSignatures,
        refreshSessions: (personId) => needs.accounts.refreshSessions(personId),
      }),
      endSessionsOf: createEndSessions({
        db,
        sessions,
        actions,
        isSamePerson,
        accountsOf: needs.accountsOf,
        runningRoomsOf,
        notify: notifications.notify,
      }),
      findAccounts: createFindAccounts({
        db,
        actions,
        sessions,
        takesPart,
        runningRoomsOf,
        barredUntil: (personId) => sanctions.personBarredUntil(personId),
        staffProofs: needs.staffProofs,
      }),
    };
  },
  decisions: ({ actions }) => [shownOfAge(actions)],
  queues: [
    {
      page: 'accounts',
      right: 'readAccounts',
      table: 'account_change',
      waits: { column: 'state', values: WAITING_ACCOUNT_CHANGES },
      since: 'asked_at',
    },
  ],
  exports: ({ accountChanges }) => ({ 'console-account-changes': accountChangesExport(accountChanges) }),
  listeners: ({ sessions }) => ({
    [ACCOUNT_EVENTS.sessionsOver]: [
      {
        name: 'end-sessions',
        handle: async ({ personId, because, butBidding, atMs }) => {
          await sessions.endAll(String(personId), {
            // Handled late, or tried again weeks later, it ends no session of a later sign-in.
            beforeMs: typeof atMs === 'number' ? atMs + SIGN_IN_UNDER_WAY_MS : undefined,
            because: because as SessionEnd,
            butBidding: (butBidding ?? undefined) as BidsOnly | undefined,
          });
        },
      },
    ],
  }),
  commands: [
    {
      name: 'staff add',
      usage: 'staff add --phone +998… --role ROLE --reason TEXT [--name NAME]',
      about: 'gives a staff role; makes the account and prints its one-time password where there is none',
      run({ args, out, open }) {
        const { config, database, accounts, notifications } = open();
        const directory = config.signIn.shipped ? openDirectory(database) : null;
        return runStaffAddCommand(args, {
          accounts,
          directory,
          notify: notifications.notify,
          write: (line) => out.line(line),
        });
      },
    },
    {
      name: 'staff verify',
      usage: 'staff verify --phone +998… | --id ID --pinfl PINFL --document TEXT --reason TEXT',
      about:
        'attests the PINFL of a member of staff, who decides nothing before, by a document that was seen',
      run({ args, out, open }) {
        const { database, accounts, actions, accountsOf } = open();
        const write = (line: string) => out.line(line);
        return runStaffVerifyCommand(args, { db: database.db, accounts, actions, accountsOf, write });
      },
    },
    {
      name: 'account disable',
      usage: 'account disable --phone +998… | --id ID --reason TEXT',
      about: 'shuts an account: its sessions end, it takes part in no auction',
      run: accountCommand('disable'),
    },
    {
      name: 'account enable',
      usage: 'account enable --phone +998… | --id ID --reason TEXT',
      about: 'opens a shut account again',
      run: accountCommand('enable'),
    },
    {
      name: 'staff remove',
      usage: 'staff remove --phone +998… | --id ID --role ROLE --reason TEXT',
      about: 'takes a staff role away and ends the sessions of the account',
      run: accountCommand('remove-role'),
    },
    {
      name: 'account reset-factor',
      usage: 'account reset-factor --phone +998… | --id ID --reason TEXT',
      about:
        'takes the second factor of an account away and ends its sessions: for a first administrator who lost it',
      run: accountCommand('reset-factor'),
    },
  ],
});

interface ProfileNeeds extends Pick<Base, 'database'> {
  accounts: AccountsService;
  actions: ActionRecorder;
  offerConsent: OfferConsent & { mayAct(personId: string): Promise<boolean> };
  reference: {
    offeredAreas(): Promise<readonly Pick<Area, 'id' | 'regionId'>[]>;
    isMfo(mfo: string): Promise<boolean | null>;
    chosenReason: ProfileParts['chosenReason'];
  };
  notifications: { notify: Notify };
  personNumbers: PersonNumbers;
  sanctions: {
    personBarredUntil(personId: string): Promise<string | null>;
    personsBarredUntil(personIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
    moveBars: CorrectNumberDeps['moveBars'];
  };
  tiesOf: CorrectNumberDeps['tiesOf'];
  voidSignatures: CorrectNumberDeps['voidSignatures'];
  isSamePerson: ProfileParts['isSamePerson'];
}

/** What people state about themselves, and what they may do with it. */
export const profileModule = defineModule({
  name: 'profile',
  create: ({
    database,
    actions,
    accounts,
    offerConsent,
    reference,
    notifications,
    sanctions,
    personNumbers: numbers,
    isSamePerson,
    tiesOf,
  }: ProfileNeeds) => ({
    people: createProfile({
      db: database.db,
      actions,
      accounts,
      consent: offerConsent,
      placeExists: async (regionId, areaId) =>
        (await reference.offeredAreas()).some((area) => area.id === areaId && area.regionId === regionId),
      isMfo: (mfo) => reference.isMfo(mfo),
      chosenReason: (list, code) => reference.chosenReason(list, code),
      notify: notifications.notify,
      offerSettled: (personId) => offerConsent.mayAct(personId),
      barOf: ({ id }) => sanctions.personBarredUntil(id),
      barsOf: (personIds) => sanctions.personsBarredUntil(personIds),
      numbers,
      isSamePerson,
      tiesOf,
    }),
  }),
  listeners: ({ accounts }) => ({
    [ACCOUNT_EVENTS.identityChanged]: [
      { name: 'refresh-sessions', handle: ({ personId }) => accounts.refreshSessions(String(personId)) },
    ],
  }),
  decisions: ({ personNumbers: numbers, notifications, actions, sanctions, tiesOf, voidSignatures }) => [
    correctNumber({
      numbers,
      actions,
      tiesOf,
      voidSignatures,
      notify: notifications.notify,
      directoryOf: (tx) => openDirectory({ db: tx }),
      moveBars: (tx, ...move) => sanctions.moveBars(tx, ...move),
      barredUntil: (personId) => sanctions.personBarredUntil(personId),
    }),
  ],
  queues: [
    {
      page: 'edit-requests',
      right: 'readEditRequests',
      table: 'person_edit_request',
      waits: { column: 'status', values: OPEN_EDIT_REQUESTS },
      since: 'created_at',
    },
  ],
  exports: ({ people: { editRequests } }) => ({
    'edit-requests': myEditRequestsExport(editRequests),
    'console-edit-requests': editRequestsExport(editRequests),
  }),
});

interface SignInNeeds extends Pick<Base, 'config' | 'database' | 'redis' | 'sessions' | 'logger'> {
  actions: ActionRecorder;
  offerConsent: OfferConsent;
  notifications: { notify: Notify };
  personNumbers: PersonNumbers;
  runningRoomsOf: EndSessionsDeps['runningRoomsOf'];
}

/** The ways in: the sign-in site, passwords, and to the cabinet outside the product. */
export const signInModule = defineModule({
  name: 'sign-in',
  create(needs: SignInNeeds) {
    const { config, database, redis, sessions, logger, actions, offerConsent, notifications } = needs;
    const { publicUrl, redisNamespace: namespace } = config;
    const parts = { db: database.db, sessions, actions, consent: offerConsent };
    return {
      signIn: createSignIn({
        ...parts,
        publicUrl,
        site: openSignIn(config),
        redis,
        namespace,
        logger,
        numbers: needs.personNumbers,
        runningRoomsOf: needs.runningRoomsOf,
      }),
      passwords: createPasswords({ ...parts, notify: notifications.notify }),
      factorChanges: createFactorChanges({ actions, notify: notifications.notify }),
      authTokens: createAuthTokens(redis, namespace, sessions),
      cabinet: cabinetOf(config),
    };
  },
  listeners: ({ passwords, factorChanges }) => ({
    [SIGN_IN_EVENTS.passwordReset]: [
      {
        name: 'password-was-reset',
        handle: ({ accountId, atMs, byCommand, reason }, tx) =>
          passwords.wasReset(tx, {
            accountId: String(accountId),
            atMs: Number(atMs),
            byCommand: byCommand === true,
            reason: typeof reason === 'string' ? reason : null,
          }),
      },
    ],
    [SIGN_IN_EVENTS.factorChanged]: [
      {
        name: 'second-factor-changed',
        handle: ({ accountId, change, atMs }, tx) =>
          factorChanges.noticed(tx, {
            accountId: String(accountId),
            change: change as FactorChange,
            atMs: Number(atMs),
          }),
      },
    ],
  }),
  commands: [
    {
      name: 'sign-in reseal-factors',
      usage: 'sign-in reseal-factors',
      about:
        'moves secrets of code applications from SECOND_FACTOR_KEY_PREVIOUS to SECOND_FACTOR_KEY, once the sign-in site has restarted with both',
      async run({ out, open }) {
        const { database, config } = open();
        const { moved, unreadable } = await resealFactors(database.db, config);
        out.line(`${moved} moved`);
        for (const id of unreadable) out.error(`neither key opens the secret of account ${id}`);
        return unreadable.length === 0 ? 0 : 1;
      },
    },
    {
      name: 'sign-in rotate-keys',
      usage: 'sign-in rotate-keys',
      about: 'adds keys for tokens and cookies of the shipped sign-in site; the ones before stay valid',
      async run({ out, open }) {
        if (!(await rotateSiteKeys(open().database.db))) {
          out.error(
            'No key was added: the sign-in site has never started, or keys were rotated this moment.',
          );
          return 1;
        }
        out.line(
          'Added. Restart the sign-in site now, so that the new key is published and cookies use theirs;',
        );
        out.line('restart it again after an hour, and tokens are signed with it.');
        return 0;
      },
    },
  ],
});

/** The cabinet outside the product: a given one, else the shipped sign-in site's; none with a foreign provider. */
function cabinetOf({ cabinet, signIn }: Config) {
  if (cabinet) return { ...cabinet, client: 'cabinet' };
  if (!signIn.shipped) return null;
  const {
    clientId: client,
    clientSecret: secret,
    previousClientSecret: previousSecret,
    identityUrl,
  } = signIn;
  return { url: cabinetAddress(identityUrl), client, secret, previousSecret };
}
