import type { PersonalTable } from '#server/platform/modules/index.ts';

/** What this module stores about persons. */
export const ORDERS_PERSONAL_DATA: readonly PersonalTable[] = [
  {
    table: 'customer_order',
    of: ['person_id'],
    why: 'requests to sell, with their fields',
    until: 'for good: accounting and the law of auctions',
    hidden: ['claimed_by', 'claims_by', 'first_approved_by'],
    lasting: true,
    erasure: { clear: { fields: { without: ['phone', 'extraPhone', 'email', 'requisites'] } } },
    files: 'order',
  },
  {
    table: 'order_requisites_change',
    of: ['person_id'],
    why: 'changed requisites of orders',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'order_flow',
    of: [],
    through: { column: 'order_id', table: 'customer_order', key: 'id', of: 'person_id' },
    why: 'steps of orders',
    until: 'for good: accounting and the law of auctions',
    hidden: ['by_person_id'],
    lasting: true,
    erasure: 'stays',
  },
  {
    table: 'order_action_token',
    of: ['person_id'],
    why: 'presses of buttons of orders that are under way',
    until: 'until they are too old',
    hidden: ['token_hash'],
    lasting: false,
    erasure: 'delete',
  },
  {
    table: 'order_withdrawal',
    of: ['person_id'],
    why: 'withdrawn orders and their penalties',
    until: 'for good: accounting and the law of auctions',
    lasting: true,
    erasure: 'stays',
  },
];
