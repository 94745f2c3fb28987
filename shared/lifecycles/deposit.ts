import { START, type Lifecycle } from './lifecycle.ts';

export const DEPOSIT_STATES = ['none', 'held', 'released', 'captured', 'forfeited'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

export const DEPOSIT = {
  name: 'deposit',
  about: 'The deposit of a trade application: money of the balance that secures taking part.',
  column: 'trade_application.deposit_state',
  states: DEPOSIT_STATES,
  final: ['captured', 'forfeited'],
  means: {
    none: 'the lot asks for none, or none is held yet',
    held: 'held on the balance',
    released: 'free again',
    captured: 'counted toward the price',
    forfeited: 'not returned: on the platform’s account of forfeits',
  },
  events: {
    begin: { from: START, to: 'none', by: ['owner'], calls: [{ workflow: 'apply-for-lot' }] },
    hold: {
      from: ['none'],
      to: 'held',
      by: ['owner'],
      calls: [{ workflow: 'apply-for-lot' }, { workflow: 'answer-second-offer' }],
    },
    release: {
      from: ['held'],
      to: 'released',
      by: ['owner', 'revokeApplications', 'system'],
      calls: [
        { workflow: 'cancel-application' },
        { workflow: 'approve-application' },
        { workflow: 'revoke-application' },
        { workflow: 'release-deposits' },
        { workflow: 'undo-result' },
      ],
      deadline: { at: 'lot.ended_at', sweep: { job: 'release deposits' } },
      notifies: ['bidder'],
    },
    forfeit: {
      from: ['held'],
      to: 'forfeited',
      by: ['controlRooms', 'system'],
      calls: [{ workflow: 'release-deposits' }, { workflow: 'deposit-of-sale' }],
      notifies: ['bidder'],
    },
    capture: {
      from: ['held'],
      to: 'captured',
      by: ['system'],
      calls: [{ workflow: 'deposit-of-sale' }],
    },
    'begin-again': {
      from: ['none', 'released'],
      to: 'none',
      by: ['owner'],
      calls: [{ workflow: 'apply-for-lot' }, { workflow: 'answer-second-offer' }],
    },
  },
} as const satisfies Lifecycle;
