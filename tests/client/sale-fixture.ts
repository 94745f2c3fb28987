import type { WinLot } from '#shared/api/winlots.ts';
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
