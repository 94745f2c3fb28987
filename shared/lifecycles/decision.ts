import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const DECISION_STATES = ['open', 'decided', 'turned-down', 'withdrawn', 'lapsed'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** Those that wait for a second person. */
export const OPEN_DECISIONS = ['open'] as const satisfies readonly DecisionState[];

export const DECISION_COLOURS: Readonly<Record<DecisionState, StatusColour>> = {
  open: 'warning',
  decided: 'success',
  'turned-down': 'danger',
  withdrawn: 'info',
  lapsed: 'info',
};

export const DECISION = {
  name: 'decision',
  about:
    'One member of staff proposes, a second person decides: the one way for every kind of effect that needs two.',
  column: 'decision.state',
  states: DECISION_STATES,
  final: ['decided', 'turned-down', 'withdrawn', 'lapsed'],
  means: {
    open: 'waits for a second person; of money above the limit that leaves, for a third one',
    decided: 'carried out in the transaction of the decision',
    'turned-down': 'turned down by a second person, with the reason',
    withdrawn: 'taken back by the person who proposed it',
    lapsed: 'its time is over, its subject changed, or the person who proposed it left',
  },
  events: {
    propose: {
      from: START,
      to: 'open',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.propose-decision' }],
    },
    agree: {
      from: ['open'],
      to: 'open',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.decide' }],
    },
    decide: {
      from: ['open'],
      to: 'decided',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.decide' }],
    },
    'turn-down': {
      from: ['open'],
      to: 'turned-down',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.turn-down-decision' }],
    },
    withdraw: {
      from: ['open'],
      to: 'withdrawn',
      by: ['makeDecisions'],
      calls: [{ contract: 'console.withdraw-decision' }],
    },
    lapse: {
      from: ['open'],
      to: 'lapsed',
      by: ['system'],
      calls: [{ job: 'lapse decisions' }],
      deadline: { at: 'decision.expires_at', sweep: { job: 'lapse decisions' } },
    },
  },
} as const satisfies Lifecycle;
