import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const REPEAT_STATES = ['none', 'planned', 'blocked', 'published', 'stopped'] as const;
export type RepeatState = (typeof REPEAT_STATES)[number];

/** A repeat that is still to come. */
export const OPEN_REPEATS = ['planned', 'blocked'] as const satisfies readonly RepeatState[];

/** Those that an obstacle holds up. */
export const BLOCKED_REPEATS = ['blocked'] as const satisfies readonly RepeatState[];

export const isOpenRepeat = (state: RepeatState): boolean =>
  (OPEN_REPEATS as readonly RepeatState[]).includes(state);

export const REPEAT_COLOURS: Readonly<Record<RepeatState, StatusColour>> = {
  none: 'info',
  planned: 'primary',
  blocked: 'warning',
  published: 'success',
  stopped: 'danger',
};

/** Why a lot is repeated: its rule set, the stay in trade that its order names, or the wish of its customer. */
export const REPEAT_GROUNDS = [
  'rules',
  'stay',
  'asked',
  /** Not repeated: its rule set says nothing of repeats. */
  'no-rules',
  /** Not repeated by itself: the order names no stay in trade. */
  'no-stay',
  /** Not repeated by itself: its stay in trade ends before. */
  'stay-over',
  /** Not repeated: a sale at a fixed price stays on trade by itself. */
  'fixed-price',
  /** Not repeated: its order is over. */
  'order-over',
] as const;
export type RepeatGround = (typeof REPEAT_GROUNDS)[number];

/** Why a repeat that is due cannot be published. */
export const REPEAT_OBSTACLES = [
  'protest',
  /** Somebody whose account one person had shut may still protest. */
  'protest-window',
  'offer',
  /** The account of its customer. */
  'shut',
  'role',
  'profile',
  /** The public offer is not signed. */
  'consent',
  'barred',
  /** A debt is not paid, such as a penalty. */
  'owes',
  /** The category does not take property of this kind any more. */
  'category',
  /** The rule set in force does not allow the terms of the order. */
  'terms',
] as const;
export type RepeatObstacle = (typeof REPEAT_OBSTACLES)[number];

/** Events of an order that are about its repeats. */
export const REPEAT_FLOWS = [
  'plan-repeat',
  'postpone-repeat',
  'block-repeat',
  'stop-repeat',
  'trade-again',
] as const;
export type RepeatFlow = (typeof REPEAT_FLOWS)[number];

export const isRepeatFlow = (event: string): event is RepeatFlow =>
  (REPEAT_FLOWS as readonly string[]).includes(event);

/** They end by themselves: there is nothing that the customer could do. */
export const PASSING_OBSTACLES = [
  'protest',
  'protest-window',
  'offer',
  'shut',
] as const satisfies readonly RepeatObstacle[];

export const REPEAT = {
  name: 'repeat',
  about: 'A lot that was not sold, put on trade again.',
  column: 'repeat_plan.state',
  states: REPEAT_STATES,
  final: ['published'],
  means: {
    none: 'not repeated by itself',
    planned: 'to be published at its instant',
    blocked: 'due, and held up by an obstacle; looked at again',
    published: 'the repeat is on trade, and the lot is archived',
    stopped: 'stopped by the customer or by staff, or its order is over',
  },
  events: {
    plan: {
      from: START,
      to: 'planned',
      by: ['system'],
      calls: [{ workflow: 'plan-relisting' }],
      notifies: ['customer'],
    },
    'pass-over': { from: START, to: 'none', by: ['system'], calls: [{ workflow: 'plan-relisting' }] },
    ask: {
      from: ['none', 'stopped'],
      to: 'planned',
      by: ['owner'],
      calls: [{ contract: 'order-action.do-act-res' }],
    },
    postpone: {
      from: ['planned', 'blocked'],
      to: 'planned',
      by: ['decideRepeats'],
      calls: [{ contract: 'console.postpone-repeat' }],
      notifies: ['customer'],
    },
    block: {
      from: ['planned', 'blocked'],
      to: 'blocked',
      by: ['system'],
      calls: [{ workflow: 'relist-lot' }],
      notifies: ['customer'],
    },
    stop: {
      from: ['planned', 'blocked'],
      to: 'stopped',
      by: ['owner', 'decideRepeats', 'system'],
      calls: [
        { contract: 'order-action.do-act-res' },
        { contract: 'console.decide' },
        { workflow: 'relist-lot' },
      ],
      notifies: ['customer'],
    },
    publish: {
      from: ['planned', 'blocked'],
      to: 'published',
      by: ['system'],
      calls: [{ workflow: 'relist-lot' }],
      deadline: { at: 'repeat_plan.look_at', sweep: { job: 'publish due repeats' } },
      notifies: ['customer', 'followers'],
    },
  },
} as const satisfies Lifecycle;
