import type { StaffRight } from './staff-rights.ts';

/** Records of the console that name one another; where staff calls name the same thing as their subject, by the same word. */
export const RECORD_KINDS = [
  'person',
  'order',
  'lot',
  'application',
  'purchase',
  'settlement',
  'offer',
  'claim',
  'payment',
  'payment-difference',
  'hold',
  'refund',
  'payout',
  'bank-line',
  'protocol',
  'protest',
  'hand-over',
  'bar',
  'decision',
  'staff-task',
  'incident',
  'anomaly-flag',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The right of staff with which each kind is read: that of its own list. A decision asks for the right of what it is about as well. */
export const RECORD_RIGHTS: Readonly<Record<RecordKind, StaffRight>> = {
  person: 'readAccounts',
  order: 'readOrders',
  // Every visitor reads it.
  lot: 'readOrders',
  application: 'readApplications',
  purchase: 'readApplications',
  settlement: 'readSettlements',
  offer: 'readSettlements',
  claim: 'readResultCancellations',
  payment: 'readPayments',
  'payment-difference': 'readPayments',
  hold: 'readPayments',
  refund: 'readRefunds',
  payout: 'readPayouts',
  'bank-line': 'readStatements',
  protocol: 'readProtocols',
  protest: 'readProtests',
  'hand-over': 'readHandOvers',
  bar: 'readBars',
  decision: 'readDecisions',
  'staff-task': 'readTasks',
  incident: 'readIncidents',
  'anomaly-flag': 'readAnomalyFlags',
};

export const isRecordKind = (kind: string): kind is RecordKind =>
  (RECORD_KINDS as readonly string[]).includes(kind);
