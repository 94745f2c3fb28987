import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';
import { ORDER_STATES, type OrderState } from './order-states.ts';

export type { OrderState };

/** Orders that are not over: they count against the limit of a natural person. */
export const OPEN_ORDERS = [
  'created',
  'returned',
  'sent',
  'approved',
  'on-trade',
  'traded',
  'awaiting-payment',
] as const satisfies readonly OrderState[];

export const isOpenOrder = (state: OrderState): boolean =>
  (OPEN_ORDERS as readonly OrderState[]).includes(state);

/** The customer writes the order in these alone. */
export const EDITABLE_ORDERS = ['created', 'returned'] as const satisfies readonly OrderState[];

/** Orders that wait for a moderator. */
export const WAITING_ORDERS = ['sent'] as const satisfies readonly OrderState[];

/** Orders without a sale: repeated, or closed by the customer or at the end of their stay. */
export const UNSOLD_ORDERS = ['traded'] as const satisfies readonly OrderState[];

/** Orders whose lot is still to be made. */
export const UNPUBLISHED_ORDERS = ['approved'] as const satisfies readonly OrderState[];

/** Orders with a lot on trade: its end changes them. */
export const TRADING_ORDERS = ['on-trade'] as const satisfies readonly OrderState[];

/** Orders their customer and staff can see. */
export const SHOWN_ORDERS = [
  ...OPEN_ORDERS,
  'rejected',
  'finished',
  'cancelled',
] as const satisfies readonly OrderState[];

export const ORDER_COLOURS: Readonly<Record<OrderState, StatusColour>> = {
  created: 'info',
  returned: 'warning',
  sent: 'primary',
  rejected: 'danger',
  approved: 'success',
  'on-trade': 'primary',
  traded: 'info',
  'awaiting-payment': 'warning',
  finished: 'success',
  cancelled: 'info',
  gone: 'info',
};

/** Forming, moderation, on trade, trade held, awaiting payment, finished: as the specification counts them. */
export const ORDER_PROGRESS = [1, 2, 3, 4, 5, 6] as const;
export type OrderProgress = (typeof ORDER_PROGRESS)[number];

const PROGRESS: Readonly<Record<OrderState, OrderProgress>> = {
  created: 1,
  returned: 1,
  rejected: 1,
  gone: 1,
  sent: 2,
  approved: 2,
  'on-trade': 3,
  traded: 4,
  cancelled: 4,
  'awaiting-payment': 5,
  finished: 6,
};

/** The step of the order's way from 1 to 6. */
export const progressOf = (state: OrderState): OrderProgress => PROGRESS[state];

/** States shown at a step: what a list filtered by progress reads. */
export const statesOfProgress = (progress: OrderProgress): OrderState[] =>
  SHOWN_ORDERS.filter((state) => PROGRESS[state] === progress);

export const ORDER = {
  name: 'order',
  about: 'A customer’s request to sell a property.',
  column: 'customer_order.status',
  states: ORDER_STATES,
  final: ['rejected', 'finished', 'cancelled', 'gone'],
  means: {
    created: 'being written by the customer',
    returned: 'returned to the customer with remarks, who mends it and sends it again',
    sent: 'waits for a moderator',
    rejected: 'turned down for good, with the reason',
    approved: 'approved; its lot is about to be published',
    'on-trade': 'its lot is on trade',
    traded: 'the trade ended without a sale, or the sale was lost',
    'awaiting-payment': 'sold; the winner is to pay',
    finished: 'every sale is handed over, or it was closed without a sale',
    cancelled: 'cancelled by the customer, or withdrawn by them from trade',
    gone: 'deleted by the customer: it is no longer shown, and its files are given up',
  },
  events: {
    create: {
      from: START,
      to: 'created',
      by: ['owner', 'system'],
      calls: [{ contract: 'order.create-order' }, { workflow: 'import-orders' }],
    },
    delete: {
      from: ['created', 'returned'],
      to: 'gone',
      by: ['owner'],
      calls: [{ contract: 'order.delete-order' }],
    },
    send: {
      from: ['created', 'returned'],
      to: 'sent',
      by: ['owner', 'system'],
      calls: [{ contract: 'order-action.do-act-res' }, { workflow: 'import-orders' }],
    },
    'take-back': {
      from: ['sent'],
      to: 'created',
      by: ['owner'],
      calls: [{ contract: 'order-action.do-act-res' }],
    },
    return: {
      from: ['sent'],
      to: 'returned',
      by: ['moderateOrders'],
      calls: [{ contract: 'console.return-order' }],
      notifies: ['customer'],
    },
    reject: {
      from: ['sent'],
      to: 'rejected',
      by: ['moderateOrders'],
      calls: [{ contract: 'console.reject-order' }],
      notifies: ['customer'],
    },
    'approve-first': {
      from: ['sent'],
      to: 'sent',
      by: ['moderateOrders'],
      calls: [{ contract: 'console.approve-order' }],
    },
    approve: {
      from: ['sent'],
      to: 'approved',
      by: ['moderateOrders'],
      calls: [{ contract: 'console.approve-order' }],
      notifies: ['customer'],
    },
    publish: {
      from: ['approved'],
      to: 'on-trade',
      by: ['system'],
      calls: [{ workflow: 'list-lot-from-order' }],
      notifies: ['customer'],
    },
    'refuse-terms': {
      from: ['approved'],
      to: 'returned',
      by: ['system'],
      calls: [{ workflow: 'list-lot-from-order' }],
      notifies: ['customer'],
    },
    cancel: {
      from: ['created', 'returned', 'sent', 'approved'],
      to: 'cancelled',
      by: ['owner'],
      calls: [{ contract: 'order-action.do-act-res' }],
    },
    withdraw: {
      from: ['on-trade'],
      to: 'cancelled',
      by: ['owner'],
      calls: [
        { contract: 'order-action.do-act-res' },
        { workflow: 'withdraw-order' },
        { workflow: 'sync-order-with-lot' },
      ],
      notifies: ['customer'],
    },
    sell: {
      from: ['on-trade'],
      to: 'awaiting-payment',
      by: ['system'],
      calls: [{ workflow: 'sync-order-with-lot' }, { workflow: 'answer-second-offer' }],
      notifies: ['customer'],
    },
    'end-unsold': {
      from: ['on-trade'],
      to: 'traded',
      by: ['system'],
      calls: [{ workflow: 'sync-order-with-lot' }],
      notifies: ['customer'],
    },
    'withdraw-by-staff': {
      from: ['on-trade'],
      to: 'traded',
      by: ['system'],
      calls: [{ workflow: 'sync-order-with-lot' }],
      notifies: ['customer'],
    },
    'lose-sale': {
      from: ['awaiting-payment'],
      to: 'traded',
      by: ['system'],
      calls: [{ workflow: 'end-sale-without-payment' }],
    },
    'plan-repeat': {
      from: ['traded'],
      to: 'traded',
      by: ['owner', 'system'],
      calls: [{ workflow: 'plan-relisting' }, { contract: 'order-action.do-act-res' }],
      notifies: ['customer'],
    },
    'postpone-repeat': {
      from: ['traded'],
      to: 'traded',
      by: ['decideRepeats'],
      calls: [{ contract: 'console.postpone-repeat' }],
      notifies: ['customer'],
    },
    'block-repeat': {
      from: ['traded'],
      to: 'traded',
      by: ['system'],
      calls: [{ workflow: 'relist-lot' }],
      notifies: ['customer'],
    },
    'stop-repeat': {
      from: ['traded'],
      to: 'traded',
      by: ['owner', 'decideRepeats'],
      calls: [{ contract: 'order-action.do-act-res' }, { contract: 'console.decide' }],
      notifies: ['customer'],
    },
    'trade-again': {
      from: ['traded'],
      to: 'on-trade',
      by: ['system'],
      calls: [{ workflow: 'relist-lot' }],
      notifies: ['customer'],
    },
    // The result of its lot was cancelled; a finished order stays finished.
    'lose-result': {
      from: ['on-trade', 'awaiting-payment', 'traded'],
      to: 'traded',
      by: ['system'],
      calls: [{ workflow: 'lose-result' }, { workflow: 'sync-order-with-lot' }],
      notifies: ['customer'],
    },
    'note-lost-result': {
      from: ['finished'],
      to: 'finished',
      by: ['system'],
      calls: [{ workflow: 'lose-result' }],
    },
    'confirm-hand-over': {
      from: ['awaiting-payment'],
      to: 'awaiting-payment',
      by: ['system'],
      calls: [{ workflow: 'confirm-hand-over' }],
    },
    'dispute-hand-over': {
      from: ['awaiting-payment'],
      to: 'awaiting-payment',
      by: ['system'],
      calls: [{ workflow: 'dispute-hand-over' }],
    },
    close: {
      from: ['traded'],
      to: 'finished',
      by: ['owner', 'system'],
      calls: [{ contract: 'order-action.do-act-res' }, { workflow: 'close-order' }],
      notifies: ['customer'],
    },
    finish: {
      from: ['awaiting-payment'],
      to: 'finished',
      by: ['system'],
      calls: [{ workflow: 'finish-order' }],
      notifies: ['customer'],
    },
  },
} as const satisfies Lifecycle;
