import type { SaleKind, SettlementState } from '../lifecycles/settlement.ts';

/** The steps that follow a sale, in their order. */
export const AFTER_SALE_STEPS = ['sale', 'payment', 'protest-window', 'payout', 'hand-over'] as const;
export type AfterSaleStep = (typeof AFTER_SALE_STEPS)[number];

/** `failed`: the sale was lost here; `never`: what will not come because of that. */
export const STEP_STATES = ['done', 'now', 'next', 'failed', 'never'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Who has to act. */
export const AFTER_SALE_ACTORS = ['buyer', 'seller', 'operator'] as const;
export type AfterSaleActor = (typeof AFTER_SALE_ACTORS)[number];

export interface TrackedStep {
  key: AfterSaleStep;
  state: StepState;
  /** When it was done or failed, in ms. */
  atMs: number | null;
  /** Until when it has to be done, or from when it can be, in ms. */
  byMs: number | null;
  who: AfterSaleActor | null;
}

/** States of a seller's payout that the steps speak of. */
export const PAYOUT_OF_SALE_STATES = ['planned', 'approved', 'in-flight', 'paid', 'returned'] as const;
export type PayoutOfSaleState = (typeof PAYOUT_OF_SALE_STATES)[number];

export interface TrackedSale {
  sale: SaleKind;
  /** When the price was formed or the offer accepted, in ms. */
  soldAtMs: number;
  state: SettlementState;
  dueAtMs: number;
  /** When it was paid, refused, lost or cancelled, in ms. */
  decidedAtMs: number | null;
  /** End of the time in which participants may protest; the seller is not paid out before it. In ms. */
  protestUntilMs: number;
  /** null: not planned yet. */
  payout: { state: PayoutOfSaleState; paidAtMs: number | null } | null;
  /** When the buyer had received the property, in ms. */
  handedOverAtMs: number | null;
}

const LOST: readonly SettlementState[] = ['refused', 'defaulted', 'cancelled'];

/**
 * What has happened after a sale, what happens now, by when and who must act: the same for the buyer, the seller and staff.
 * @param nowMs the server's clock
 */
export function afterSale(sale: TrackedSale, nowMs: number): TrackedStep[] {
  const paid = sale.state === 'paid';
  const lost = LOST.includes(sale.state);
  const windowOver = nowMs >= sale.protestUntilMs;
  const step = (
    key: AfterSaleStep,
    state: StepState,
    rest: Partial<Pick<TrackedStep, 'atMs' | 'byMs' | 'who'>> = {},
  ): TrackedStep => ({ key, atMs: null, byMs: null, who: null, ...rest, state });
  const sold = step('sale', 'done', { atMs: sale.soldAtMs });
  if (lost)
    return [
      sold,
      step('payment', 'failed', { atMs: sale.decidedAtMs, byMs: sale.dueAtMs }),
      step('protest-window', 'never'),
      step('payout', 'never'),
      step('hand-over', 'never'),
    ];
  const paidOut = sale.payout?.state === 'paid';
  const handedOver = sale.handedOverAtMs !== null;
  return [
    sold,
    paid
      ? step('payment', 'done', { atMs: sale.decidedAtMs })
      : step('payment', 'now', { byMs: sale.dueAtMs, who: 'buyer' }),
    windowOver
      ? step('protest-window', 'done', { atMs: sale.protestUntilMs })
      : step('protest-window', paid ? 'now' : 'next', { byMs: sale.protestUntilMs }),
    paidOut
      ? step('payout', 'done', { atMs: sale.payout?.paidAtMs ?? null })
      : step('payout', paid && windowOver ? 'now' : 'next', {
          byMs: windowOver ? null : sale.protestUntilMs,
          who: 'operator',
        }),
    handedOver
      ? step('hand-over', 'done', { atMs: sale.handedOverAtMs })
      : step('hand-over', paid ? 'now' : 'next', { who: 'seller' }),
  ];
}
