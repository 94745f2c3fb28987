import { possibleActions, type OrderAction } from '#shared/lifecycles/order-actions.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import type { OrderStatus } from '#client/entities/order/order-badge.tsx';

/** Actions that have a place in the cabinet; protests have their own. */
const OFFERED = [
  'edit',
  'send',
  'take-back',
  'duplicate',
  'withdraw-from-trade',
  'repeat',
  'stop-repeats',
  'cancel',
  'close',
] as const satisfies readonly OrderAction[];
export type OfferedAction = (typeof OFFERED)[number] | 'delete';

/** Actions that the server announces before it carries them out, and that need no signature. */
export type ConfirmedAction =
  | 'take-back'
  | 'cancel'
  | 'withdraw-from-trade'
  | 'repeat'
  | 'stop-repeats'
  | 'close';

/** Actions that are asked about in a dialog; editing and sending lead to the form. */
export type DialogAction = ConfirmedAction | 'duplicate' | 'delete';

export const mayDelete = (status: OrderStatus): boolean => allows(ORDER, status, 'delete');

/** What the state of an order allows, the likeliest first. The server judges once more. */
export function offeredActions(status: OrderStatus): OfferedAction[] {
  const possible = possibleActions(status);
  return [
    ...OFFERED.filter((action) => possible.includes(action)),
    ...(mayDelete(status) ? (['delete'] as const) : []),
  ];
}
