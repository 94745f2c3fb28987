/** Steps in the history of an order that leave its state as it is. */
export const ORDER_NOTES = [
  'protest-filed',
  'protest-admitted',
  'protest-not-admitted',
  'protest-accepted',
  'protest-rejected',
  'protest-unanswered',
  'protest-upheld',
  'protest-dismissed',
  'protest-withdrawn',
  'protest-closed',
] as const;
export type OrderNote = (typeof ORDER_NOTES)[number];

export const isOrderNote = (event: string): event is OrderNote =>
  (ORDER_NOTES as readonly string[]).includes(event);
