import type { OrderFieldName } from './order-fields.ts';

/** What can be wrong with a field; each has a text `order-problems:<code>` in every language. */
export const ORDER_PROBLEMS = [
  'required',
  'selection',
  'too-short',
  'too-long',
  'latin',
  'html',
  'hidden-marks',
  'letters',
  'not-a-number',
  'not-whole',
  'too-small',
  'too-large',
  'unknown-choice',
  'unknown-field',
  'price',
  'price-fraction',
  'price-too-small',
  'price-too-large',
  'price-below-estimate',
  'estimate-required',
  'auction-only',
  'rule-set-of-other-property',
  'not-by-state-shop',
  'not-authorised',
  'owner-type',
  'category-not-for-order-type',
  'category-hidden',
  'property-type-of-other-category',
  'date',
  'count',
  'rent-term',
  'payment-days',
  'months',
  'first-part',
  'stay-days',
  'coordinates',
  'choose-coordinate',
  'outside-country',
  'outside-area',
  'area-of-other-region',
  'phone',
  'email',
  'bank-account',
  'bank-account-currency',
  'mfo',
  'mfo-unknown',
  'bank-info-not-found',
  'not-own-name',
  'deposit',
  'repeat-cut',
  'participants',
  'not-a-choice-of-rule-set',
  'opens-too-soon',
  'opens-too-late',
  'closes-before-opening',
  'closes-too-late',
  'announced-day',
  'announced-too-soon',
  'announced-day-off',
  'terms',
  'photos-too-few',
  'photos-too-many',
  'main-photo',
  'documents-too-many',
  'estimate-report',
] as const;
export type OrderProblemCode = (typeof ORDER_PROBLEMS)[number];

/** One thing to mend. */
export interface OrderProblem {
  field: OrderFieldName;
  problem: OrderProblemCode;
  /** Part of the field: a language, the code of a fact, the name of a choice or of a requisite. */
  part?: string | undefined;
  /** Figures for the text: a limit, a missing count. Sums are in tiyin. */
  details?: Record<string, string | number> | undefined;
}
