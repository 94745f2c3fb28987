import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const REFERENCE_PROPOSAL_STATES = ['open', 'approved', 'turned-down', 'withdrawn'] as const;
export type ReferenceProposalState = (typeof REFERENCE_PROPOSAL_STATES)[number];

export const REFERENCE_PROPOSAL_COLOURS: Readonly<Record<ReferenceProposalState, StatusColour>> = {
  open: 'warning',
  approved: 'success',
  'turned-down': 'danger',
  withdrawn: 'info',
};

/** There is one of these at a time for each rule set, and one for the base amount. */
export const OPEN_REFERENCE_PROPOSALS = ['open'] as const satisfies readonly ReferenceProposalState[];

export const REFERENCE_PROPOSAL = {
  name: 'reference-proposal',
  about:
    'What one member of staff proposes and another one approves: the next version of a rule set, or a base calculation amount.',
  column: 'reference_proposal.state',
  states: REFERENCE_PROPOSAL_STATES,
  final: ['approved', 'turned-down', 'withdrawn'],
  means: {
    open: 'waits for a second person; it may still be changed',
    approved: 'a second person agreed; it is in force from its date, for lots published from then on',
    'turned-down': 'a second person did not agree',
    withdrawn: 'taken back by who proposed it',
  },
  events: {
    propose: {
      from: START,
      to: 'open',
      by: ['writeReference'],
      calls: [{ contract: 'console.propose-reference-change' }],
    },
    change: {
      from: ['open'],
      to: 'open',
      by: ['writeReference'],
      calls: [{ contract: 'console.change-reference-proposal' }],
    },
    approve: {
      from: ['open'],
      to: 'approved',
      by: ['writeReference'],
      calls: [{ contract: 'console.approve-reference-proposal' }],
    },
    'turn-down': {
      from: ['open'],
      to: 'turned-down',
      by: ['writeReference'],
      calls: [{ contract: 'console.turn-down-reference-proposal' }],
    },
    withdraw: {
      from: ['open'],
      to: 'withdrawn',
      by: ['writeReference'],
      calls: [{ contract: 'console.withdraw-reference-proposal' }],
    },
  },
} as const satisfies Lifecycle;
