import { START, type Lifecycle } from './lifecycle.ts';

export const ERASURE_STATES = ['requested', 'taken-back', 'refused', 'done'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** Neither carried out nor over: a person has one of them at most. */
export const OPEN_ERASURES = ['requested'] as const satisfies readonly ErasureState[];

const DUE = { at: 'erasure.due_at', sweep: { job: 'erase accounts' } } as const;

export const ERASURE = {
  name: 'erasure',
  about: 'A person asks that their account and data are deleted.',
  column: 'erasure.state',
  states: ERASURE_STATES,
  final: ['taken-back', 'refused', 'done'],
  means: {
    requested: 'waits for its day; the person may take it back until then',
    'taken-back': 'taken back by the person; nothing was deleted',
    refused: 'something was left to finish on the day; nothing was deleted',
    done: 'the data are deleted, the account is a pseudonym',
  },
  events: {
    ask: {
      from: START,
      to: 'requested',
      by: ['owner', 'staff'],
      calls: [{ contract: 'profile.ask-erasure' }, { command: 'person erase' }],
      notifies: ['person'],
    },
    'take-back': {
      from: ['requested'],
      to: 'taken-back',
      by: ['owner'],
      calls: [{ contract: 'profile.take-back-erasure' }],
      notifies: ['person'],
    },
    refuse: {
      from: ['requested'],
      to: 'refused',
      by: ['system'],
      calls: [{ job: 'erase accounts' }],
      deadline: DUE,
      notifies: ['person'],
    },
    erase: {
      from: ['requested'],
      to: 'done',
      by: ['system'],
      calls: [{ job: 'erase accounts' }],
      deadline: DUE,
      notifies: ['person'],
    },
  },
} as const satisfies Lifecycle;
