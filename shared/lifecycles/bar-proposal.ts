import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

/** What is proposed: a bar, or its end before the time. */
export const BAR_PROPOSAL_KINDS = ['add', 'lift'] as const;
export type BarProposalKind = (typeof BAR_PROPOSAL_KINDS)[number];

export const BAR_PROPOSAL_STATES = [
  'draft',
  'open',
  'approved',
  'turned-down',
  'withdrawn',
  'expired',
] as const;
export type BarProposalState = (typeof BAR_PROPOSAL_STATES)[number];

/** Those that wait for a second person. */
export const BAR_PROPOSALS_TO_DECIDE = ['open'] as const satisfies readonly BarProposalState[];

/** Neither decided nor over: there is one of them for each matter. */
export const UNFINISHED_BAR_PROPOSALS = ['draft', 'open'] as const satisfies readonly BarProposalState[];

export const BAR_PROPOSAL_COLOURS: Readonly<Record<BarProposalState, StatusColour>> = {
  draft: 'info',
  open: 'warning',
  approved: 'success',
  'turned-down': 'danger',
  withdrawn: 'info',
  expired: 'info',
};

export const BAR_PROPOSAL = {
  name: 'bar-proposal',
  about: 'What one member of staff proposes and another one decides: a bar, or the lifting of one.',
  column: 'bar_proposal.state',
  states: BAR_PROPOSAL_STATES,
  final: ['approved', 'turned-down', 'withdrawn', 'expired'],
  means: {
    draft: 'its evidence is being added',
    open: 'waits for a second person',
    approved: 'a second person agreed; the bar is made or lifted',
    'turned-down': 'a second person did not agree',
    withdrawn: 'taken back by who proposed it',
    expired: 'no decision in its time',
  },
  events: {
    begin: {
      from: START,
      to: 'draft',
      by: ['decideBars'],
      calls: [{ contract: 'console.propose-bar' }, { contract: 'console.propose-bar-lift' }],
    },
    submit: {
      from: ['draft'],
      to: 'open',
      by: ['decideBars'],
      calls: [{ contract: 'console.submit-bar-proposal' }],
    },
    withdraw: {
      from: ['draft', 'open'],
      to: 'withdrawn',
      by: ['decideBars'],
      calls: [{ contract: 'console.withdraw-bar-proposal' }],
    },
    approve: {
      from: ['open'],
      to: 'approved',
      by: ['decideBars'],
      calls: [{ contract: 'console.approve-bar-proposal' }],
      notifies: ['person'],
    },
    'turn-down': {
      from: ['open'],
      to: 'turned-down',
      by: ['decideBars'],
      calls: [{ contract: 'console.turn-down-bar-proposal' }],
    },
    expire: {
      from: ['draft', 'open'],
      to: 'expired',
      by: ['system'],
      calls: [{ job: 'end overdue bar proposals' }],
      deadline: { at: 'bar_proposal.expires_at', sweep: { job: 'end overdue bar proposals' } },
    },
  },
} as const satisfies Lifecycle;
