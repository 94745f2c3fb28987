import { z } from 'zod';
import { LANGUAGES } from '../../i18n/languages.ts';
import { STAFF_INVITATION_STATES } from '../../lifecycles/staff-invitation.ts';
import { ACCOUNT_REASON, ACCOUNT_EVIDENCE } from './console-accounts.ts';
import { contract, STAFF_ROLES } from '../contract.ts';
import { idField, wholeNumber } from '../fields.ts';
import { accessOf } from './staff-rights.ts';
import { writtenLine, writtenText } from '../written-texts.ts';

/** What calls that end an invitation refuse. */
const ENDING_INVITATIONS = {
  404: ['not-found'],
  409: ['invitations.decided', 'turned-down-before'],
} as const;

const staff = {
  tag: 'console',
  access: accessOf('manageStaff'),
  rateLimit: { perMinute: 60 },
} as const;
const named = z.object({ id: z.string(), name: z.string() });

const invitationSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  state: z.enum(STAFF_INVITATION_STATES),
  reason: z.string(),
  evidence: z.string(),
  askedBy: named,
  askedAtMs: z.int(),
  approvedBy: named.nullable(),
  approvedAtMs: z.int().nullable(),
  /** The link is good until then; null until it is approved. */
  expiresAtMs: z.int().nullable(),
  /** When the mail server took the letter. */
  mailedAtMs: z.int().nullable(),
  endedBy: named.nullable(),
  endedAtMs: z.int().nullable(),
  endReason: z.string().nullable(),
  /** The account of the person who accepted it. */
  personId: z.string().nullable(),
  /** What the reader may do now. */
  may: z.array(z.enum(['approve', 'refuse', 'revoke'])),
});
export type StaffInvitation = z.infer<typeof invitationSchema>;

/** Newest first. */
export const staffInvitations = contract({
  ...staff,
  name: 'console.invitations',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/invitations',
  summary: 'People invited to the staff',
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    state: z.enum([...STAFF_INVITATION_STATES, 'all']).default('all'),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(invitationSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

const reason = writtenText(ACCOUNT_REASON.min, ACCOUNT_REASON.max);

/**
 * Waits for a second administrator. 409 `invitations.account-exists` where an account has the phone or e-mail, since none
 * trades and serves; `invitations.open` while another invitation of it is; `asked-before`; `invitations.elsewhere` with a sign-in provider
 * of the operator's own. 422 `invitations.name`, `invitations.email`, `invitations.phone`.
 */
export const inviteStaff = contract({
  ...staff,
  name: 'console.invite-staff',
  refusals: {
    404: ['not-found'],
    409: [
      'asked-before',
      'invitations.account-exists',
      'invitations.elsewhere',
      'invitations.open',
      'taken-back-before',
    ],
    422: ['invitations.email', 'invitations.name', 'invitations.phone'],
  },
  method: 'post',
  path: '/api/console/invitations',
  subject: 'none',
  summary: 'Ask to invite somebody to the staff',
  body: z.strictObject({
    name: writtenLine(2, 200),
    email: z.string().trim().max(254),
    phone: z.string().trim().max(40),
    roles: z.array(z.enum(STAFF_ROLES)).min(1).max(STAFF_ROLES.length),
    /** Of the letter and of the new account. */
    language: z.enum(LANGUAGES),
    reason,
    evidence: writtenText(ACCOUNT_EVIDENCE.min, ACCOUNT_EVIDENCE.max),
  }),
  answer: invitationSchema,
});

const decision = {
  ...staff,
  method: 'post',
  params: z.object({ invitationId: idField }),
  subject: { kind: 'staff-invitation', param: 'invitationId' },
  answer: invitationSchema,
} as const;

/**
 * Sends the letter. 409 `invitations.decided`, `invitations.second-person`, `asker-left`, `invitations.account-exists`,
 * `invitations.no-mail`.
 */
export const approveInvitation = contract({
  ...decision,
  subject: { ...decision.subject, colleagues: true },
  name: 'console.approve-invitation',
  refusals: {
    404: ['not-found'],
    409: [
      'asker-left',
      'invitations.account-exists',
      'invitations.decided',
      'invitations.elsewhere',
      'invitations.no-mail',
      'invitations.second-person',
    ],
  },
  path: '/api/console/invitations/:invitationId/approve',
  summary: 'Approve an invitation as a second administrator; the letter is sent',
  body: z.strictObject({}),
});

/** 409 `invitations.decided`, `turned-down-before`. */
export const refuseInvitation = contract({
  ...decision,
  name: 'console.refuse-invitation',
  refusals: ENDING_INVITATIONS,
  path: '/api/console/invitations/:invitationId/refuse',
  summary: 'Turn an invitation down',
  body: z.strictObject({ reason }),
});

/** 409 `invitations.decided` where the link was used or is dead already, `turned-down-before`. */
export const revokeInvitation = contract({
  ...decision,
  name: 'console.revoke-invitation',
  refusals: ENDING_INVITATIONS,
  path: '/api/console/invitations/:invitationId/revoke',
  summary: 'Take an invitation back: its link is dead at once',
  body: z.strictObject({ reason }),
});

export const consoleInvitationContracts = [
  staffInvitations,
  inviteStaff,
  approveInvitation,
  refuseInvitation,
  revokeInvitation,
];
