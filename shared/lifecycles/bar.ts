import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const BAR_STATES = ['in-force', 'ended', 'lifted'] as const;
export type BarState = (typeof BAR_STATES)[number];

export const BAR_COLOURS: Readonly<Record<BarState, StatusColour>> = {
  'in-force': 'danger',
  ended: 'info',
  lifted: 'success',
};

export const BAR = {
  name: 'bar',
  about: 'A person is barred from every auction until a day, by the number of the person.',
  // From `lifted_at` and the last day.
  column: null,
  states: BAR_STATES,
  final: ['ended', 'lifted'],
  means: {
    'in-force': 'the person may neither apply, bid, sell nor take an offer',
    ended: 'the last day is over',
    lifted: 'ended by two members of staff before its last day',
  },
  events: {
    impose: {
      from: START,
      to: 'in-force',
      by: ['system', 'decideBars'],
      calls: [{ workflow: 'debar-buyer' }, { contract: 'console.approve-bar-proposal' }],
      notifies: ['person'],
    },
    lift: {
      from: ['in-force'],
      to: 'lifted',
      by: ['decideBars'],
      calls: [{ contract: 'console.approve-bar-proposal' }],
      notifies: ['person'],
    },
    end: {
      from: ['in-force'],
      to: 'ended',
      by: ['system'],
      calls: [],
      deadline: { at: 'barred_person.end_date', sweep: 'reading' },
    },
  },
} as const satisfies Lifecycle;
