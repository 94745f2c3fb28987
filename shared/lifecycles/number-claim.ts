import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const NUMBER_CLAIM_STATES = ['draft', 'open', 'proposed', 'granted', 'rejected', 'withdrawn'] as const;
export type NumberClaimState = (typeof NUMBER_CLAIM_STATES)[number];

/** Neither decided nor taken back: an account has one of them at most. */
export const UNFINISHED_CLAIMS = ['draft', 'open', 'proposed'] as const satisfies readonly NumberClaimState[];
/** Those that wait for staff. */
export const WAITING_CLAIMS = ['open', 'proposed'] as const satisfies readonly NumberClaimState[];

export const NUMBER_CLAIM_COLOURS: Readonly<Record<NumberClaimState, StatusColour>> = {
  draft: 'info',
  open: 'warning',
  proposed: 'primary',
  granted: 'success',
  rejected: 'danger',
  withdrawn: 'info',
};

export const NUMBER_CLAIM = {
  name: 'number-claim',
  about: 'A person says that the PINFL or STIR of another account is theirs; two members of staff decide.',
  column: 'number_claim.state',
  states: NUMBER_CLAIM_STATES,
  final: ['granted', 'rejected', 'withdrawn'],
  means: {
    draft: 'its evidence is being added',
    open: 'waits for staff',
    proposed: 'one member of staff would grant it; waits for a second one',
    granted: 'the number is the claimant’s, the account that had it is shut',
    rejected: 'the number stays where it is; the reason is given',
    withdrawn: 'taken back by the claimant',
  },
  events: {
    begin: { from: START, to: 'draft', by: ['owner'], calls: [{ contract: 'profile.claim-number' }] },
    submit: {
      from: ['draft'],
      to: 'open',
      by: ['owner'],
      calls: [{ contract: 'profile.submit-number-claim' }],
    },
    withdraw: {
      from: ['draft', 'open', 'proposed'],
      to: 'withdrawn',
      by: ['owner'],
      calls: [{ contract: 'profile.withdraw-number-claim' }],
    },
    propose: {
      from: ['open'],
      to: 'proposed',
      by: ['decideNumberClaims'],
      calls: [{ contract: 'console.propose-number-claim' }],
    },
    return: {
      from: ['proposed'],
      to: 'open',
      by: ['decideNumberClaims'],
      calls: [{ contract: 'console.return-number-claim' }],
    },
    approve: {
      from: ['proposed'],
      to: 'granted',
      by: ['decideNumberClaims'],
      calls: [{ contract: 'console.approve-number-claim' }],
      notifies: ['claimant', 'former holder'],
    },
    reject: {
      from: ['open', 'proposed'],
      to: 'rejected',
      by: ['decideNumberClaims'],
      calls: [{ contract: 'console.reject-number-claim' }],
      notifies: ['claimant'],
    },
  },
} as const satisfies Lifecycle;
