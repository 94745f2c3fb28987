/** Reasons in an order's history that the platform gives by a stable word; those of people are shown as they stated them. */
const WORDS = [
  'received',
  'received-by-staff',
  'disputed',
  'handed-over',
  'stay-over',
  'result-cancelled',
  'not-held',
  'no-price-given',
  'price-not-confirmed',
] as const;
export type FlowWord = (typeof WORDS)[number];

export const isFlowWord = (why: string): why is FlowWord => (WORDS as readonly string[]).includes(why);
