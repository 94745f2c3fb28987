import { createHash } from 'node:crypto';
import type { PayoutOfSale } from '#server/domains/money/settlements/index.ts';
import type { MoneyItem, MoneyVerdict } from '#server/domains/money/staff-money/index.ts';
import type { StaffPayout, WinnerPayment } from '#shared/api/console/payouts.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { PAYOUT, SENT_PAYOUTS, type PayoutHold } from '#shared/lifecycles/payout.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import { maskBankAccount } from '#shared/validation/bank-requisites.ts';
import type { Payout, PayoutRequisites, PayoutRow, PayoutStep } from './payout-tables.ts';
import type { PayoutsRepository, SaleOfSeller } from './payouts.repository.ts';

const msOf = (at: Date | null): number | null => at && at.getTime();

/** The same for the same requisites, whatever order their fields are stored in. Empty: there are none. */
export function markOf(requisites: PayoutRequisites | null): string {
  if (!requisites) return '';
  const named = Object.entries(requisites).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 32);
}

/** Approvals that count. */
export const approvalsOf = (steps: readonly PayoutStep[], { id, round }: Pick<Payout, 'id' | 'round'>) =>
  steps.filter((step) => step.payout_id === id && step.round === round && step.action === 'approved');

/** Who sent it; null: it is not sent, or was sent back and is planned again. */
export const senderOf = (
  steps: readonly PayoutStep[],
  { id, round }: Pick<Payout, 'id' | 'round'>,
): string | null =>
  steps.findLast((step) => step.payout_id === id && step.round === round && step.action === 'sent')?.actor ??
  null;

/**
 * Each round of approvals is judged by itself: what the bank sent back is judged again beside it. Who decided about the hand-over, or
 * named the account of the share, approves nothing of it, and may send it.
 */
export const moneyItemOf = (row: PayoutRow): MoneyItem => ({
  ref: `payout:${row.id}:${row.round}`,
  amountTiyin: row.amount_tiyin,
  personIds: [...new Set([row.seller_id, row.buyer_id])],
  restsOn: allows(PAYOUT, row.state, 'approve') ? [...row.sale_decided_by, ...row.share_named_by] : [],
});

export interface PayoutViewer {
  personId: string;
  decides: boolean;
  seesRequisites: boolean;
}

interface Context {
  steps: readonly PayoutStep[];
  requisitesNow: PayoutRequisites | null;
  requisitesChangedAt: Date | null;
  requisitesDiffer: StaffPayout['requisitesDiffer'];
  verdict: Pick<MoneyVerdict, 'approvers' | 'because' | 'refused'>;
  /** What of it pays what the seller owes: once it is sent, or else as much as it would be now. */
  setOffTiyin: number;
  /** What holds payouts, by settlement. */
  holds: ReadonlyMap<number, PayoutHold>;
  /** Those whose approvals a decision would not count. */
  left: ReadonlySet<string>;
  /** Names of people by their ids; those who are gone are missing. */
  names: ReadonlyMap<string, string>;
  /** Lots whose sellers the viewer must not see. */
  hidden: readonly number[];
  viewer: PayoutViewer;
  nowMs: number;
}

function shownRequisites(requisites: PayoutRequisites | null, whole: boolean): StaffPayout['requisites'] {
  if (!requisites) return null;
  if (requisites.kind === 'account') {
    const account = whole ? requisites.account : maskBankAccount(requisites.account);
    return { ...requisites, account };
  }
  const { kind, cardType, cardMask } = requisites;
  return { kind, cardType, cardMask };
}

function movesOf(row: PayoutRow, context: Context): StaffPayout['may'] {
  const { requisitesNow, viewer, nowMs, holds, verdict } = context;
  if (!viewer.decides || verdict.refused === 'own-money') return [];
  const approved = verdict.refused === 'second-person';
  const held = holds.has(row.settlement_id);
  const due = row.not_before.getTime() <= nowMs;
  const may: StaffPayout['may'] = [];
  if (allows(PAYOUT, row.state, 'approve') && !approved && !held && requisitesNow && due) may.push('approve');
  if (allows(PAYOUT, row.state, 'send') && !approved && !held) may.push('send');
  if (allows(PAYOUT, row.state, 'settle')) {
    if (senderOf(context.steps, row) !== viewer.personId) may.push('settle');
    may.push('return');
  }
  if (allows(PAYOUT, row.state, 'plan-again')) may.push('plan-again');
  return may;
}

/** A payout for staff. */
export function staffPayoutView(row: PayoutRow, context: Context): StaffPayout {
  const { names, viewer, verdict } = context;
  const steps = context.steps.filter((step) => step.payout_id === row.id);
  // What an approval now would be for: a planned payout takes the seller's present ones.
  const given = row.state === 'planned' ? context.requisitesNow : row.requisites;
  const isHidden = context.hidden.includes(row.lot_id);
  const requisites = isHidden ? null : given;
  return {
    id: row.id,
    settlementId: row.settlement_id,
    lotId: row.lot_id,
    title: row.lot_title,
    seller: isHidden ? null : { id: row.seller_id, name: names.get(row.seller_id) ?? '' },
    recipient: isHidden ? null : (row.recipient?.holderName ?? null),
    parts: partsOf(row),
    priceTiyin: row.price_tiyin,
    feeTiyin: row.fee_tiyin,
    amountTiyin: row.amount_tiyin,
    setOffTiyin: context.setOffTiyin,
    state: row.state,
    notBeforeMs: row.not_before.getTime(),
    requisites: shownRequisites(requisites, viewer.seesRequisites),
    requisitesMark: markOf(requisites),
    requisitesChangedAtMs: isHidden ? null : msOf(context.requisitesChangedAt),
    requisitesDiffer: isHidden ? [] : context.requisitesDiffer,
    approvalsNeeded: verdict.approvers,
    twoBecause: verdict.because,
    // What was decided with an approval stays decided with it.
    approvals: approvalsOf(steps, row).filter(
      ({ actor }) => !allows(PAYOUT, row.state, 'approve') || !context.left.has(actor),
    ).length,
    bankDocument: row.bank_document,
    steps: steps.map(({ action, actor, at, note }) => ({
      action,
      note,
      by: names.get(actor) ?? '',
      atMs: at.getTime(),
    })),
    heldBy: context.holds.get(row.settlement_id) ?? null,
    may: movesOf(row, context),
  };
}

/** Parts of the price that it is for; null: the whole price. */
const partsOf = ({ part, through_part: through }: Pick<Payout, 'part' | 'through_part'>) =>
  through === null ? null : { from: part, through };

/** What of a payout has left the account of sales, in tiyin: all of it once it is sent, and what was set off in any case. */
export const leftOf = ({ state, amount_tiyin, set_off_tiyin }: Payout): number =>
  (SENT_PAYOUTS as readonly string[]).includes(state) ? amount_tiyin : set_off_tiyin;

/** What has left the account of sales, in tiyin: sent, set off, or taken as a fee. */
const goneOf = (payouts: readonly Payout[]): number =>
  payouts.reduce(
    (sum, payout) =>
      sum + leftOf(payout) + (payout.state === 'cancelled' || payout.fee_id === null ? 0 : payout.fee_tiyin),
    0,
  );

/** How far a payout has come; what is sent back is furthest from its end. */
const WAY = ['returned', 'planned', 'approved', 'in-flight', 'paid'] as const;

/** The payouts of a sale as one, which has come as far as the last of them; null: none is planned. */
export function payoutOfSale(payouts: readonly Payout[]): PayoutOfSale {
  const shares = payouts.flatMap((payout) => {
    const { recipient, state, amount_tiyin: amountTiyin, set_off_tiyin: setOffTiyin, paid_at } = payout;
    if (state === 'cancelled') return [];
    const to = { recipient: recipient?.holderName ?? null, parts: partsOf(payout) };
    return [{ ...to, state, amountTiyin, setOffTiyin, paidAtMs: msOf(paid_at) }];
  });
  if (shares.length === 0) return null;
  const state = WAY.find((step) => shares.some((share) => share.state === step))!;
  const own = shares.filter(({ recipient }) => recipient === null);
  return {
    state,
    paidAtMs: state === 'paid' ? Math.max(...shares.map(({ paidAtMs }) => paidAtMs!)) : null,
    amountTiyin: own.reduce((sum, share) => sum + share.amountTiyin, 0),
    feeTiyin: payouts.reduce(
      (sum, { state: of, fee_tiyin }) => sum + (of === 'cancelled' ? 0 : fee_tiyin),
      0,
    ),
    goneTiyin: goneOf(payouts),
    shares,
  };
}

type PaidPart = Awaited<ReturnType<PayoutsRepository['paidParts']>>[number];

/** What the buyer of a sale has paid, and got back when it ended. */
function paymentsOf(sale: SaleOfSeller, paidParts: readonly PaidPart[]): WinnerPayment['parts'] {
  const { decided_at: decidedAt, deposit_tiyin: deposit, paid_tiyin: rest, returned_tiyin: returned } = sale;
  const some = (
    kind: WinnerPayment['parts'][number]['kind'],
    k: number | null,
    amountTiyin: number,
    at: Date,
  ) => (amountTiyin > 0 ? [{ kind, k, amountTiyin, atMs: at.getTime() }] : []);
  const begunAt = sale.parts_begun_at;
  if (begunAt)
    return [
      ...some('deposit', null, deposit, begunAt),
      ...paidParts.flatMap(({ k, amount_tiyin: amount, late_fee_tiyin: lateFee, paid_at: at }) => [
        ...some('part', k, k === 0 ? amount - deposit : amount, at!),
        ...some('late-fee', k, lateFee, at!),
      ]),
      ...(decidedAt ? some('returned', null, returned, decidedAt) : []),
    ];
  if (sale.state !== SETTLEMENT.events.pay.to || !decidedAt) return [];
  return [...some('deposit', null, deposit, decidedAt), ...some('rest', null, rest, decidedAt)];
}

/** A sale for the one whose lot it was. */
export function winnerPaymentView(
  sale: SaleOfSeller,
  payouts: readonly Payout[],
  paidParts: readonly PaidPart[],
): WinnerPayment {
  return {
    settlementId: sale.id,
    lotId: sale.lot_id,
    title: sale.lot_title,
    sale: sale.sale,
    bidderNumber: sale.bidder_number,
    priceTiyin: sale.price_tiyin,
    state: sale.state,
    soldAtMs: sale.sold_at.getTime(),
    dueAtMs: sale.due_at.getTime(),
    parts: paymentsOf(sale, paidParts),
    payouts: payouts.map((payout) => ({
      id: payout.id,
      recipient: payout.recipient?.holderName ?? null,
      parts: partsOf(payout),
      state: payout.state,
      feeTiyin: payout.fee_tiyin,
      amountTiyin: payout.amount_tiyin,
      setOffTiyin: payout.set_off_tiyin,
      notBeforeMs: payout.not_before.getTime(),
      sentAtMs: msOf(payout.sent_at),
      paidAtMs: msOf(payout.paid_at),
    })),
  };
}
