/** How some lots of the demo are sold, by their keys; the others alone, in full, into ownership. */

/** Months over which the winner may pay. */
export const INSTALMENT_MONTHS: Readonly<Record<string, number>> = {
  'flat-yunusobod': 12,
  'house-urgut': 12,
  'shop-chilonzor': 24,
  'warehouse-sergeli': 36,
  'workshop-andijon': 12,
  'excavator-chirchiq': 12,
  'truck-isuzu': 6,
  'cnc-navoiy': 12,
  'shares-fargona': 24,
};

/** Of such a price this is due first, in basis points. */
export const FIRST_PART_BP = 2_000;

/** Let for so many months. */
export const RENT_MONTHS: Readonly<Record<string, number>> = { 'field-guliston': 360, 'cafe-buxoro': 60 };

/** Orders of two to four lots, by the number of the order. */
export const ORDERS: Readonly<Record<number, readonly string[]>> = {
  900_001: ['laptops-mirobod', 'phones-namangan', 'packing-andijon'],
  900_002: ['tractor-mtz', 'bus-isuzu', 'loader-qarshi'],
  900_003: ['flat-yunusobod', 'shop-chilonzor', 'warehouse-sergeli', 'plot-chirchiq'],
  900_004: ['field-guliston', 'field-qarshi'],
  900_005: ['sofa-samarqand', 'vase-samarqand'],
};
