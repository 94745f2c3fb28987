/** Apart from the table of the lifecycle, which the first page of the client does not load. */
export const PURCHASE_STATES = [
  'reserved',
  'bought',
  'expired',
  'cancelled',
  'codes-spent',
  'undelivered',
  'withdrawn',
  'barred',
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** Why units of a lot cannot be reserved. Checked in this order; the first that applies is reported. */
export const PURCHASE_REFUSALS = [
  /** A quantity was given for an auction. */
  'not-fixed-price',
  'not-started',
  'withdrawn',
  'suspended',
  'sold-out',
  /** The time of the sale is over. */
  'ended',
  /** Sold by the person, under this account or another one. */
  'own-lot',
  /** The account has no buyer's role. */
  'not-buyer',
  /** Facts of the profile are missing; the answer names them. */
  'profile',
  /** The PINFL tells that the person is not of age. */
  'under-age',
  /** The public offer in force is not signed. */
  'consent',
  /** Barred; the answer says until when. */
  'barred',
  /** Several reservations of this lot passed unused; the answer says until when the next one waits. */
  'too-often',
  /** More than are not sold yet. */
  'too-many',
  /** More by parts than one person may have open; the answer says how many more pass. */
  'parts-limit',
  /** What is free does not suffice; what others have reserved may come free. */
  'reserved-by-others',
  /** The balance does not cover the sum; the answer names what is missing. */
  'short-balance',
] as const;
export type PurchaseRefusal = (typeof PURCHASE_REFUSALS)[number];

/** What became of a reservation that can no longer be confirmed; `none`: there was none. */
export const PURCHASE_OVER = [
  'expired',
  'cancelled',
  'codes-spent',
  'undelivered',
  'withdrawn',
  'barred',
  'none',
] as const;
export type PurchaseOver = (typeof PURCHASE_OVER)[number];
