import { z } from 'zod';
import { chosenReasonSchema, reasonCode } from '../chosen-reason.ts';
import { ACTION_OBSTACLES, ACTIONS } from './action-access.ts';
import { EDIT_REQUEST_STATUSES } from '../../lifecycles/edit-request.ts';
import { PROFILE_FACTS, type ProfileFact } from '../../validation/profile-facts.ts';
import { contract, ROLES } from '../contract.ts';
import { idField, SHORT_ID_MAX, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from '../console/staff-rights.ts';
import { textWithoutAccounts, writtenLine, writtenText } from '../written-texts.ts';

const mine = { tag: 'profile', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const write = { ...mine, rateLimit: { perMinute: 30 } } as const;

export const PROFILE_LIMITS = {
  address: 300,
  bankName: 120,
  reasonMin: 5,
  reason: 500,
  name: 200,
} as const;

const PERSON_KINDS = ['natural', 'legal'] as const;
const CHANNELS = ['phone', 'email'] as const;
export type ContactChannel = (typeof CHANNELS)[number];

const reason = writtenText(PROFILE_LIMITS.reasonMin, PROFILE_LIMITS.reason);

const contactSchema = z.object({ value: z.string().nullable(), confirmed: z.boolean() });
const addressSchema = z.object({
  /** Ids of dictionaries/region and dictionaries/area. */
  regionId: z.int(),
  areaId: z.int(),
  text: z.string(),
});
const requisitesSchema = z.object({
  bankName: z.string(),
  /** 20 digits. */
  account: z.string(),
  /** Code of the branch: 5 digits, a text because of its leading zeros. */
  mfo: z.string(),
});
export type BankRequisites = z.infer<typeof requisitesSchema>;

/** Fields a person may ask staff to change; null leaves a field unchanged. */
const changesSchema = z.object({
  kind: z.enum(PERSON_KINDS).nullable(),
  name: z.string().nullable(),
  /** PINFL of a natural person or STIR of a legal entity, after the change of kind. */
  nationalId: z.string().nullable(),
});
export type EditChanges = z.infer<typeof changesSchema>;

const editRequestSchema = z.object({
  id: z.int(),
  status: z.enum(EDIT_REQUEST_STATUSES),
  changes: changesSchema,
  /** Values at the time of the request. */
  before: changesSchema,
  reason: z.string(),
  createdAtMs: z.number(),
  decidedAtMs: z.number().nullable(),
  /** Reason of staff; always present for a refusal. */
  decisionReason: z.string().nullable(),
  /** Of a refusal, from the list `edit-refusals`; null for those of earlier versions. */
  decisionCause: chosenReasonSchema.nullable(),
});
export type EditRequest = z.infer<typeof editRequestSchema>;

const factsSchema = z.object(
  Object.fromEntries(PROFILE_FACTS.map((fact) => [fact, z.boolean()])) as Record<ProfileFact, z.ZodBoolean>,
);

const profileSchema = z.object({
  kind: z.enum(PERSON_KINDS),
  name: z.string(),
  /** Full: only its owner reads this. */
  pinfl: z.string().nullable(),
  stir: z.string().nullable(),
  phone: contactSchema,
  email: contactSchema,
  address: addressSchema.nullable(),
  requisites: requisitesSchema.nullable(),
  roles: z.array(z.enum(ROLES)),
  facts: factsSchema,
  /** 0–100, each fact an equal share. */
  percentage: z.int(),
  since: z.number(),
  openRequest: editRequestSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const myProfile = contract({
  ...mine,
  name: 'profile.read',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/profile',
  summary: 'My data and how complete they are',
  answer: profileSchema,
});

/**
 * PINFL or STIR of a person without one; later it changes by a request to staff. 409 `profile.id-is-set`, `profile.taken`.
 * Five tries a day, since the answer says that another account has the number.
 */
export const setNationalId = contract({
  ...write,
  name: 'profile.set-national-id',
  refusals: { 404: ['not-found'], 409: ['profile.id-is-set', 'profile.taken'] },
  method: 'put',
  path: '/api/shop/profile/national-id',
  summary: 'Tell my PINFL or STIR for the first time',
  body: z.strictObject({ number: z.string().regex(/^\d{9}$|^\d{14}$/) }),
  answer: profileSchema,
});

export const setAddress = contract({
  ...write,
  name: 'profile.set-address',
  refusals: { 404: ['not-found'] },
  method: 'put',
  path: '/api/shop/profile/address',
  summary: 'Set my address',
  body: z.strictObject({
    regionId: z.int().min(1).max(SHORT_ID_MAX),
    areaId: z.int().min(1).max(SHORT_ID_MAX),
    text: writtenText(3, PROFILE_LIMITS.address),
  }),
  answer: profileSchema,
});

/**
 * The account that refunds go to, in UZS. The caller removes spaces from the account. 403 `sign-in-again` when the sign-in is older
 * than 5 minutes. The person is notified through every channel; refunds and payouts that exist keep their account.
 */
export const setRequisites = contract({
  ...write,
  name: 'profile.set-requisites',
  refusals: { 403: ['sign-in-again'], 404: ['not-found'], 422: ['profile.mfo'] },
  method: 'put',
  path: '/api/shop/profile/requisites',
  summary: 'Set my bank requisites',
  body: z.strictObject({
    bankName: writtenLine(2, PROFILE_LIMITS.bankName),
    account: z.string().regex(/^\d{20}$/),
    mfo: z.string().regex(/^\d{5}$/),
  }),
  answer: profileSchema,
});

const contactBody = { channel: z.enum(CHANNELS), value: z.string().min(3).max(254) };

/** Result of requesting a code. Times are durations in ms. */
const codeSentSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('sent'),
    /** Masked: where it went. */
    to: z.string(),
    resendAfterMs: z.number(),
    /** From now: the device's own clock may be wrong. */
    expiresAfterMs: z.number(),
  }),
  z.object({ outcome: z.literal('wait'), resendAfterMs: z.number() }),
  /** As many codes as one may get for now; the next one after this. */
  z.object({ outcome: z.literal('limit'), retryAfterMs: z.number() }),
  /** No gateway accepted it. */
  z.object({ outcome: z.literal('undelivered') }),
  /** It is confirmed already. */
  z.object({ outcome: z.literal('confirmed') }),
]);
export type CodeSent = z.infer<typeof codeSentSchema>;

/**
 * A code to a phone or an e-mail, also where another account has it, which only who reads the code learns: the one in the profile, or another one that is to take its place. Another one
 * changes how the person signs in: 403 `sign-in-again` when the sign-in is older than 5 minutes.
 */
export const sendContactCode = contract({
  ...mine,
  name: 'profile.send-code',
  refusals: { 403: ['sign-in-again'], 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/profile/send-code',
  summary: 'Send a code to confirm a phone or an e-mail',
  rateLimit: { perMinute: 10 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject(contactBody),
  answer: codeSentSchema,
});

const CONFIRM_REFUSALS = ['wrong', 'expired', 'too-many', 'taken'] as const;
export type ConfirmRefusal = (typeof CONFIRM_REFUSALS)[number];

export const confirmContact = contract({
  ...mine,
  name: 'profile.confirm',
  refusals: { 403: ['sign-in-again'], 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/profile/confirm',
  summary: 'Confirm a phone or an e-mail with its code',
  rateLimit: { perMinute: 20 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ ...contactBody, code: z.string().regex(/^\d{6}$/) }),
  answer: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('confirmed'), profile: profileSchema }),
    z.object({ outcome: z.enum(CONFIRM_REFUSALS) }),
  ]),
});

const sessionSchema = z.object({
  /** Names a session and opens none. */
  id: z.string(),
  /** From the User-Agent header; null where unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  startedAtMs: z.number(),
  /** To the minute. */
  seenAtMs: z.number(),
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionSchema>;

export const mySessions = contract({
  ...mine,
  name: 'profile.sessions',
  refusals: {},
  method: 'get',
  path: '/api/shop/profile/sessions',
  summary: 'Where I am signed in',
  answer: z.array(sessionSchema),
});

/** 404 for a session of another person, as for one that has ended. */
export const endMySession = contract({
  ...write,
  name: 'profile.end-session',
  refusals: { 404: ['not-found'] },
  method: 'post',
  path: '/api/shop/profile/sessions/:id/end',
  summary: 'Sign out in one place',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: z.object({ ended: z.int() }),
});

/** `keepThis: false` ends this session too. Sockets of the ended ones are cut within 2 s. */
export const endMySessions = contract({
  ...write,
  name: 'profile.end-sessions',
  refusals: {},
  method: 'post',
  path: '/api/shop/profile/sessions/end',
  summary: 'Sign out everywhere',
  body: z.strictObject({ keepThis: z.boolean() }),
  answer: z.object({ ended: z.int() }),
});

const page = {
  page: wholeNumber(1, 100_000).default(1),
  size: wholeNumber(1, 100).default(20),
};

export const myEditRequests = contract({
  ...mine,
  name: 'profile.edit-requests',
  refusals: {},
  method: 'get',
  path: '/api/shop/profile/edit-requests',
  summary: 'My requests to change name, PINFL, STIR or kind',
  query: z.object(page),
  answer: z.object({ items: z.array(editRequestSchema), total: z.int(), page: z.int(), size: z.int() }),
});

/** One open request at a time: 409 `edit-requests.open`. 422 `edit-requests.nothing-changes`. Whether another account has the number, staff see. */
export const askForEdit = contract({
  ...write,
  name: 'profile.ask-for-edit',
  refusals: {
    404: ['not-found'],
    409: ['edit-requests.open'],
    422: ['edit-requests.nothing-changes'],
  },
  method: 'post',
  path: '/api/shop/profile/edit-requests',
  summary: 'Ask staff to change name, PINFL, STIR or kind',
  rateLimit: { perMinute: 10 },
  body: z.strictObject({
    kind: z.enum(PERSON_KINDS).optional(),
    name: writtenLine(2, PROFILE_LIMITS.name).optional(),
    nationalId: z
      .string()
      .regex(/^\d{9}$|^\d{14}$/)
      .optional(),
    reason,
  }),
  answer: editRequestSchema,
});

export const withdrawEditRequest = contract({
  ...write,
  name: 'profile.withdraw-edit-request',
  refusals: { 404: ['not-found'], 409: ['edit-requests.decided'] },
  method: 'post',
  path: '/api/shop/profile/edit-requests/:id/withdraw',
  summary: 'Take a request back that nobody has decided',
  params: z.object({ id: idField }),
  answer: editRequestSchema,
});

const staff = { tag: 'console', rateLimit: { perMinute: 120 } } as const;

const staffEditRequestSchema = editRequestSchema.extend({
  person: z.object({ id: z.string(), name: z.string(), phone: z.string().nullable() }),
  /** Name of who decided. */
  decidedBy: z.string().nullable(),
  /** The reader's own request: another person decides it. */
  own: z.boolean(),
});
export type StaffEditRequest = z.infer<typeof staffEditRequestSchema>;

/** Oldest first while open, newest first otherwise. */
export const editRequestsForStaff = contract({
  ...staff,
  name: 'console.edit-requests',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/edit-requests',
  summary: 'Requests to change people’s data',
  access: { roles: STAFF_RIGHTS.readEditRequests },
  query: z.object({ ...page, status: z.enum(['all', ...EDIT_REQUEST_STATUSES]).default('open') }),
  answer: z.object({
    items: z.array(staffEditRequestSchema),
    total: z.int(),
    open: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/**
 * 409 `edit-requests.two-persons` for a change of the number, or of the name of who sells or buys, which is a decision of two (`correct-number`),
 * `edit-requests.decided` when it is no longer open, `edit-requests.changed-meanwhile` when the data it was asked
 * for have changed, `profile.taken` when the number belongs to another account by now; 403 `edit-requests.own`.
 */
export const approveEditRequest = contract({
  ...staff,
  name: 'console.approve-edit-request',
  refusals: {
    403: ['edit-requests.own'],
    404: ['not-found'],
    409: [
      'edit-requests.two-persons',
      'edit-requests.decided',
      'edit-requests.changed-meanwhile',
      'profile.taken',
    ],
  },
  subject: { kind: 'edit-request', param: 'id' },
  method: 'post',
  path: '/api/console/edit-requests/:id/approve',
  summary: 'Approve a change of somebody’s data',
  access: { roles: STAFF_RIGHTS.decideEditRequests },
  params: z.object({ id: idField }),
  answer: staffEditRequestSchema,
});

export const refuseEditRequest = contract({
  ...staff,
  name: 'console.refuse-edit-request',
  refusals: {
    403: ['edit-requests.own'],
    404: ['not-found'],
    409: ['asked-before', 'edit-requests.decided', 'turned-down-before'],
    422: ['lists.not-offered'],
  },
  subject: { kind: 'edit-request', param: 'id' },
  method: 'post',
  path: '/api/console/edit-requests/:id/refuse',
  summary: 'Refuse a change of somebody’s data, with a reason the person reads',
  access: { roles: STAFF_RIGHTS.decideEditRequests },
  params: z.object({ id: idField }),
  body: z.strictObject({
    cause: reasonCode,
    reason: textWithoutAccounts(PROFILE_LIMITS.reasonMin, PROFILE_LIMITS.reason),
  }),
  answer: staffEditRequestSchema,
});

/** Checked before a screen offers an action; the call itself checks again. Each obstacle says what to do next. */
export const actionAccess = contract({
  name: 'common.action-access',
  refusals: {},
  method: 'get',
  path: '/api/shop/common/action/access',
  summary: 'May I do the named action, and if not, why',
  tag: 'profile',
  access: 'public',
  rateLimit: { perMinute: 240 },
  query: z.object({ action: z.enum(ACTIONS) }),
  answer: z.object({
    allowed: z.boolean(),
    /** The first obstacle, absent when allowed. */
    reason: z.enum(ACTION_OBSTACLES).optional(),
    /** In the caller's language. */
    message: z.string().optional(),
    /** Facts of the profile that are missing, for `profile`. */
    missing: z.array(z.enum(PROFILE_FACTS)).optional(),
    /** Last day of a bar, `YYYY-MM-DD`. */
    until: z.string().optional(),
  }),
});
export type ActionAccess = z.infer<typeof actionAccess.answer>;

export const profileContracts = [
  myProfile,
  setNationalId,
  setAddress,
  setRequisites,
  sendContactCode,
  confirmContact,
  mySessions,
  endMySession,
  endMySessions,
  myEditRequests,
  withdrawEditRequest,
  askForEdit,
  editRequestsForStaff,
  approveEditRequest,
  refuseEditRequest,
  actionAccess,
];
