import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { LotDetails, Stock } from '#shared/api/site/lots.ts';
import type { PurchaseRefused, PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { lot as auction, text } from './lot-fixture.ts';

export const SEND = 'POST /api/shop/user-order/send-code';
export const CONFIRM = 'POST /api/shop/user-order/create-user-order';
export const CANCEL = 'POST /api/shop/cabinet/cancel_user_order';
export const MINE = 'GET /api/shop/cabinet/my-purchases';
export const BALANCE = 'GET /api/shop/user/balance';
export const UNIT = 1_000_000_00;
const MINUTE_MS = 60_000;
export const FAR = Date.UTC(2099, 0, 1);

export const sale = (stock: Partial<Stock> = {}, more: Partial<LotDetails> = {}): LotDetails => ({
  ...auction,
  tradeType: 'fixed-price',
  status: LOT_STATUS.onSaleAtFixedPrice,
  startPriceTiyin: UNIT,
  opensAtMs: 1,
  closesAtMs: FAR,
  applicationsUntilMs: FAR,
  quantity: 10,
  room: { ...auction.room, phase: 'waiting', deadlineMs: more.closesAtMs ?? FAR },
  stock: { units: 10, reserved: 0, sold: 0, ...stock },
  ...more,
});

export const purchase = (more: Partial<PurchaseView> = {}): PurchaseView => ({
  id: 5,
  lotId: 7,
  lotNumber: '7',
  title: text('Chair'),
  photo: null,
  lotStatus: 2,
  quantity: 2,
  unitPriceTiyin: UNIT,
  totalTiyin: 2 * UNIT,
  dueNowTiyin: 2 * UNIT,
  state: 'reserved',
  reservedAtMs: Date.now(),
  expiresAtMs: Date.now() + 5 * MINUTE_MS,
  decidedAtMs: null,
  settlementId: null,
  saleNumber: null,
  protocolNumber: null,
  ...more,
});
export const boughtOne = (more: Partial<PurchaseView> = {}) =>
  purchase({ state: 'bought', settlementId: 9, saleNumber: 1, protocolNumber: 'P-2026-000042', ...more });

export const mine = (...items: PurchaseView[]) => ({
  body: { items, total: items.length, page: 1, size: 20, serverAtMs: Date.now() },
});
export const reserved = (
  more: Partial<PurchaseView> = {},
  code: { state?: string; resendAfterMs?: number | null } = {},
) => ({
  body: {
    verdict: 'reserved',
    already: false,
    purchase: purchase(more),
    serverAtMs: Date.now(),
    code: {
      state: 'sent',
      resendAfterMs: MINUTE_MS,
      to: { phone: '+998 ** *** 12', email: null },
      ...code,
    },
    stock: { units: 10, reserved: 2, sold: 0 },
  },
});
export const refused = (reason: PurchaseRefused['reason'], more: Partial<PurchaseRefused> = {}) => ({
  body: {
    verdict: 'purchase-refused',
    reason,
    quantity: 1,
    totalTiyin: UNIT,
    dueNowTiyin: UNIT,
    missingTiyin: null,
    missingFacts: [],
    barredUntil: null,
    nextFreeAtMs: null,
    stock: { units: 10, reserved: 0, sold: 0 },
    serverAtMs: Date.now(),
    ...more,
  },
});

export const pressBuy = async () => userEvent.click(await screen.findByRole('button', { name: 'Buy' }));
export const dialog = () => screen.findByRole('dialog', { name: 'One-click purchase' });
