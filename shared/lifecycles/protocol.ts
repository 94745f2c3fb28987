import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';
import { PROTOCOL_STATUSES, type ProtocolStatus } from './protocol-causes.ts';

export const PROTOCOL_COLOURS: Readonly<Record<ProtocolStatus, StatusColour>> = {
  active: 'success',
  cancelled: 'danger',
};

/** Why a protocol lost its force. */
export const CANCEL_REASONS = ['refused', 'defaulted', 'result-cancelled', 'protest-upheld'] as const;
export type ProtocolCancelReason = (typeof CANCEL_REASONS)[number];

/** Reasons that undo the auction itself: its minutes are cancelled with it. */
export const UNDOES_RESULT: readonly ProtocolCancelReason[] = ['result-cancelled', 'protest-upheld'];

export const PROTOCOL = {
  name: 'protocol',
  about: 'The record of a sale, or the minutes of an auction without one.',
  column: 'protocol.status',
  states: PROTOCOL_STATUSES,
  final: ['cancelled'],
  means: {
    active: 'in force',
    cancelled: 'no longer in force; it stays readable with its reason',
  },
  events: {
    record: {
      from: START,
      to: 'active',
      by: ['system'],
      calls: [{ workflow: 'conclude-auction' }, { workflow: 'answer-second-offer' }],
    },
    cancel: {
      from: ['active'],
      to: 'cancelled',
      by: ['system', 'owner'],
      calls: [{ workflow: 'end-sale-without-payment' }, { workflow: 'undo-result' }],
    },
  },
} as const satisfies Lifecycle;
