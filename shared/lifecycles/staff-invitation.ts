import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const STAFF_INVITATION_STATES = [
  'waiting',
  'sent',
  'accepted',
  'refused',
  'revoked',
  'expired',
] as const;
export type StaffInvitationState = (typeof STAFF_INVITATION_STATES)[number];

export const STAFF_INVITATION_COLOURS: Readonly<Record<StaffInvitationState, StatusColour>> = {
  waiting: 'warning',
  sent: 'primary',
  accepted: 'success',
  refused: 'danger',
  revoked: 'danger',
  expired: 'info',
};

/** How long the link of a letter is good. */
export const STAFF_INVITATION_HOURS = 72;

export const STAFF_INVITATION = {
  name: 'staff-invitation',
  about: 'Somebody without an account whom two administrators invite to the staff by a letter.',
  column: 'staff_invitation.state',
  states: STAFF_INVITATION_STATES,
  final: ['accepted', 'refused', 'revoked', 'expired'],
  means: {
    waiting: 'waits for a second administrator; no letter is sent',
    sent: 'approved; the link in the letter is good for 72 hours',
    accepted: 'the person has an account with the roles',
    refused: 'a second administrator turned it down',
    revoked: 'an administrator took it back; the link is dead',
    expired: 'the link was not used in time',
  },
  events: {
    propose: {
      from: START,
      to: 'waiting',
      by: ['manageStaff'],
      calls: [{ contract: 'console.invite-staff' }],
    },
    approve: {
      from: ['waiting'],
      to: 'sent',
      by: ['manageStaff'],
      calls: [{ contract: 'console.approve-invitation' }],
      notifies: ['the person invited'],
    },
    refuse: {
      from: ['waiting'],
      to: 'refused',
      by: ['manageStaff'],
      calls: [{ contract: 'console.refuse-invitation' }],
    },
    revoke: {
      from: ['sent'],
      to: 'revoked',
      by: ['manageStaff'],
      calls: [{ contract: 'console.revoke-invitation' }],
    },
    accept: {
      from: ['sent'],
      to: 'accepted',
      by: ['system'],
      calls: [{ integration: 'identity' }],
    },
    expire: {
      from: ['sent'],
      to: 'expired',
      by: ['system'],
      calls: [{ job: 'expire invitations' }],
      deadline: { at: 'staff_invitation.expires_at', sweep: { job: 'expire invitations' } },
    },
  },
} as const satisfies Lifecycle;
