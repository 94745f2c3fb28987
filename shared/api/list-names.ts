/** Lists that `reference.dynamic-list` answers. */
export const DYNAMIC_LISTS = [
  'contact-subjects',
  'owner-types',
  'card-types',
  'payment-kinds',
  'tenures',
  'category-types',
  'property-types',
  'units',
  'order-refusals',
  'order-returns',
  'edit-refusals',
  'bar-causes',
] as const;

/** Those with reasons from which staff choose. */
export type ReasonList = Extract<
  (typeof DYNAMIC_LISTS)[number],
  'order-refusals' | 'order-returns' | 'edit-refusals' | 'bar-causes'
>;
