import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const ANOMALY_FLAG_STATES = ['new', 'looked-at', 'dismissed', 'escalated'] as const;
export type AnomalyFlagState = (typeof ANOMALY_FLAG_STATES)[number];

/** Those that staff still work on. */
export const UNFINISHED_FLAGS = [
  'new',
  'looked-at',
  'escalated',
] as const satisfies readonly AnomalyFlagState[];

export const ANOMALY_FLAG_COLOURS: Readonly<Record<AnomalyFlagState, StatusColour>> = {
  new: 'warning',
  'looked-at': 'primary',
  dismissed: 'info',
  escalated: 'danger',
};

export const ANOMALY_FLAG = {
  name: 'anomaly-flag',
  about:
    'A sign that staff should look at an auction. It is no proof, and nothing follows from it by itself.',
  column: 'anomaly_flag.state',
  states: ANOMALY_FLAG_STATES,
  final: [],
  means: {
    new: 'no member of staff has looked at it yet, or there is new evidence since it was dismissed',
    'looked-at': 'a member of staff works on it',
    dismissed: 'there is an explanation; the same evidence does not raise it again',
    escalated: 'a member of staff takes it seriously, and says why',
  },
  events: {
    raise: {
      from: START,
      to: 'new',
      by: ['system'],
      calls: [{ job: 'judge ended auctions' }],
    },
    look: {
      from: ['new', 'dismissed'],
      to: 'looked-at',
      by: ['judgeAnomalyFlags'],
      calls: [{ contract: 'console.look-at-anomaly-flag' }],
    },
    dismiss: {
      from: ['new', 'looked-at', 'escalated'],
      to: 'dismissed',
      by: ['judgeAnomalyFlags'],
      calls: [{ contract: 'console.dismiss-anomaly-flag' }],
    },
    escalate: {
      from: ['new', 'looked-at'],
      to: 'escalated',
      by: ['judgeAnomalyFlags'],
      calls: [{ contract: 'console.escalate-anomaly-flag' }],
    },
    'raise-again': {
      from: ['dismissed'],
      to: 'new',
      by: ['system'],
      calls: [{ job: 'judge ended auctions' }],
    },
  },
} as const satisfies Lifecycle;
