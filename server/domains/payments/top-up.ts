import type { PaymentCause, PaymentProvider, PaymentStatus } from '#shared/api/payments.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';

/** What a person set out to pay, and how it went. */
export interface TopUp {
  /** The number the provider knows it by. */
  id: number;
  personId: string;
  provider: PaymentProvider;
  amountTiyin: number;
  status: PaymentStatus;
  cause: PaymentCause | null;
  requestId: string;
  returnTo: string | null;
  receiptNumber: string | null;
  createdAt: Date;
  /** Nothing is begun after it; what has begun may end. */
  expiresAt: Date;
  paidAt: Date | null;
  endedAt: Date | null;
}

/** How long a payment can be begun. */
export const TOP_UP_LIFE_MS = 24 * 3_600_000;

/** `R-2026-100001`: the year in Tashkent and the payment's number. */
export const receiptNumber = (paymentId: number, paidAtMs: number): string =>
  `R-${tashkentParts(paidAtMs).year}-${paymentId}`;

/** How the ledger and other domains name a payment. */
export const paymentReference = (paymentId: number): string => `payment:${paymentId}`;

/** Not paid and not too old: a declined card may be followed by another one. */
export const isPayable = (
  { status, expiresAt }: Pick<TopUp, 'status' | 'expiresAt'>,
  nowMs: number,
): boolean => (status === 'created' || status === 'cancelled') && nowMs < expiresAt.getTime();
