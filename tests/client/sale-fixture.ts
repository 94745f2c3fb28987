import type { Part, PartSchedule } from '#shared/api/parts.ts';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { afterSale } from '#shared/trade/after-sale.ts';

const DAY_MS = 24 * 3_600_000;
export const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
const SOLD_AT_MS = Date.parse('2026-11-20T12:00:00+05:00');

/** A lot won for 60 million UZS, with 3 million held as the deposit and nothing paid yet. */
export function winLot(more: Partial<WinLot> = {}): WinLot {
  const dueAtMs = more.dueAtMs ?? Date.now() + 2 * DAY_MS;
  const state = more.state ?? 'awaiting';
  return {
    settlementId: 1,
    lotId: 7,
    lotNumber: '5000007',
    title: inAll('Chevrolet Cobalt'),
    photo: null,
    lotStatus: 6,
    sale: 'hammer',
    bidderNumber: 12,
    priceTiyin: 60_000_000_00,
    depositTiyin: 3_000_000_00,
    dueTiyin: 57_000_000_00,
    paidTiyin: 0,
    balanceTiyin: 70_000_000_00,
    missingTiyin: 0,
    parts: null,
    state,
    soldAtMs: SOLD_AT_MS,
    dueAtMs,
    graceUntilMs: null,
    pausedAtMs: null,
    acceptedAtMs: null,
    decidedAtMs: null,
    canAccept: true,
    canPay: true,
    canRefuse: true,
    refusalCost: { forfeitTiyin: 3_000_000_00, barredMonths: null },
    protocol: { number: 'P-7', word: 'olma', pdf: '/api/shop/protocol/P-7.pdf' },
    bankOrder: null,
    handOver: null,
    canConfirmHandOver: false,
    canLeave: false,
    leaveStop: null,
    canDisputeHandOver: false,
    steps: afterSale(
      {
        sale: 'hammer',
        soldAtMs: SOLD_AT_MS,
        state,
        dueAtMs,
        decidedAtMs: state === 'awaiting' ? null : Date.now(),
        protestUntilMs: Date.now() + DAY_MS,
        payout: null,
        protocolAtMs: SOLD_AT_MS,
        hasSeller: true,
        handOver: more.handOver ?? null,
      },
      Date.now(),
    ),
    ...more,
  };
}

export const winLots = (items: WinLot[], open = items.filter(({ canPay }) => canPay).length) => ({
  body: { items, open, total: items.length, page: 1, size: 10 },
});

const MONTH_MS = 30 * DAY_MS;
const LATE_FEE_BP = { bpPerDay: 100, capBp: 1_000 };

interface Progress {
  /** So many parts are paid, the first one included; 0: nothing yet. */
  paid?: number;
  /** So many after them are late, by a day: one percent each. */
  late?: number;
  months?: number;
}

/** 60 million UZS by parts: 15 million first, of which 3 million are the deposit, then equal parts. */
export function partSchedule({ paid = 0, late = 0, months = 3 }: Progress = {}): PartSchedule {
  const each = 45_000_000_00 / months;
  const parts = Array.from({ length: months + 1 }, (_, k): Part => {
    const amountTiyin = k === 0 ? 15_000_000_00 : each;
    const state = k < paid ? 'paid' : k < paid + late ? 'late' : k === paid + late ? 'now' : 'next';
    const lateFeeTiyin = state === 'late' ? amountTiyin / 100 : 0;
    const toPayTiyin = amountTiyin + lateFeeTiyin - (k === 0 ? 3_000_000_00 : 0);
    return {
      k,
      amountTiyin,
      state,
      lateFeeTiyin,
      dueAtMs: Date.now() + (k - paid - late + 1) * MONTH_MS - (late > 0 ? MONTH_MS : 0) - DAY_MS / 2,
      paidAtMs: state === 'paid' ? Date.now() - DAY_MS : null,
      toPayTiyin: state === 'paid' ? 0 : toPayTiyin,
    };
  });
  const sum = (of: readonly Part[], field: 'amountTiyin' | 'toPayTiyin') =>
    of.reduce((all, part) => all + part[field], 0);
  const done = parts.filter(({ state }) => state === 'paid');
  return {
    begunAtMs: paid > 0 ? Date.now() - DAY_MS : null,
    months,
    firstPartBp: 2_500,
    parts,
    paidTiyin: sum(done, 'amountTiyin'),
    leftTiyin: sum(parts, 'amountTiyin') - sum(done, 'amountTiyin'),
    lateTiyin: sum(
      parts.filter(({ state }) => state === 'late'),
      'toPayTiyin',
    ),
    lateFeesPaidTiyin: 0,
    lateFee: LATE_FEE_BP,
    takenAtDeadline: true,
  };
}
