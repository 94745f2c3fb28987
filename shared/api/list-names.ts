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
] as const;
