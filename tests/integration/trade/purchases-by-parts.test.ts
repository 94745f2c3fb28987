import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLotPartSchedules } from '#server/domains/trade/lots/card/lot-part-schedule.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { partSums } from '#shared/trade/part-schedule.ts';
import { brokenBooks } from '../../fixtures/check-ledger.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const BY_PARTS = { instalmentMonths: 2, firstPartBp: 4_000 };
const sums = (units: number) =>
  partSums({ priceTiyin: units * UNIT, depositTiyin: 0, firstPartBp: 4_000, months: 2 });
const DAY = 24 * 3_600_000;

let database: TestDatabase;
let shop: PurchaseWorkflows;
let sold: SoldLots;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  shop = purchaseWorkflows(database);
  sold = soldLots(database);
});
afterAll(() => database.close());

const clean = async () => expect(await brokenBooks(database.db)).toEqual([]);
const statusOf = async (lotId: number) => (await shop.lots.get(lotId))!.status;
async function buyByParts(lotId: number, personId: string, units: number): Promise<number> {
  const reserved = await shop.reserving.reserve(lotId, personId, units, '127.0.0.1', true);
  expect(reserved).toMatchObject({ outcome: 'reserved' });
  expect(await shop.confirm(lotId, personId)).toMatchObject({ outcome: 'bought' });
  return (await sold.of(lotId)).id;
}

/** Two persons decided so. */
async function endLate(lotId: number, id: number, returnTiyin: number) {
  const end = await sold.undoPort.prepareEnd({ lotId, settlementId: id });
  return database.db
    .transaction()
    .execute((tx) => end(tx, { returnTiyin, reason: 'late for months', actor: randomUUID() }));
}

/** A lot that was published before the units by parts were limited. */
async function earlierLot(units: number): Promise<number> {
  const lotId = await shop.lot(units, BY_PARTS);
  await database.pool.query('update lot set parts_units_max = null where id = $1', [lotId]);
  return lotId;
}

test('one person has a tenth of the units open by parts at most, under whatever account, and always one', async () => {
  const lotId = await shop.lot(30, BY_PARTS);
  const pinfl = '30101901234568';
  const account = async () => shop.person(30 * UNIT, { personId: await sold.registered(pinfl) });
  const [one, other] = [await account(), await account()];
  const byParts = (personId: string, units: number) =>
    shop.reserving.reserve(lotId, personId, units, '127.0.0.1', true);
  expect(await byParts(one, 4)).toMatchObject({ objection: { reason: 'parts-limit', unitsLeft: 3 } });
  const id = await buyByParts(lotId, one, 2);
  expect(await byParts(other, 2)).toMatchObject({ objection: { reason: 'parts-limit', unitsLeft: 1 } });
  expect(await byParts(other, 1)).toMatchObject({ outcome: 'reserved' });
  expect(await byParts(one, 1)).toMatchObject({ objection: { reason: 'parts-limit', unitsLeft: 0 } });
  // In full there is no such limit, and what is paid whole is open no more.
  expect(await shop.buy(lotId, await account(), 5)).toMatchObject({ outcome: 'bought' });
  expect(await sold.paying.pay(id, one, 2)).toMatchObject({ outcome: 'paid' });
  expect(await byParts(await account(), 2)).toMatchObject({ outcome: 'reserved' });
  const small = await shop.lot(3, BY_PARTS);
  await buyByParts(small, await shop.person(UNIT), 1);
  await clean();
});

test('units of a sale that is lost are for others while the lot is on sale', async () => {
  const lotId = await shop.lot(2, BY_PARTS);
  const [first = 0] = sums(1);
  const id = await buyByParts(lotId, await shop.person(first), 1);
  await sold.passUntil(id, -31 * DAY);
  await sold.looking.look(id);
  await endLate(lotId, id, first);
  expect(await shop.stock(lotId)).toEqual({ units: 2, reserved: 0, sold: 0 });
  expect(await shop.buy(lotId, await shop.person(2 * UNIT), 2)).toMatchObject({ outcome: 'bought' });
  expect(await statusOf(lotId)).toBe(S.soldAndPaid);
  await clean();
});

test('the first part is held and captured; the lot owes until every sale is paid', async () => {
  const lotId = await earlierLot(3);
  const [first = 0, second = 0, third = 0] = sums(2);
  const [one, other] = [await shop.person(2 * UNIT), await shop.person(UNIT)];
  const id = await buyByParts(lotId, one, 2);
  expect(await sold.of(lotId)).toMatchObject({ state: 'part-paid', deposit_tiyin: first, paid_tiyin: 0 });
  expect(await statusOf(lotId)).toBe(S.onSaleAtFixedPrice);
  await clean();
  await shop.buy(lotId, other, 1);
  expect(await statusOf(lotId)).toBe(S.paidInPart);
  expect(await sold.paying.pay(id, one, 1)).toEqual({ outcome: 'part-paid', already: false });
  expect(await sold.balance(one)).toBe(2 * UNIT - first - second);
  expect(await sold.paying.pay(id, one, 2)).toEqual({ outcome: 'paid', already: false });
  expect(await sold.balance(one)).toBe(2 * UNIT - first - second - third);
  expect(await statusOf(lotId)).toBe(S.soldAndPaid);
  await clean();
});

test('the schedule of a lot at a fixed price knows no deposit: what it shows first is what is held', async () => {
  const terms = { instalmentMonths: 2, firstPartBp: 100 };
  const lotId = await shop.lot(1, terms);
  expect((await shop.lots.get(lotId))!.deposit_tiyin).toBe(0);
  const reference = createReferenceService(createReferenceRepository(database.db));
  const schedule = await createLotPartSchedules({ lots: shop.lots, reference }).of(lotId, UNIT);
  const buyer = await shop.person(UNIT);
  await buyByParts(lotId, buyer, 1);
  const first = schedule!.ifNow.parts[0]!.amountTiyin;
  expect([first, schedule!.depositTiyin, await sold.balance(buyer)]).toEqual([UNIT / 100, 0, UNIT - first]);
  // It is paid as one buys, at no other time.
  expect(schedule!.ifAtDeadline).toBeNull();
});

test('a late part makes the lot overdue while another sale of it is paid, and paying brings it back', async () => {
  const lotId = await shop.lot(2, BY_PARTS);
  const [first = 0, second = 0] = sums(1);
  const buyer = await shop.person(first);
  const id = await buyByParts(lotId, buyer, 1);
  await shop.buy(lotId, await shop.person(UNIT), 1);
  await sold.passUntil(id, -DAY);
  await sold.looking.look(id);
  expect(await statusOf(lotId)).toBe(S.paymentOverdue);
  await sold.give(buyer, second);
  expect(await sold.paying.pay(id, buyer, 1)).toMatchObject({ outcome: 'part-paid' });
  expect(await statusOf(lotId)).toBe(S.paidInPart);
  await clean();
});

test('another way to pay is no repeat of the reservation, and a lot without parts refuses it', async () => {
  const lotId = await shop.lot(2, BY_PARTS);
  const buyer = await shop.person(2 * UNIT);
  await shop.reserving.reserve(lotId, buyer, 1, '127.0.0.1', true);
  expect(await shop.reserve(lotId, buyer, 1)).toMatchObject({ outcome: 'other-quantity' });
  expect(await shop.held(buyer)).toBe(sums(1)[0]);
  const whole = await shop.lot(1);
  expect(await shop.reserving.reserve(whole, buyer, 1, '127.0.0.1', true)).toEqual({ outcome: 'no-parts' });
});

test('where the first part is the whole price, both ways to pay are the same reservation', async () => {
  const lotId = await shop.lot(1, BY_PARTS);
  const buyer = await shop.person(UNIT);
  // One tiyin cannot be split: its first part is all of it.
  await database.pool.query('update lot set start_price_tiyin = 1 where id = $1', [lotId]);
  const byParts = () => shop.reserving.reserve(lotId, buyer, 1, '127.0.0.1', true);
  expect(await byParts()).toMatchObject({ outcome: 'reserved', already: false });
  expect(await byParts()).toMatchObject({ outcome: 'reserved', already: true });
  expect(await shop.reserve(lotId, buyer, 1)).toMatchObject({ outcome: 'reserved', already: true });
  expect(await shop.held(buyer)).toBe(1);
});

test('one sale of several ends because its parts are late: the others stay', async () => {
  const lotId = await shop.lot(2, BY_PARTS);
  const [first = 0] = sums(1);
  const buyer = await shop.person(first);
  const id = await buyByParts(lotId, buyer, 1);
  await shop.buy(lotId, await shop.person(UNIT), 1);
  await sold.passUntil(id, -31 * DAY);
  await sold.looking.look(id);
  expect(await endLate(lotId, id, first)).toEqual({
    outcome: 'ended',
    returnedTiyin: first,
    toSellerTiyin: 0,
  });
  expect(await sold.balance(buyer)).toBe(first);
  expect(await statusOf(lotId)).toBe(S.soldAndPaid);
});

test('the only sale of a lot that ends because its parts are late leaves it unsold, not sold and paid', async () => {
  const lotId = await shop.lot(1, BY_PARTS);
  const [first = 0] = sums(1);
  const id = await buyByParts(lotId, await shop.person(first), 1);
  await sold.passUntil(id, -31 * DAY);
  await sold.looking.look(id);
  await endLate(lotId, id, first);
  expect(await statusOf(lotId)).toBe(S.priceNotConfirmed);
  await clean();
});

test('a lot whose sales were all lost ends so with its time, too', async () => {
  const lotId = await shop.lot(2, BY_PARTS);
  const [first = 0] = sums(1);
  const id = await buyByParts(lotId, await shop.person(first), 1);
  await sold.passUntil(id, -31 * DAY);
  await sold.looking.look(id);
  await endLate(lotId, id, first);
  expect(await statusOf(lotId)).toBe(S.onSaleAtFixedPrice);
  await shop.letEnd(lotId);
  await shop.endAll();
  expect(await statusOf(lotId)).toBe(S.priceNotConfirmed);
  await clean();
});
