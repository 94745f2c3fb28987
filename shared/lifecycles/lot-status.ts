import type { HammerOutcome } from '../auction/refusals.ts';

/** Lot status numbers are part of the public contract: 1–17, each with the colour class lists and cards use. */
export const LOT_STATUS = {
  acceptingApplications: 1,
  onSaleAtFixedPrice: 2,
  startingSoon: 3,
  biddingNow: 4,
  priceFormed: 5,
  awaitingPayment: 6,
  soldAndPaid: 7,
  suspended: 8,
  notHeld: 9,
  withdrawn: 10,
  noPriceGiven: 11,
  offeredToOne: 12,
  priceNotConfirmed: 13,
  archived: 14,
  paymentOverdue: 15,
  resultCancelled: 16,
  paidInPart: 17,
} as const;

export type LotStatusName = keyof typeof LOT_STATUS;
export type LotStatus = (typeof LOT_STATUS)[LotStatusName];

export const LOT_STATUSES = Object.values(LOT_STATUS) as readonly LotStatus[];

export const STATUS_COLOURS = ['primary', 'success', 'warning', 'danger', 'info'] as const;
export type StatusColour = (typeof STATUS_COLOURS)[number];

const COLOURS: Record<LotStatus, StatusColour> = {
  1: 'primary',
  2: 'success',
  3: 'warning',
  4: 'primary',
  5: 'success',
  6: 'warning',
  7: 'success',
  8: 'warning',
  9: 'danger',
  10: 'info',
  11: 'danger',
  12: 'warning',
  13: 'danger',
  14: 'info',
  15: 'warning',
  16: 'danger',
  17: 'warning',
};

/** primary blue · success green · warning orange · danger red · info grey. */
export function lotStatusColour(status: LotStatus): StatusColour {
  return COLOURS[status];
}

const NAMES = new Map(Object.entries(LOT_STATUS).map(([name, status]) => [status, name as LotStatusName]));

/** Key of the status in texts, e.g. `biddingNow`. */
export function lotStatusName(status: LotStatus): LotStatusName {
  const name = NAMES.get(status);
  if (name === undefined) throw new RangeError(`no lot status ${status}`);
  return name;
}

/** Lots that may still have, or already have, a room people enter. */
export const OPEN_STATUSES: readonly LotStatus[] = [
  LOT_STATUS.acceptingApplications,
  LOT_STATUS.startingSoon,
  LOT_STATUS.biddingNow,
  LOT_STATUS.suspended,
];
/** Status a lot gets when its room closes with the outcome the core decided. */
export function statusAfterHammer(outcome: HammerOutcome): LotStatus {
  switch (outcome) {
    case 'sold':
      return LOT_STATUS.priceFormed;
    case 'not-held':
      return LOT_STATUS.notHeld;
    case 'no-price-given':
      return LOT_STATUS.noPriceGiven;
    case 'withdrawn':
      return LOT_STATUS.withdrawn;
  }
}
