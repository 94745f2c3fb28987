import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createLotCardRepository, createLotPhotos, photosOfLot } from '#server/domains/trade/lots/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { type CorrectLot } from '#server/workflows/index.ts';
import { createCorrectLot } from '#server/workflows/selling/correct-lot.ts';
import { correctWantedLot } from '#server/workflows/selling/correct-wanted-lot.ts';
import { createLotCorrections, type LotCorrections } from '#server/workflows/selling/lot-corrections.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { publishedOrders, type OrdersOnTrade } from '../../fixtures/published-orders.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const STAFF = { personId: randomUUID(), address: '' };
const title = { uz: 'Tuzatilgan nom', ru: 'Исправленное название' };
const reason = 'Xatolik tuzatildi';

let database: TestDatabase;
let trade: OrdersOnTrade;
let correct: CorrectLot;
let corrections: LotCorrections;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  trade = await publishedOrders(database);
  corrections = createLotCorrections({
    orderLots: trade.orderLots,
    photos: createLotPhotos(db, trade.files),
    notifications: createNotifications(db),
    actions: createActionLog(db),
  });
  correct = createCorrectLot({ db, corrections, isSamePerson });
});
afterAll(async () => {
  await trade.close();
  await database.close();
});

async function onTrade(fields?: Partial<OrderFields>): Promise<number> {
  const listed = await trade.listing.list(await trade.approved(fields));
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  return listed.lotId;
}

test('staff correct name, description and photos: in the public history, and those who marked the lot are written to', async () => {
  const lotId = await onTrade();
  const follower = randomUUID();
  await database.pool.query('insert into favourite_lot (person_id, lot_id) values ($1, $2)', [
    follower,
    lotId,
  ]);
  const { items } = await trade.files.images(photosOfLot(lotId), { personId: '', roles: ['moderator'] });
  const [first, second, hidden] = items.map(({ uploadId }) => uploadId);
  const before = await trade.lots.get(lotId);
  expect(await correct(lotId, { title, photos: [hidden!, first!], reason }, STAFF)).toEqual({
    outcome: 'corrected',
    parts: ['title', 'photos'],
  });
  const after = await trade.lots.get(lotId);
  expect(after).toMatchObject({ title: expect.objectContaining(title), description: before?.description });
  expect(after?.search_form).toContain('tuzatilgan');
  expect([after?.photos.length, after?.hidden_photos.length]).toEqual([2, 1]);
  expect(after?.photos[1]?.url).toBe(before?.photos[0]?.url);
  const all = await trade.files.allPhotos(database.db, photosOfLot(lotId));
  expect(all.filter(({ visible }) => !visible).map(({ uploadId }) => uploadId)).toEqual([second]);
  // Nothing of the terms.
  expect(after).toMatchObject({ rules: before?.rules, start_price_tiyin: before?.start_price_tiyin });
  const flows = await createLotCardRepository(database.db).flows(lotId);
  expect(flows?.at(-1)).toMatchObject({
    from: 1,
    to: 1,
    by: 'staff',
    reason,
    corrected: ['title', 'photos'],
  });
  expect(await trade.notices(follower)).toEqual(['lot-corrected']);
});

test('what staff make a lot say is not without the knowledge of who sells it', async () => {
  const lotId = await onTrade();
  const seller = (await trade.lots.get(lotId))!.customer_person_id!;
  const before = (await trade.notices(seller)).length;
  await correct(lotId, { description: title, reason }, STAFF);
  expect((await trade.notices(seller)).slice(before)).toEqual(['lot-corrected']);
  // One message for each correction, also where they follow their own lot.
  await database.pool.query('insert into favourite_lot (person_id, lot_id) values ($1, $2)', [seller, lotId]);
  await correct(lotId, { title, reason }, STAFF);
  expect((await trade.notices(seller)).slice(before)).toEqual(['lot-corrected', 'lot-corrected']);
});

test('two persons who decide about photos read which of them are shown and hidden', async () => {
  const lotId = await onTrade();
  const { files } = trade;
  const all = await files.allPhotos(database.db, photosOfLot(lotId));
  expect(all.length).toBeGreaterThan(2);
  const photos = [all[2]!.uploadId, all[0]!.uploadId];
  const kind = correctWantedLot({
    corrections,
    lots: trade.lots,
    photos: createLotPhotos(database.db, files),
  });
  const facts = await kind.preview(database.db, { lotId, photos, reason });
  expect(facts).toContainEqual({ fact: 'photos-shown', type: 'text', text: '3, 1' });
  const hidden = all.map((_, at) => at + 1).filter((number) => number !== 3 && number !== 1);
  expect(facts).toContainEqual({ fact: 'photos-hidden', type: 'text', text: hidden.join(', ') });
});

test('no one corrects what a lot says again and again, so that it says what they want', async () => {
  const lotId = await onTrade();
  for (const _ of [1, 2, 3])
    expect((await correct(lotId, { description: title, reason }, STAFF)).outcome).toBe('corrected');
  await expect(correct(lotId, { title, reason }, STAFF)).rejects.toMatchObject({
    code: 'turned-down-before',
  });
  const colleague = { personId: randomUUID(), address: '' };
  expect((await correct(lotId, { title, reason }, colleague)).outcome).toBe('corrected');
});

test('no one person has a lot name another phone or e-mail, where buyers would ask where to send the money', async () => {
  const own = 'Tel. +998 (90) 123-45-67';
  const lotId = await onTrade({ description: { uz: `${own}. Omborda saqlangan`, ru: `${own}. Со склада` } });
  const saying = (text: string) => correct(lotId, { description: { uz: text, ru: text }, reason }, STAFF);
  for (const other of [
    `${own}, 91 999 99 99`,
    'Tel. +998 (91) 999-99-99',
    `${own}, operator@example.uz`,
    'Omborda, operator (at) example.uz',
  ])
    expect(await saying(other)).toEqual({ outcome: 'two-persons' });
  expect(await correct(lotId, { title: { uz: 'Quvur 919999999', ru: 'Трубы' }, reason }, STAFF)).toEqual({
    outcome: 'two-persons',
  });
  // The phone that its seller gave stays, in whatever way it is written, or goes.
  for (const text of ['Quruq omborda, 90 123 45 67', 'Quruq omborda'])
    expect(await saying(text)).toMatchObject({ outcome: 'corrected' });
});

test('photos are described by the corrected name, and stay as they are', async () => {
  const lotId = await onTrade();
  const before = await trade.lots.get(lotId);
  await correct(lotId, { title, reason }, STAFF);
  const after = await trade.lots.get(lotId);
  expect(before?.photos.length).toBeGreaterThan(1);
  expect(after?.photos).toEqual(before?.photos.map((photo) => ({ ...photo, alt: after?.title })));
  expect(after?.hidden_photos.map(({ alt }) => alt)).toEqual(before?.hidden_photos.map(() => after?.title));
  await correct(lotId, { description: title, reason }, STAFF);
  expect((await trade.lots.get(lotId))?.photos).toEqual(after?.photos);
});

test('a photo that the lot does not have changes nothing', async () => {
  const lotId = await onTrade();
  const before = await trade.lots.get(lotId);
  expect(await correct(lotId, { title, photos: [randomUUID()], reason }, STAFF)).toEqual({
    outcome: 'no-photo',
  });
  expect(await trade.lots.get(lotId)).toEqual(before);
  expect(await correct(77, { title, reason }, STAFF)).toEqual({ outcome: 'no-lot' });
});

test.each([
  ['Uzbek in Cyrillic letters', { title: { ...title, uz: 'Тузатилган ном' } }],
  ['HTML', { description: { uz: 'Yangi <b>quvurlar</b>', ru: 'Новые трубы' } }],
  ['a mark that turns the text', { title: { ...title, ru: 'Трубы \u202E 05' } }],
  ['a hidden mark in the public reason', { title, reason: 'Xato\u200B tuzatildi' }],
])('%s changes nothing', async (_, correction) => {
  const lotId = await onTrade();
  const before = await trade.lots.get(lotId);
  expect(await correct(lotId, { reason, ...correction }, STAFF)).toEqual({ outcome: 'letters' });
  expect(await trade.lots.get(lotId)).toEqual(before);
  const lines = { uz: 'Birinchi qator\nIkkinchi qator', ru: 'Первая строка\nВторая' };
  expect((await correct(lotId, { description: lines, reason }, STAFF)).outcome).toBe('corrected');
});

test('nothing is corrected after the first application, also one of the same moment', async () => {
  const lotId = await onTrade();
  let applied = (): void => undefined;
  const inside = new Promise<void>((resolve) => (applied = resolve));
  let correcting: ReturnType<CorrectLot> | undefined;
  const applying = inTransaction(database.db, async (tx) => {
    const applications = createTradeApplicationsRepository(tx);
    await applications.lockLot(lotId);
    correcting = correct(lotId, { title, reason }, STAFF);
    // The correction waits for the lock of the lot.
    await trade.waitsForLock();
    await applications.apply(lotId, randomUUID(), 0);
    applied();
  });
  await Promise.all([inside, applying]);
  expect(await correcting).toEqual({ outcome: 'applied-for' });
  expect((await trade.lots.get(lotId))?.title).not.toMatchObject(title);
});

test('nothing is corrected while units are reserved, also by a reservation of the same moment', async () => {
  const lotId = await onTrade({ tradeType: 'fixed-price', choices: undefined, quantity: 2 });
  await database.pool.query("update lot_stock set opens_at = now() - interval '1 minute' where lot_id = $1", [
    lotId,
  ]);
  const before = await trade.lots.get(lotId);
  let correcting: ReturnType<CorrectLot> | undefined;
  const purchaseId = await inTransaction(database.db, async (tx) => {
    const reserved = await createPurchasesRepository(tx).reserve({
      lotId,
      personId: randomUUID(),
      quantity: 1,
      minutes: 5,
      unitPriceTiyin: 100,
      totalTiyin: 100,
      dueNowTiyin: 100,
    });
    correcting = correct(lotId, { title, reason }, STAFF);
    await trade.waitsForLock();
    return reserved!.id;
  });
  expect(await correcting).toEqual({ outcome: 'applied-for' });
  expect(await trade.lots.get(lotId)).toEqual(before);
  // Without money behind it, the reservation is no part of the books.
  await database.pool.query('update lot_stock set reserved = 0 where lot_id = $1', [lotId]);
  await database.pool.query('delete from purchase where id = $1', [purchaseId]);
  expect((await correct(lotId, { title, reason }, STAFF)).outcome).toBe('corrected');
});

test('an ended lot is not corrected', async () => {
  const lotId = await onTrade();
  await database.pool.query("update lot set outcome = 'not-held', status = 9 where id = $1", [lotId]);
  expect(await correct(lotId, { description: title, reason }, STAFF)).toEqual({ outcome: 'over' });
});
