import { z } from 'zod';
import { NUMBER_CLAIM_STATES } from '../../lifecycles/number-claim.ts';
import { ACCOUNT_TIES, CLAIM_REASON, CLAIM_TEXT } from '../../limits/number-claims.ts';
import { contract } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { documentSchema } from './files.ts';
import { accessOf, STAFF_RIGHTS } from '../console/staff-rights.ts';
import { textWithoutAccounts, writtenText } from '../written-texts.ts';

/** What calls about the own draft refuse. */
const OF_THE_DRAFT = {
  404: ['not-found'],
  409: ['number-claims.decided'],
  422: ['number-claims.no-evidence'],
} as const;

/** What calls that turn something down refuse. */
const TURNING_DOWN = {
  403: ['conflict-of-interest'],
  404: ['not-found'],
  409: ['number-claims.decided', 'turned-down-before'],
} as const;

const FIELDS = ['pinfl', 'stir'] as const;
const reason = textWithoutAccounts(CLAIM_REASON.min, CLAIM_REASON.max);
const byId = z.object({ claimId: idField });

const myClaimSchema = z.object({
  id: z.int(),
  field: z.enum(FIELDS),
  /** Whole: the claimant stated it. */
  number: z.string(),
  statement: z.string(),
  state: z.enum(NUMBER_CLAIM_STATES),
  createdAtMs: z.int(),
  decidedAtMs: z.int().nullable(),
  /** Of a rejection. */
  reason: z.string().nullable(),
});
export type MyClaim = z.infer<typeof myClaimSchema>;

const mine = { tag: 'profile', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;
const write = { ...mine, method: 'post', rateLimit: { perMinute: 10 }, answer: myClaimSchema } as const;

/** The newest first; nothing in it says whose account has the number. */
export const myNumberClaims = contract({
  ...mine,
  name: 'profile.number-claims',
  refusals: {},
  method: 'get',
  path: '/api/shop/profile/number-claims',
  summary: 'My claims to a PINFL or STIR that another account has',
  answer: z.object({ items: z.array(myClaimSchema) }),
});

/**
 * A draft, which evidence is added to before it is submitted. It counts as one of the five numbers that may be tried in a
 * day, since the answer says whether the number is free. 400 `profile.pinfl`, `profile.stir`; 403
 * `number-claims.unconfirmed` without a confirmed phone or e-mail; 409 `profile.id-is-set`, `number-claims.open`,
 * `number-claims.free` (no other account has it: enter it in the profile); 422 `number-claims.too-many`.
 */
export const claimNumber = contract({
  ...write,
  name: 'profile.claim-number',
  refusals: {
    403: ['number-claims.unconfirmed'],
    404: ['not-found'],
    409: ['number-claims.free', 'number-claims.open', 'profile.id-is-set'],
    422: ['number-claims.too-many'],
  },
  path: '/api/shop/profile/number-claims',
  summary: 'Begin a claim to a PINFL or STIR that another account has',
  rateLimit: { perMinute: 5 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({
    number: z.string().regex(/^\d{9}$|^\d{14}$/),
    statement: writtenText(CLAIM_TEXT.min, CLAIM_TEXT.max),
  }),
});

/** 409 `number-claims.decided` in another state; 422 `number-claims.no-evidence`. */
export const submitNumberClaim = contract({
  ...write,
  name: 'profile.submit-number-claim',
  refusals: OF_THE_DRAFT,
  path: '/api/shop/profile/number-claims/:claimId/submit',
  summary: 'Send a claim with its evidence to staff',
  params: byId,
});

/** 409 `number-claims.decided`. */
export const withdrawNumberClaim = contract({
  ...write,
  name: 'profile.withdraw-number-claim',
  refusals: OF_THE_DRAFT,
  path: '/api/shop/profile/number-claims/:claimId/withdraw',
  summary: 'Take a claim back that is not decided',
  params: byId,
});

const CLAIM_MOVES = ['propose', 'return', 'approve', 'reject'] as const;
export type ClaimMove = (typeof CLAIM_MOVES)[number];

const listedClaimSchema = z.object({
  id: z.int(),
  field: z.enum(FIELDS),
  numberMasked: z.string(),
  state: z.enum(NUMBER_CLAIM_STATES),
  claimant: z.object({ id: z.string(), name: z.string() }),
  submittedAtMs: z.int(),
  /** Who would grant it; null: no one has said so, or it was returned. */
  proposedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAtMs: z.int().nullable(),
  reason: z.string().nullable(),
});
export type ListedClaim = z.infer<typeof listedClaimSchema>;

/** An account of the case, as staff compare it with the other one. */
const claimAccountSchema = z.object({
  id: z.string(),
  kind: z.enum(['natural', 'legal']),
  name: z.string(),
  phone: z.string().nullable(),
  phoneConfirmed: z.boolean(),
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  /** It has added a certificate of an e-signature that names this number. */
  certified: z.boolean(),
  disabled: z.boolean(),
  createdAtMs: z.int(),
  signedInAtMs: z.int().nullable(),
  /** What it still has here; of who has the number, each of them stops the grant. */
  ties: z.array(z.enum(ACCOUNT_TIES)),
});
export type ClaimAccount = z.infer<typeof claimAccountSchema>;

const claimSchema = listedClaimSchema.extend({
  /** Masked for those who decide nothing. */
  number: z.string(),
  statement: z.string(),
  evidence: z.array(documentSchema),
  claimantAccount: claimAccountSchema,
  /** Accounts that have the number now; none: it is free by now. */
  holders: z.array(claimAccountSchema),
  /** Last day of a bar under this number, `YYYY-MM-DD`; null: there is none. */
  barredUntil: z.string().nullable(),
  history: z.array(
    z.object({
      action: z.enum(['begin', 'submit', 'withdraw', ...CLAIM_MOVES]),
      by: z.string(),
      note: z.string().nullable(),
      atMs: z.int(),
    }),
  ),
  /** What the reader may do now. */
  may: z.array(z.enum(CLAIM_MOVES)),
});
export type NumberClaim = z.infer<typeof claimSchema>;

const staff = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readNumberClaims },
  rateLimit: { perMinute: 120 },
} as const;
const deciding = {
  ...staff,
  access: accessOf('decideNumberClaims'),
  rateLimit: { perMinute: 60 },
  method: 'post',
  params: byId,
  subject: { kind: 'number-claim', param: 'claimId' },
  answer: claimSchema,
} as const;

/** `waiting`: the earliest first; otherwise the newest. Drafts are their author's alone. */
export const numberClaims = contract({
  ...staff,
  name: 'console.number-claims',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/number-claims',
  summary: 'Claims to numbers that other accounts have',
  query: z.strictObject({
    state: z.enum(['waiting', 'granted', 'rejected', 'withdrawn', 'all']).default('waiting'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(listedClaimSchema),
    waiting: z.int(),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

/** The reading is recorded. 404 for a draft. */
export const numberClaim = contract({
  ...staff,
  name: 'console.number-claim',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/number-claims/:claimId',
  summary: 'One claim with its evidence and both accounts',
  params: byId,
  answer: claimSchema,
});

/**
 * The first of two persons. `reason` is read by who loses the number. 409 `number-claims.decided`, `number-claims.tied`
 * (`details.ties`: what the other account still has), `number-claims.shut` when the claimant's own account is shut, `asked-before`.
 */
export const proposeNumberClaim = contract({
  ...deciding,
  name: 'console.propose-number-claim',
  refusals: {
    403: ['conflict-of-interest'],
    404: ['not-found'],
    409: ['asked-before', 'number-claims.decided', 'number-claims.tied', 'taken-back-before'],
  },
  path: '/api/console/number-claims/:claimId/propose',
  summary: 'Propose to grant a claim',
  body: z.strictObject({ reason }),
});

/** Back to the first step, by either of the two. 409 `number-claims.decided`, `turned-down-before`. */
export const returnNumberClaim = contract({
  ...deciding,
  name: 'console.return-number-claim',
  refusals: TURNING_DOWN,
  path: '/api/console/number-claims/:claimId/return',
  summary: 'Take back or disagree with the proposal to grant a claim',
  body: z.strictObject({ reason }),
});

/**
 * The second person: the number moves, the account that had it is shut, its sessions end. 409 `number-claims.decided`,
 * `number-claims.second-person`, `number-claims.tied`, `number-claims.shut`, `number-claims.holder-changed` when other
 * accounts have the number than when it was proposed, `profile.id-is-set` when the claimant has a number by now.
 */
export const approveNumberClaim = contract({
  ...deciding,
  subject: { ...deciding.subject, colleagues: true },
  name: 'console.approve-number-claim',
  refusals: {
    403: ['conflict-of-interest'],
    404: ['not-found'],
    409: [
      'asker-left',
      'number-claims.decided',
      'number-claims.holder-changed',
      'number-claims.kind-changed',
      'number-claims.second-person',
      'number-claims.shut',
      'number-claims.tied',
      'profile.id-is-set',
      'profile.taken',
    ],
  },
  path: '/api/console/number-claims/:claimId/approve',
  summary: 'Grant a claim, as a second person',
  body: z.strictObject({}),
});

/** The claimant reads the reason. 409 `number-claims.decided`, `turned-down-before`. */
export const rejectNumberClaim = contract({
  ...deciding,
  name: 'console.reject-number-claim',
  refusals: TURNING_DOWN,
  path: '/api/console/number-claims/:claimId/reject',
  summary: 'Reject a claim with a reason',
  body: z.strictObject({ reason }),
});

export const numberClaimContracts = [
  myNumberClaims,
  claimNumber,
  submitNumberClaim,
  withdrawNumberClaim,
  numberClaims,
  numberClaim,
  proposeNumberClaim,
  returnNumberClaim,
  approveNumberClaim,
  rejectNumberClaim,
];
