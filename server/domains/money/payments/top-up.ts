import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { PAYMENT, type PaymentCause, type PaymentStatus } from '#shared/lifecycles/payment.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';

/** A payment a person has started, and its state. */
export interface TopUp {
  /** The number the provider uses for it. */
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
  /** No transaction begins after it; one that has begun may finish. */
  expiresAt: Date;
  paidAt: Date | null;
  endedAt: Date | null;
}

/** How long a payment can be begun. */
export const TOP_UP_LIFE_MS = 24 * 3_600_000;

/** `R-2026-100001`: the year in Tashkent and the payment's number. */
export const receiptNumber = (paymentId: number, paidAtMs: number): string =>
  `R-${tashkentParts(paidAtMs).year}-${paymentId}`;

/** Reference of a payment in the ledger and other domains. */
export const paymentReference = (paymentId: number): string => `payment:${paymentId}`;

/** Not paid and not expired: after a declined card another one may be tried. */
export const isPayable = (
  { status, expiresAt }: Pick<TopUp, 'status' | 'expiresAt'>,
  nowMs: number,
): boolean => allows(PAYMENT, status, 'begin') && nowMs < expiresAt.getTime();
