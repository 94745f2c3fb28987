import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';
import type { PurchaseState } from './purchase-states.ts';
import { PURCHASE_STATES } from './purchase-states.ts';

/** Units and money of these are set aside. */
export const PENDING_PURCHASES = ['reserved'] as const satisfies readonly PurchaseState[];

export const PURCHASE_COLOURS: Readonly<Record<PurchaseState, StatusColour>> = {
  reserved: 'warning',
  bought: 'success',
  expired: 'info',
  cancelled: 'info',
  'codes-spent': 'danger',
  undelivered: 'info',
  withdrawn: 'info',
  barred: 'danger',
};

export const PURCHASE = {
  name: 'purchase',
  about:
    'Units of a lot at a fixed price, set aside for one buyer while the code is pending, and bought by it. Units and money end together.',
  column: 'purchase.state',
  states: PURCHASE_STATES,
  final: ['bought', 'expired', 'cancelled', 'codes-spent', 'undelivered', 'withdrawn', 'barred'],
  means: {
    reserved: 'units and money are set aside until the code is entered',
    bought: 'the code confirmed it: paid, with a settlement and a protocol',
    expired: 'the code was not entered in time',
    cancelled: 'given up by the buyer',
    'codes-spent': 'too many wrong codes',
    undelivered: 'no code could be sent: ended at once',
    withdrawn: 'the lot was withdrawn meanwhile',
    barred: 'the buyer was barred before the code was entered',
  },
  events: {
    reserve: { from: START, to: 'reserved', by: ['owner'], calls: [{ contract: 'user-order.send-code' }] },
    confirm: {
      from: ['reserved'],
      to: 'bought',
      by: ['owner'],
      calls: [{ contract: 'user-order.create-user-order' }, { workflow: 'confirm-purchase' }],
      notifies: ['buyer', 'customer'],
    },
    expire: {
      from: ['reserved'],
      to: 'expired',
      by: ['system'],
      calls: [{ workflow: 'end-purchase' }],
      deadline: { at: 'purchase.expires_at', sweep: { job: 'end expired purchases' } },
    },
    cancel: {
      from: ['reserved'],
      to: 'cancelled',
      by: ['owner'],
      calls: [{ contract: 'cabinet.cancel-user-order' }],
    },
    'spend-codes': {
      from: ['reserved'],
      to: 'codes-spent',
      by: ['owner'],
      calls: [{ workflow: 'confirm-purchase' }],
    },
    bar: {
      from: ['reserved'],
      to: 'barred',
      by: ['system'],
      calls: [{ workflow: 'confirm-purchase' }],
    },
    'not-deliver': {
      from: ['reserved'],
      to: 'undelivered',
      by: ['system'],
      calls: [{ workflow: 'reserve-units' }],
    },
    withdraw: {
      from: ['reserved'],
      to: 'withdrawn',
      by: ['customer', 'controlRooms'],
      calls: [{ workflow: 'end-fixed-price' }],
      notifies: ['buyer'],
    },
  },
} as const satisfies Lifecycle;
