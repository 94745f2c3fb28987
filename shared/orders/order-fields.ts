import type { OrderFields } from '../api/cabinet/order-fields.ts';

export type { OrderFields, OrderRequisites, TradeChoices, TwoTexts } from '../api/cabinet/order-fields.ts';

/** Parts of the form, in their order: first what everybody has at hand. */
export const ORDER_STEPS = [
  'thing',
  'kind',
  'property',
  'place',
  'price',
  'documents',
  'requisites',
  'check',
] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** The step on which each field is filled in. `photos` and `documents` are files of the order. */
const ORDER_FIELD_STEP = {
  title: 'thing',
  photos: 'thing',
  startPriceTiyin: 'thing',
  ownerType: 'kind',
  orderType: 'kind',
  tradeType: 'kind',
  ruleSet: 'kind',
  categoryId: 'property',
  categoryType: 'property',
  propertyType: 'property',
  description: 'property',
  extraDescription: 'property',
  quantity: 'property',
  unit: 'property',
  facts: 'property',
  regionId: 'place',
  areaId: 'place',
  address: 'place',
  latitude: 'place',
  longitude: 'place',
  phone: 'place',
  extraPhone: 'place',
  email: 'place',
  tenure: 'price',
  rentMonths: 'price',
  estimatedPriceTiyin: 'price',
  belowEstimateAllowed: 'price',
  stayDays: 'price',
  paymentWorkingDays: 'price',
  instalments: 'price',
  choices: 'price',
  documents: 'documents',
  requisites: 'requisites',
} as const satisfies Record<keyof OrderFields | 'photos' | 'documents', OrderStep>;

/** Everything a problem or a remark can be about. */
export type OrderFieldName = keyof typeof ORDER_FIELD_STEP;
export const ORDER_FIELD_NAMES = Object.keys(ORDER_FIELD_STEP) as [OrderFieldName, ...OrderFieldName[]];

export const stepOfField = (field: OrderFieldName): OrderStep => ORDER_FIELD_STEP[field];

/** Limits of the fields. Lengths are in letters. */
export const ORDER_LIMITS = {
  titleMin: 5,
  title: 200,
  descriptionMin: 10,
  description: 5_000,
  extraDescription: 2_000,
  /** Of a lot: both descriptions with an empty line between them. */
  lotDescription: 7_002,
  address: 300,
  factText: 200,
  bankName: 120,
  holderName: 200,
  quantity: 1_000_000,
  /** 1 UZS. */
  startPriceMinTiyin: 100,
  /** Specification, section 5: the least term of a lease is one month. */
  rentMonthsMin: 1,
  rentMonths: 600,
  /** Specification, section 9. */
  paymentDaysMin: 3,
  paymentDays: 10,
  instalmentMonthsMin: 1,
  instalmentMonths: 120,
  /** Basis points. */
  firstPartMinBp: 1_000,
  firstPartBp: 9_999,
  stayDaysMin: 1,
  stayDays: 365,
  copiesMin: 1,
  copies: 10,
} as const;

/** Trade begins at least so long after sending: applications need the time. */
export const OPENS_AFTER_MS = 24 * 3_600_000;
/** With the consent of staff it may begin so soon after publication: people still need the time to apply. */
export const EARLY_OPENS_AFTER_MS = 2 * 3_600_000;
/** Public notice of a one-day auction of state property, in days. */
export const STATE_NOTICE_DAYS = 30;
/** Trade of private property ends at most so long after it begins. */
export const TRADE_LASTS_AT_MOST_MS = 90 * 24 * 3_600_000;
/** Trade begins at most so far ahead. */
export const OPENS_WITHIN_MS = 366 * 24 * 3_600_000;

/** A box around the country, in degrees. */
export const COUNTRY_BOX = { south: 37.1, north: 45.7, west: 55.9, east: 73.3 } as const;
