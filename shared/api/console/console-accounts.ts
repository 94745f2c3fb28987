import { z } from 'zod';
import { ACCOUNT_CHANGE_KINDS, ACCOUNT_CHANGE_STATES } from '../../lifecycles/account-change.ts';
import { contract, ROLES, STAFF_ROLES } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { textWithoutAccounts, writtenText } from '../written-texts.ts';

/** What changes of accounts refuse. */
const CHANGING_ACCOUNTS = {
  403: ['accounts.administrator-only', 'conflict-of-interest'],
  404: ['not-found'],
  409: [
    'accounts.already',
    'accounts.erased',
    'accounts.factor-elsewhere',
    'accounts.shut',
    'accounts.waiting',
    'asked-before',
    'taken-back-before',
    'turned-down-before',
  ],
} as const;

/** Letters. */
export const ACCOUNT_REASON = { min: 5, max: 500 } as const;
export const ACCOUNT_EVIDENCE = { min: 3, max: 2_000 } as const;
export const ACCOUNT_SEARCH_MAX = 254;

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readAccounts },
  rateLimit: { perMinute: 120 },
} as const;
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const named = z.object({ id: z.string(), name: z.string() });

const accountLineSchema = z.object({
  id: z.string(),
  kind: z.enum(['natural', 'legal']),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Masked. */
  pinfl: z.string().nullable(),
  stir: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  /** Staff roles that wait until the person stops trading. */
  offeredRoles: z.array(z.enum(STAFF_ROLES)),
  disabled: z.boolean(),
  signedInAtMs: z.int().nullable(),
});
export type AccountLine = z.infer<typeof accountLineSchema>;

const accountChangeSchema = z.object({
  id: z.int(),
  person: named,
  kind: z.enum(ACCOUNT_CHANGE_KINDS),
  role: z.enum(STAFF_ROLES).nullable(),
  state: z.enum(ACCOUNT_CHANGE_STATES),
  reason: z.string(),
  evidence: z.string(),
  /** null: a command on the server. */
  askedBy: named.nullable(),
  askedAtMs: z.int(),
  decidedBy: named.nullable(),
  decidedAtMs: z.int().nullable(),
  decisionReason: z.string().nullable(),
  /** What the reader may do now. */
  may: z.array(z.enum(['approve', 'refuse'])),
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

const ACCOUNT_MOVES = [
  'disable',
  'enable',
  'give-role',
  'remove-role',
  'reset-factor',
  'end-sessions',
] as const;

/** How it is known who a member of staff is; `none` decides nothing. */
const staffProofSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('none') }),
  /** A local twin, or the demo. */
  z.object({ by: z.literal('sandbox') }),
  /** Seen in a document by who runs the server. */
  z.object({ by: z.literal('attestation'), document: z.string(), reason: z.string(), atMs: z.int() }),
  /** OneID, or an E-IMZO certificate. */
  z.object({ by: z.literal('service'), atMs: z.int() }),
]);
export type StaffProof = z.infer<typeof staffProofSchema>;

const accountSchema = accountLineSchema.extend({
  phoneConfirmed: z.boolean(),
  emailConfirmed: z.boolean(),
  createdAtMs: z.int(),
  /** The data were erased at the owner's request; null: they were not. */
  erasedAtMs: z.int().nullable(),
  /** `site`: our own sign-in site; otherwise the address of the provider. */
  signsInAt: z.string(),
  /** Barred from auctions until this day (YYYY-MM-DD); null: not. */
  barredUntil: z.string().nullable(),
  /** Of somebody whose number does not contain the day of birth: has a document shown that they are of age? */
  ofAge: z.object({ shown: z.boolean(), mayPropose: z.boolean() }).nullable(),
  /** Bids, sells, pays or is paid out in something that is not finished. */
  takesPart: z.boolean(),
  /** No member of staff alone has shut it: none of them alone opens it again. */
  shutByTwo: z.boolean(),
  /** Bids in a room that runs or opens soon, and is signed in nowhere: two persons shut the account. */
  awayFromRoom: z.boolean(),
  sessions: z.array(
    z.object({
      /** For readers who may end it. */
      id: z.string().nullable(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      address: z.string().nullable(),
      startedAtMs: z.int(),
      seenAtMs: z.int(),
    }),
  ),
  /** The last ones, refused ones too. */
  signIns: z.array(
    z.object({
      action: z.string(),
      result: z.enum(['done', 'refused']),
      reason: z.string().nullable(),
      atMs: z.int(),
    }),
  ),
  /** What is shown at sign-in beside the password; null: another provider knows. */
  secondFactor: z.object({ app: z.boolean(), passkeys: z.int(), codesLeft: z.int() }).nullable(),
  /** null: not of staff. */
  staffProof: staffProofSchema.nullable(),
  /** The last actions of a member of staff, newest first; null: not of staff, or not for the reader. */
  actions: z
    .array(
      z.object({
        type: z.string(),
        action: z.string(),
        result: z.enum(['done', 'refused']),
        reason: z.string().nullable(),
        atMs: z.int(),
      }),
    )
    .nullable(),
  /** Decisions of staff about the account, newest first. */
  changes: z.array(accountChangeSchema),
  /** What the reader may do now; a waiting change closes the rest. */
  may: z.array(z.enum(ACCOUNT_MOVES)),
});
export type Account = z.infer<typeof accountSchema>;

/** Exact only: a whole phone, e-mail, PINFL, STIR or account id. In a body, since addresses are logged on their way. */
export const findAccounts = contract({
  ...staff,
  name: 'console.find-accounts',
  refusals: {},
  method: 'post',
  path: '/api/console/accounts/find',
  subject: 'none',
  summary: 'Accounts with this phone, e-mail, PINFL, STIR or id',
  body: z.strictObject({ find: z.string().trim().min(1).max(ACCOUNT_SEARCH_MAX) }),
  answer: z.object({ items: z.array(accountLineSchema) }),
});

/** Looking is recorded in the reader's action log. */
export const readAccount = contract({
  ...staff,
  name: 'console.account',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/accounts/:personId',
  summary: 'An account: state, roles, sessions, sign-ins and what staff decided about it',
  params: z.object({ personId: uuid }),
  answer: accountSchema,
});

/** Those that wait, the oldest first; otherwise the newest first. */
export const accountChanges = contract({
  ...staff,
  name: 'console.account-changes',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/account-changes',
  summary: 'What staff decided about accounts, and what waits for a second person',
  query: z.strictObject({ state: z.enum([...ACCOUNT_CHANGE_STATES, 'all']).default('waiting'), ...paged }),
  answer: z.object({
    items: z.array(accountChangeSchema),
    waiting: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const grounds = {
  reason: textWithoutAccounts(ACCOUNT_REASON.min, ACCOUNT_REASON.max),
  /** Where the proof is: number of a letter, of a task, of a court's decision. For staff alone. */
  evidence: writtenText(ACCOUNT_EVIDENCE.min, ACCOUNT_EVIDENCE.max),
} as const;

const deciding = {
  ...staff,
  rateLimit: { perMinute: 60 },
  subject: { kind: 'account', param: 'personId' },
  method: 'post',
  params: z.object({ personId: uuid }),
  answer: accountSchema,
} as const;

/**
 * At once, or once an administrator has approved, where the owner bids in a room that runs or opens soon and is signed in nowhere. 403
 * `accounts.administrator-only` for an account of staff and another caller; 409 `accounts.already`, `accounts.waiting`
 * while another change of the account waits, `asked-before` for who shut it when a colleague opened it within 30 days.
 */
export const disableAccount = contract({
  ...deciding,
  access: { roles: STAFF_RIGHTS.shutAccounts },
  name: 'console.disable-account',
  refusals: CHANGING_ACCOUNTS,
  path: '/api/console/accounts/:personId/disable',
  summary: 'Shut an account: its sessions end and it takes part in no auction',
  body: z.strictObject(grounds),
});

/**
 * As above, and after a fresh sign-in, for it gives rights back; of an account of staff, and of one that two persons have shut, an
 * administrator has to approve as the second one.
 */
export const enableAccount = contract({
  ...deciding,
  access: { roles: STAFF_RIGHTS.shutAccounts, fresh: true },
  name: 'console.enable-account',
  refusals: CHANGING_ACCOUNTS,
  path: '/api/console/accounts/:personId/enable',
  summary: 'Open a shut account again',
  body: z.strictObject(grounds),
});

const staffRole = { role: z.enum(STAFF_ROLES) } as const;

/** Waits for a second administrator. 409 `accounts.already`, `accounts.waiting`, `accounts.shut` for a shut account. */
export const giveRole = contract({
  ...deciding,
  access: accessOf('manageStaff'),
  name: 'console.give-role',
  refusals: CHANGING_ACCOUNTS,
  path: '/api/console/accounts/:personId/give-role',
  summary: 'Ask for a staff role for an account',
  body: z.strictObject({ ...staffRole, ...grounds }),
});

/** 409 `accounts.already`, `accounts.waiting`. */
export const removeRole = contract({
  ...deciding,
  access: accessOf('manageStaff'),
  name: 'console.remove-role',
  refusals: CHANGING_ACCOUNTS,
  path: '/api/console/accounts/:personId/remove-role',
  summary: 'Take a staff role away at once; the sessions of the account end',
  body: z.strictObject({ ...staffRole, ...grounds }),
});

/**
 * For somebody who lost the device: waits for a second administrator, then the account signs in with its password alone and
 * sets another factor up. 409 `accounts.already` without one, `accounts.waiting`, `accounts.factor-elsewhere` where another
 * provider signs the person in.
 */
export const resetFactor = contract({
  ...deciding,
  access: accessOf('manageStaff'),
  name: 'console.reset-factor',
  refusals: CHANGING_ACCOUNTS,
  path: '/api/console/accounts/:personId/reset-factor',
  summary: 'Ask to take the second factor of an account away',
  body: z.strictObject(grounds),
});

/**
 * One session, or all. 403 `accounts.administrator-only` for an account of staff and another caller; 409 `accounts.ended-before` from who
 * has ended sessions of the person within a day, while the person takes part in a room that runs or opens soon.
 */
export const endSessions = contract({
  ...deciding,
  access: { roles: STAFF_RIGHTS.shutAccounts },
  name: 'console.end-sessions',
  refusals: { 403: ['accounts.administrator-only'], 404: ['not-found'], 409: ['accounts.ended-before'] },
  path: '/api/console/accounts/:personId/end-sessions',
  summary: 'End sessions of an account; its owner is informed',
  body: z.strictObject({ session: z.string().max(100).nullable(), reason: grounds.reason }),
});

const second = {
  ...deciding,
  access: accessOf('manageStaff'),
  subject: { kind: 'account-change', param: 'changeId' },
  params: z.object({ changeId: idField }),
  answer: accountChangeSchema,
} as const;

/** 409 `accounts.decided`, `accounts.second-person` from the one who asked, `asker-left`, `accounts.shut`. */
export const approveAccountChange = contract({
  ...second,
  subject: { ...second.subject, colleagues: true },
  name: 'console.approve-account-change',
  refusals: {
    403: ['conflict-of-interest'],
    404: ['not-found'],
    409: [
      'accounts.already',
      'accounts.decided',
      'accounts.erased',
      'accounts.factor-elsewhere',
      'accounts.second-person',
      'accounts.shut',
      'asker-left',
    ],
  },
  path: '/api/console/account-changes/:changeId/approve',
  summary: 'Approve what a colleague asked for about an account',
  body: z.strictObject({}),
});

/** 409 `accounts.decided`, `turned-down-before` for who refused the same within 30 days. The one who asked may take it back so. */
export const refuseAccountChange = contract({
  ...second,
  name: 'console.refuse-account-change',
  refusals: { 404: ['not-found'], 409: ['accounts.decided', 'turned-down-before'] },
  path: '/api/console/account-changes/:changeId/refuse',
  summary: 'Turn down what was asked for about an account',
  body: z.strictObject({ reason: grounds.reason }),
});

export const consoleAccountContracts = [
  findAccounts,
  readAccount,
  accountChanges,
  disableAccount,
  enableAccount,
  giveRole,
  removeRole,
  resetFactor,
  endSessions,
  approveAccountChange,
  refuseAccountChange,
];
