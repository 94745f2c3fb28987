/** What may make staff look at an auction. A sign is never a proof, and nothing follows from it by itself. */
export const ANOMALY_SIGNS = [
  /** Two bidders meet again and again, and what one offers the other tops and wins. */
  'pair',
  /** A bidder has something in common with the seller. */
  'seller-tie',
  /** Offers seriously for many lots of one seller, and wins none or hardly any. */
  'never-wins',
  /** One bidder wanted the lot; the others came at the last moment and offered nothing to speak of. */
  'sole-bidder',
  /** An offer far above the suggested one, when the price was serious already. */
  'jump',
  /** Very many refused attempts of one bidder. */
  'refused-flood',
  /** Sold far from what similar lots were sold for. */
  'price-far',
  /** The winner did not pay, and the reserve participant bought far below that price. */
  'far-reserve',
] as const;
export type AnomalySign = (typeof ANOMALY_SIGNS)[number];

/** What a bidder and a seller may have in common. */
export type SellerTie = 'national-id' | 'phone' | 'card' | 'address' | 'network';
