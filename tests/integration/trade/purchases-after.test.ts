import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  workingCalendar,
} from '#server/domains/content/reference/index.ts';
import { createWinnerPayments } from '#server/domains/money/settlements/winner-payments.service.ts';
import { eventsOfSales } from '#server/workflows/settling/sale-status.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { readPdf } from '../../fixtures/pdf-text.ts';
import { protocolsOf } from '../../fixtures/protocols.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let it: PurchaseWorkflows;
beforeAll(async () => {
  database = await testDatabase('template', 10);
});
beforeEach(() => {
  it = purchaseWorkflows(database);
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

describe('the status that sales give a lot', () => {
  const sale = { units: 3, sold: 1, over: null } as const;
  test.each([
    [
      'stays on sale while units and time are left',
      { ...sale, status: S.onSaleAtFixedPrice, settlements: ['paid'] },
      [],
    ],
    [
      'is ended without a sale',
      { ...sale, status: S.onSaleAtFixedPrice, sold: 0, settlements: [], over: 'time' },
      ['end-sale'],
    ],
    [
      'is withdrawn without one',
      { ...sale, status: S.onSaleAtFixedPrice, sold: 0, settlements: [], over: 'withdrawn' },
      ['withdraw-sale'],
    ],
    [
      'is sold when all is paid',
      { ...sale, status: S.suspended, settlements: ['paid', 'cancelled'], over: 'withdrawn' },
      ['sell-out'],
    ],
    [
      'is paid in part while one owes',
      { ...sale, status: S.onSaleAtFixedPrice, sold: 3, settlements: ['paid', 'part-paid'] },
      ['sell-in-parts'],
    ],
    [
      'is overdue while one is',
      { ...sale, status: S.onSaleAtFixedPrice, sold: 3, settlements: ['part-paid', 'overdue'] },
      ['sell-in-parts', 'fall-due'],
    ],
    [
      'falls due later',
      { ...sale, status: S.paidInPart, sold: 3, settlements: ['overdue', 'part-paid'] },
      ['fall-due'],
    ],
    [
      'goes on in part',
      { ...sale, status: S.paymentOverdue, sold: 3, settlements: ['paid', 'part-paid'] },
      ['pay-in-part'],
    ],
    [
      'is sold with the last payment',
      { ...sale, status: S.paymentOverdue, sold: 3, settlements: ['paid'] },
      ['pay'],
    ],
    [
      'is not confirmed when every sale was lost',
      { ...sale, status: S.paymentOverdue, sold: 3, settlements: ['defaulted'] },
      ['lose-price'],
    ],
    [
      'is not confirmed at its end when every sale was lost',
      { ...sale, status: S.onSaleAtFixedPrice, settlements: ['defaulted'], over: 'time' },
      ['sell-in-parts', 'fall-due', 'lose-price'],
    ],
    [
      'is cancelled when the last sale that stood is',
      { ...sale, status: S.soldAndPaid, sold: 3, settlements: ['cancelled', 'defaulted'] },
      ['cancel-result'],
    ],
    [
      'is cancelled at its end when every sale was before',
      { ...sale, status: S.onSaleAtFixedPrice, sold: 0, settlements: ['cancelled'], over: 'time' },
      ['sell-in-parts', 'cancel-result'],
    ],
    [
      'stays on sale when a sale is cancelled',
      { ...sale, status: S.onSaleAtFixedPrice, sold: 0, settlements: ['cancelled'] },
      [],
    ],
    ['stays', { ...sale, status: S.soldAndPaid, sold: 3, settlements: ['paid'] }, []],
  ] as const)('%s', (_, given, events) => {
    expect(eventsOfSales(given)).toEqual(events);
  });
});

test('a seller sees each sale of a lot by itself, also while it is on sale', async () => {
  const seller = randomUUID();
  const lotId = await it.lot(5, { customerPersonId: seller });
  await it.buy(lotId, await it.person(2 * UNIT), 2);
  await it.buy(lotId, await it.person(UNIT));
  const none = { ofSettlements: async () => new Map() };
  const payments = createWinnerPayments({
    db: database.db,
    afterSale: { payouts: none, handOvers: none },
    calendar: async () => workingCalendar([]),
  });
  const { items, total } = await payments.list(seller, { group: 'sold', page: 1, size: 20 });
  expect(total).toBe(2);
  expect(items.map(({ sale, endedAtMs }) => [sale?.bidderNumber, sale?.quantity, endedAtMs])).toEqual([
    [2, 1, null],
    [1, 2, null],
  ]);
});

test('a hand-over is named by its sale, and its act states what was bought', async () => {
  const [lotId, personId] = [await it.lot(5), await it.person(5 * UNIT)];
  await it.buy(lotId, personId, 2);
  await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '2 minutes'");
  await it.buy(lotId, personId, 1);
  const [second, first] = (await it.service.mine(personId, { page: 1, size: 20 })).items;
  const handOvers = createHandOversRepository(database.db);
  const last = await handOvers.ofBuyer(lotId, personId);
  expect(last?.settlement_id).toBe(second?.settlementId);
  const named = await handOvers.ofBuyer(lotId, personId, first?.settlementId ?? 0);
  expect(named?.settlement_id).toBe(first?.settlementId);
  expect(await handOvers.ofBuyer(lotId, await it.person(0), first?.settlementId ?? 0)).toBeNull();
});

test('its protocol states units, price of one and the time, and is shown to its own buyer', async () => {
  const [lotId, one, other] = [await it.lot(5), await it.person(5 * UNIT), await it.person(5 * UNIT)];
  await it.buy(lotId, one, 3);
  await it.buy(lotId, other);
  const protocols = protocolsOf(database, () => ({
    kind: 'natural',
    name: 'Anvar Namuna',
    stir: null,
    pinfl: '30101901234567',
    phone: null,
  }));
  const mine = await protocols.shownTo(lotId, { personId: one, roles: [] });
  expect(mine).toMatchObject({ cause: 'purchase', sale: { buyerNumber: 1, priceTiyin: 3 * UNIT } });
  expect(mine?.word).toMatch(/\S/);
  const foreign = await protocols.shownTo(lotId, { personId: randomUUID(), roles: [] });
  expect(foreign).toMatchObject({ sale: { buyerNumber: 2 }, word: null, fileUrl: null });
  const sales = await Promise.all([one, other].map((personId) => it.purchases.lastOf(lotId, personId)));
  const asked = sales.map((sale) => ({ lotId, settlementId: sale?.settlement_id ?? null })).toReversed();
  const both = await protocols.shownOfEach([...asked, { lotId }, { lotId: lotId + 1 }], {
    personId: one,
    roles: [],
  });
  expect(both.map((shown) => shown?.sale?.buyerNumber)).toEqual([2, 1, 1, undefined]);
  const file = await protocols.fullCopy(mine!.number, { personId: one, roles: [] });
  const { text } = readPdf(file!.body);
  expect(text).toContain('Протокол о покупке по фиксированной цене');
  expect(text).toContain('Куплено единиц: 3');
  expect(text).not.toContain('Первый шаг');
  expect(await protocols.fullCopy(mine!.number, { personId: other, roles: [] })).toBeNull();
});

test('cards and lists show the stock, and change with it', async () => {
  const reference = createReferenceService(createReferenceRepository(database.db));
  const lots = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference,
  });
  const lotId = await it.lot(4);
  const shown = async () =>
    JSON.parse((await lots.detailsJson(lotId))!.json.toString()) as { stock: unknown };
  expect((await shown()).stock).toEqual({ units: 4, reserved: 0, sold: 0 });
  await it.buy(lotId, await it.person(UNIT));
  await it.reserve(lotId, await it.person(2 * UNIT), 2);
  expect((await shown()).stock).toEqual({ units: 4, reserved: 2, sold: 1 });
  expect((await lots.cards([lotId]))[0]?.stock).toEqual({ units: 4, reserved: 2, sold: 1 });
});
