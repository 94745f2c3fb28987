import type { OrderLot, OrderRow } from '#shared/api/cabinet/orders.ts';
import type { FullOrder } from '#client/features/cabinet/customer-orders/pages/full-order.ts';
import { lotCard, text } from './list-fixture.ts';

/** An order as lists have it; what a test is about is given. */
export const orderRow = (part: Partial<OrderRow> = {}): OrderRow => ({
  id: 12,
  status: 'created',
  version: 3,
  createdAtMs: Date.parse('2026-11-20T09:15:00+05:00'),
  changedAtMs: Date.parse('2026-11-21T10:00:00+05:00'),
  progress: 1,
  title: { uz: 'Hovli uy', ru: 'Дом с двором' },
  orderType: 'private',
  tradeType: 'auction',
  ruleSet: 'private',
  startPriceTiyin: 50_000_000_00,
  openRemarks: 0,
  lots: { count: 0, last: null },
  ...part,
});

/** An order whose lot is in an auction that runs. */
export const tradingOrder = (part: Partial<OrderRow> = {}): OrderRow =>
  orderRow({
    status: 'on-trade',
    progress: 3,
    lots: {
      count: 1,
      last: { id: 7, status: 4, priceTiyin: 60_000_000_00, bids: 2, closesAtMs: Date.now() + 600_000 },
    },
    ...part,
  });

/** An order with everything its pages show but files, flows and lots. */
export const fullOrder = (part: Partial<FullOrder> = {}): FullOrder => ({
  order: orderRow(),
  orderInfo: {
    tab: 'order-info',
    ownerType: 'natural',
    orderType: 'private',
    tradeType: 'auction',
    ruleSet: 'private',
    choices: { depositPercent: 10, overtime: null, opensAtMs: Date.parse('2026-12-01T10:00:00+05:00') },
    quantity: 2,
    unit: 'piece',
    tenure: 'rent',
    rentMonths: 12,
    startPriceTiyin: 120_000_000_00,
    stayDays: 'until-sold',
    paymentWorkingDays: 5,
    instalments: { months: 6, firstPartBp: 3_050 },
    monthlyPriceTiyin: 10_000_000_00,
    sentAtMs: null,
  },
  propertyInfo: {
    tab: 'property-info',
    title: { uz: 'Hovli uy', ru: 'Дом с двором' },
    description: { uz: 'Keng hovli', ru: '' },
    address: { uz: 'Bogʻ koʻchasi, 4', ru: 'ул. Садовая, 4' },
    group: text('Koʻchmas mulk'),
    category: text('Uylar'),
    region: text('Toshkent shahri'),
    area: null,
    facts: [{ label: text('Maydoni'), value: text('120 m²') }],
  },
  requisites: {
    tab: 'requisites',
    requisites: {
      kind: 'account',
      bankName: 'Namuna bank',
      account: '20208000900123456001',
      mfo: '00873',
      holderName: 'Aziza Karimova',
    },
    changeable: true,
  },
  remarks: [],
  problems: [],
  ...part,
});

/** A lot of an order, with the people at it. */
export const orderLot = (part: Partial<OrderLot> = {}): OrderLot => ({
  ...lotCard({
    status: 4,
    room: {
      phase: 'running',
      priceTiyin: 60_000_000_00,
      count: 2,
      deadlineMs: Date.now() + 600_000,
      leaderNumber: 3,
    },
  }),
  bidders: 4,
  views: 310,
  favourites: 9,
  round: 1,
  ...part,
});
