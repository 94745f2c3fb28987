import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const PAYMENT_STATUSES = ['created', 'pending', 'paid', 'failed', 'cancelled', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_COLOURS: Readonly<Record<PaymentStatus, StatusColour>> = {
  created: 'info',
  pending: 'warning',
  paid: 'success',
  failed: 'danger',
  cancelled: 'info',
  refunded: 'primary',
};

/** Why a payment is not paid (any more). */
export const PAYMENT_CAUSES = ['expired', 'declined', 'given-up', 'returned'] as const;
export type PaymentCause = (typeof PAYMENT_CAUSES)[number];

/** May still be paid. */
export const UNDECIDED_PAYMENTS: readonly PaymentStatus[] = ['created', 'pending', 'cancelled'];
/** The money has come in, be it that it was taken back afterwards. */
export const PAID_STATUSES: readonly PaymentStatus[] = ['paid', 'refunded'];

export const PAYMENT = {
  name: 'payment',
  about: 'What a person set out to pay onto the balance, and how it went.',
  column: 'top_up.status',
  states: PAYMENT_STATUSES,
  final: ['failed', 'refunded'],
  means: {
    created: 'nothing has reached the provider',
    pending: 'the provider has begun',
    paid: 'the money is on the balance',
    failed: 'time ran out',
    cancelled: 'the provider gave the attempt up; another one may follow',
    refunded: 'taken back by the provider after it was paid',
  },
  events: {
    create: { from: START, to: 'created', by: ['owner'], calls: [{ contract: 'payments.top-up' }] },
    begin: {
      from: ['created', 'cancelled'],
      to: 'pending',
      by: ['provider'],
      calls: [{ integration: 'payment-providers' }],
    },
    // Money that a provider has debited is credited, wherever the payment was left: the transaction's own state decides.
    perform: {
      from: ['created', 'pending', 'cancelled'],
      to: 'paid',
      by: ['provider'],
      calls: [{ integration: 'payment-providers' }],
      notifies: ['person'],
    },
    'give-up': {
      from: ['pending'],
      to: 'cancelled',
      by: ['provider'],
      calls: [{ integration: 'payment-providers' }],
    },
    'time-out': {
      from: ['pending'],
      to: 'failed',
      by: ['provider', 'system'],
      calls: [{ integration: 'payment-providers' }, { job: 'end overdue payments' }],
      deadline: { at: 'provider_transaction.created_ms', sweep: { job: 'end overdue payments' } },
    },
    expire: {
      from: ['created'],
      to: 'failed',
      by: ['system'],
      calls: [{ job: 'end overdue payments' }],
      deadline: { at: 'top_up.expires_at', sweep: { job: 'end overdue payments' } },
    },
    'take-back': {
      from: ['paid'],
      to: 'refunded',
      by: ['provider'],
      calls: [{ integration: 'payment-providers' }],
      notifies: ['person'],
    },
  },
} as const satisfies Lifecycle;

const TRANSACTION_STATES = ['created', 'performed', 'cancelled'] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];
/** At most one of these for each payment. */
export const LIVE_TRANSACTIONS = ['created', 'performed'] as const satisfies readonly TransactionState[];

export const PROVIDER_TRANSACTION = {
  name: 'provider-transaction',
  about: 'One attempt of a provider at a payment.',
  column: 'provider_transaction.state',
  states: TRANSACTION_STATES,
  final: ['cancelled'],
  means: {
    created: 'begun at the provider',
    performed: 'the card is debited',
    cancelled: 'given up, or taken back',
  },
  events: {
    begin: {
      from: START,
      to: 'created',
      by: ['provider'],
      calls: [{ integration: 'payment-providers' }],
    },
    perform: {
      from: ['created'],
      to: 'performed',
      by: ['provider'],
      calls: [{ integration: 'payment-providers' }],
    },
    cancel: {
      from: ['created', 'performed'],
      to: 'cancelled',
      by: ['provider', 'system'],
      calls: [{ integration: 'payment-providers' }, { job: 'end overdue payments' }],
      deadline: { at: 'provider_transaction.created_ms', sweep: { job: 'end overdue payments' } },
    },
  },
} as const satisfies Lifecycle;
