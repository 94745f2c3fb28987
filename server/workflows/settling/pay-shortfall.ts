import type { StartOutcome, TopUps } from '#server/domains/money/payments/index.ts';
import { createSettlementPayments } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { TOP_UP_LIMITS, type PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { Language } from '#shared/i18n/languages.ts';

export interface BringMissingSumDeps {
  db: AnyDb;
  topUps: Pick<TopUps, 'start'>;
}

export interface MissingSum {
  settlementId: number;
  lotId: number;
  personId: string;
  missingTiyin: number;
  /** null: everything that is left. */
  throughPart: number | null;
  provider: PaymentProvider;
  /** Idempotency key: a repeat answers with the same checkout. */
  requestId: string;
  language: Language;
}

export type CheckoutOutcome =
  | { outcome: 'started'; paymentId: number; checkoutUrl: string; amountTiyin: number }
  | Exclude<StartOutcome, { outcome: 'started' }>;

export type BringMissingSum = ReturnType<typeof createBringMissingSum>;

/**
 * A payment of exactly the missing sum that pays for the lot by itself when it is credited. A sum beyond the limits of one
 * payment becomes the nearest one that can be paid: the rest stays on the balance, or is brought by another payment.
 */
export const createBringMissingSum =
  ({ db, topUps }: BringMissingSumDeps) =>
  async ({
    settlementId,
    lotId,
    missingTiyin,
    throughPart,
    ...asked
  }: MissingSum): Promise<CheckoutOutcome> => {
    const { minTiyin, maxTiyin } = TOP_UP_LIMITS;
    const amountTiyin = Math.min(Math.max(missingTiyin, minTiyin), maxTiyin);
    const started = await topUps.start({ ...asked, amountTiyin, returnTo: `/profile/winlots?lot=${lotId}` });
    if (started.outcome !== 'started') return started;
    // Before the buyer learns where to pay, so that no credit comes ahead of it.
    await createSettlementPayments(db).add(started.paymentId, settlementId, throughPart);
    return { ...started, amountTiyin };
  };
