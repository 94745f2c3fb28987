import { DONE_HAND_OVERS, type HandOverState } from '../lifecycles/hand-over.ts';
import type { SaleKind, SettlementState } from '../lifecycles/settlement.ts';

/** The steps that follow a sale, in their order. */
export const AFTER_SALE_STEPS = [
  'sale',
  'protocol',
  'payment',
  'protest-window',
  'hand-over',
  'payout',
  'finished',
] as const;
type AfterSaleStep = (typeof AFTER_SALE_STEPS)[number];

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

/**
 * What holds a sale up besides its parties: one member of staff has shut the buyer's account; an admitted protest stops the payment; an open
 * one stops the payout; somebody whose account one person had shut may still protest.
 */
export const SALE_WAITS = ['standstill', 'protested-payment', 'protested-payout', 'time-to-protest'] as const;
export interface SaleWait {
  why: (typeof SALE_WAITS)[number];
  /** At the latest, in ms; null: until it is decided. */
  untilMs: number | null;
}

/** States of a seller's payout that the steps speak of. */
export const PAYOUT_OF_SALE_STATES = ['planned', 'approved', 'in-flight', 'paid', 'returned'] as const;
export type PayoutOfSaleState = (typeof PAYOUT_OF_SALE_STATES)[number];

export interface TrackedSale {
  sale: SaleKind;
  /** When the price was formed or the offer accepted, in ms. */
  soldAtMs: number;
  /** When its protocol was recorded, in ms; null: not yet, or a sale of a release without protocols. */
  protocolAtMs: number | null;
  state: SettlementState;
  dueAtMs: number;
  /** When it was paid, refused, lost or cancelled, in ms. */
  decidedAtMs: number | null;
  /** End of the time in which participants may protest; the seller is not paid out before it. In ms. */
  protestUntilMs: number;
  /** A lot of the operator itself has no seller and no payout. */
  hasSeller: boolean;
  /** null: not planned yet. */
  payout: { state: PayoutOfSaleState; paidAtMs: number | null } | null;
  /** null: not paid yet. Times in ms. */
  handOver: { state: HandOverState; dueAtMs: number; confirmedAtMs: number | null } | null;
}

const LOST: readonly SettlementState[] = ['refused', 'defaulted', 'cancelled'];

type Rest = Partial<Pick<TrackedStep, 'atMs' | 'byMs' | 'who'>>;
const step = (key: AfterSaleStep, state: StepState, rest: Rest = {}): TrackedStep => ({
  key,
  atMs: null,
  byMs: null,
  who: null,
  ...rest,
  state,
});

/** The seller hands over; the buyer confirms the receipt until the deadline, afterwards, and in a dispute, staff does. */
function handOverStep({ handOver, state }: TrackedSale, nowMs: number): TrackedStep {
  if (!handOver) return step('hand-over', state === 'paid' ? 'now' : 'next', { who: 'seller' });
  const { dueAtMs, confirmedAtMs } = handOver;
  if ((DONE_HAND_OVERS as readonly HandOverState[]).includes(handOver.state))
    return step('hand-over', 'done', { atMs: confirmedAtMs });
  if (handOver.state === 'disputed') return step('hand-over', 'now', { who: 'operator' });
  return nowMs < dueAtMs
    ? step('hand-over', 'now', { byMs: dueAtMs, who: 'buyer' })
    : step('hand-over', 'now', { who: 'operator' });
}

/**
 * What has happened after a sale, what happens now, by when and who must act: the same for the buyer, the seller and staff.
 * The payout waits for the hand-over and for the end of the time for protests; the sale is finished when it is done.
 * @param nowMs the server's clock
 */
export function afterSale(sale: TrackedSale, nowMs: number): TrackedStep[] {
  const paid = sale.state === 'paid';
  const windowOver = nowMs >= sale.protestUntilMs;
  const sold = step('sale', 'done', { atMs: sale.soldAtMs });
  const payout = (of: TrackedStep): TrackedStep[] => (sale.hasSeller ? [of] : []);
  // A purchase at a fixed price has no other participants; its payout waits as long all the same.
  const protests = (of: TrackedStep): TrackedStep[] => (sale.sale === 'purchase' ? [] : [of]);
  const recorded = sale.protocolAtMs !== null || sale.state !== 'awaiting';
  const protocol = recorded
    ? step('protocol', 'done', { atMs: sale.protocolAtMs })
    : step('protocol', 'now', { who: 'operator' });
  if (LOST.includes(sale.state))
    return [
      sold,
      protocol,
      step('payment', 'failed', { atMs: sale.decidedAtMs, byMs: sale.dueAtMs }),
      ...protests(step('protest-window', 'never')),
      step('hand-over', 'never'),
      ...payout(step('payout', 'never')),
      step('finished', 'never'),
    ];
  const handOver = handOverStep(sale, nowMs);
  const steps = [
    sold,
    protocol,
    paid
      ? step('payment', 'done', { atMs: sale.decidedAtMs })
      : step('payment', 'now', { byMs: sale.dueAtMs, who: 'buyer' }),
    ...protests(
      windowOver
        ? step('protest-window', 'done', { atMs: sale.protestUntilMs })
        : step('protest-window', paid ? 'now' : 'next', { byMs: sale.protestUntilMs }),
    ),
    handOver,
    ...payout(
      paid && sale.payout?.state === 'paid'
        ? step('payout', 'done', { atMs: sale.payout.paidAtMs })
        : step('payout', paid && windowOver && handOver.state === 'done' ? 'now' : 'next', {
            byMs: windowOver ? null : sale.protestUntilMs,
            who: 'operator',
          }),
    ),
  ];
  const isFinished = steps.every(({ state }) => state === 'done');
  const atMs = Math.max(...steps.map((each) => each.atMs ?? 0));
  return [...steps, isFinished ? step('finished', 'done', { atMs }) : step('finished', 'next')];
}
