import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsService,
  photosOfLot,
} from '#server/domains/trade/lots/index.ts';
import type { ReadyJson } from '#server/domains/trade/lots/index.ts';
import { createFavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import type { WorkflowStep } from '#server/workflows/crash-steps.ts';
import { createLotsOfOrder } from '#server/workflows/selling/list-order-lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { NO_ACCOUNT, publishedOrders, type OrdersOnTrade } from '../../fixtures/published-orders.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let trade: OrdersOnTrade;

beforeAll(async () => {
  database = await testDatabase();
  trade = await publishedOrders(database);
});
afterAll(async () => {
  await trade.close();
  await database.close();
});

const publish = async (orderId: number): Promise<number> => {
  const listed = await trade.listing.list(orderId);
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  return listed.lotId;
};
const idsOf = ({ json }: ReadyJson) =>
  (JSON.parse(json.toString()) as { items: { id: number }[] }).items.map(({ id }) => id);

describe('an approved order', () => {
  test('becomes a lot with its terms, files and history, and its customer is written to', async () => {
    const personId = randomUUID();
    const orderId = await trade.approved({ estimatedPriceTiyin: 45_000_000_00 }, { personId });
    const lotId = await publish(orderId);
    const [lot, ...others] = await trade.lotsOf(orderId);
    expect(others).toEqual([]);
    const opensAt = new Date(trade.fieldsOf(orderId).choices!.opensAtMs!);
    expect(lot).toMatchObject({
      id: lotId,
      status: LOT_STATUS.acceptingApplications,
      trade_type: 'auction',
      order_type: 'private',
      rule_set_name: 'private',
      customer_person_id: personId,
      opens_at: opensAt,
      quantity: 4,
      start_price_tiyin: 50_000_000_00,
      deposit_bp: 1_000,
      deposit_tiyin: 5_000_000_00,
      instalment_months: 6,
      first_part_bp: 3_000,
      stay_days: 30,
      payment_working_days: 5,
      unit: 't',
      property_type: 'movable',
      category_type: 'own',
      estimated_price_tiyin: 45_000_000_00,
      tenure: 'ownership',
      region_id: 1726,
      area_id: 1726273,
      latitude: 41.3,
      watchable: true,
      title: {
        uz: 'Choʻyan quvurlar',
        ru: 'Чугунные трубы',
        'uz-Cyrl': 'Чўян қувурлар',
        en: 'Choʻyan quvurlar',
      },
      description: expect.objectContaining({ ru: 'Трубы со склада, новые\n\nВывоз за счёт покупателя' }),
      customer: {
        name: expect.objectContaining({ uz: 'Anvar Namuna', ru: 'Anvar Namuna' }),
        ownerType: 'natural',
        phone: '+998901234567',
        email: 'anvar@example.uz',
      },
      customer_extra_phone: '+998901234568',
      facts: { condition: 'good', manufacturer: expect.objectContaining({ ru: 'Завод Намуна' }) },
    });
    expect(lot.photos.map(({ url }: { url: string }) => url)).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^\/files\/[\da-f]{32}\.webp$/)),
    );
    expect(lot.hidden_photos).toHaveLength(1);
    expect(await trade.files.countsOf(database.db, photosOfLot(lotId))).toEqual({
      images: 3,
      mainImages: 1,
      documents: 2,
    });
    expect(await trade.order(orderId)).toMatchObject({ status: 'on-trade' });
    expect(await trade.events(orderId)).toEqual(['send', 'approve', 'publish']);
    expect(await trade.notices(personId)).toEqual(['order-approved', 'order-published']);
    const { rows } = await database.pool.query(
      'select from_status, to_status, by from lot_flow where lot_id = $1',
      [lotId],
    );
    expect(rows).toEqual([{ from_status: null, to_status: 1, by: 'system' }]);
  });

  test('is found by its words in the next answer of the lists', async () => {
    const lots = createLotsService({
      lots: trade.lots,
      search: createLotSearchRepository(database.db),
      reference: trade.reference,
    });
    const query = { q: 'yangi dastgoh', i: 0, page: 1, size: 12 };
    expect(idsOf(await lots.list(query))).toEqual([]);
    const title = { uz: 'Yangi dastgoh', ru: 'Новый станок' };
    const lotId = await publish(await trade.approved({ title }));
    expect(idsOf(await lots.list(query))).toEqual([lotId]);
    expect(idsOf(await lots.list({ ...query, q: 'новый станок' }))).toEqual([lotId]);
  });

  test('has its documents read by participants, the public ones by anyone', async () => {
    const personId = randomUUID();
    const lotId = await publish(await trade.approved({}, { personId }));
    const names = async (viewer: { personId: string; roles: [] } | null) =>
      (await trade.files.documents(photosOfLot(lotId), viewer)).items.map(({ name }) => name);
    expect(await names(null)).toEqual(['passport.pdf']);
    expect(await names({ personId: 'a-stranger', roles: [] })).toEqual(['passport.pdf']);
    expect(await names({ personId, roles: [] })).toEqual(['passport.pdf', 'report.pdf']);
    expect(await names({ personId: 'a-participant', roles: [] })).toEqual(['passport.pdf', 'report.pdf']);
  });

  const ofTheState = {
    orderType: 'state',
    estimatedPriceTiyin: 40_000_000_00,
    instalments: undefined,
  } as const;

  test('is traded when its rule set says: a one-day auction of the state', async () => {
    const calendar = await trade.reference.workingCalendar();
    const announcedOn = tashkentDay(calendar.addWorkingDays(new Date(Date.now() + 40 * DAY_MS), 1));
    const orderId = await trade.approved({
      ...ofTheState,
      ruleSet: 'state-live',
      choices: { announcedOn, depositPercent: 15 },
      paymentWorkingDays: 10,
    });
    await publish(orderId);
    const [lot] = await trade.lotsOf(orderId);
    expect(lot.opens_at).toEqual(new Date(`${announcedOn}T10:00:00+05:00`));
    expect(lot.applications_until).toEqual(new Date(`${announcedOn}T09:00:00+05:00`));
  });

  test('is traded when its rule set says: simplified trade of the state', async () => {
    const calendar = await trade.reference.workingCalendar();
    const orderId = await trade.approved({
      ...ofTheState,
      ruleSet: 'state-shop',
      choices: undefined,
      paymentWorkingDays: 3,
    });
    await publish(orderId);
    const [lot] = await trade.lotsOf(orderId);
    const day = (at: Date) => at.toLocaleDateString('sv', { timeZone: 'Asia/Tashkent' });
    expect(day(lot.opens_at)).toBe(day(calendar.addWorkingDays(lot.published_at, 1)));
    expect(day(lot.closes_at)).toBe(day(calendar.addWorkingDays(lot.published_at, 5)));
  });

  test('at a fixed price is on sale from now for as long as it stays in trade', async () => {
    const fixed = { tradeType: 'fixed-price', choices: undefined } as const;
    const days = async (stayDays: number | 'until-sold') => {
      const orderId = await trade.approved({ ...fixed, stayDays });
      await publish(orderId);
      const [lot] = await trade.lotsOf(orderId);
      expect(lot).toMatchObject({ status: LOT_STATUS.onSaleAtFixedPrice, trade_type: 'fixed-price' });
      expect(lot.opens_at).toEqual(lot.published_at);
      return { days: (lot.closes_at - lot.published_at) / DAY_MS, stored: lot.stay_days };
    };
    expect(await days(12)).toEqual({ days: 12, stored: 12 });
    expect(await days('until-sold')).toEqual({ days: 365, stored: 0 });
  });
});

test('the customer watches the lots of an order, with people and marks, and no one else does', async () => {
  const personId = randomUUID();
  const orderId = await trade.approved({}, { personId });
  const lotId = await publish(orderId);
  await database.pool.query("insert into favourite_lot (person_id, lot_id) values ('p1', $1), ('p2', $1)", [
    lotId,
  ]);
  for (const [person, status, number] of [
    ['p1', 'admitted', 5],
    ['p2', 'lost', 6],
    ['p3', 'requested', 7],
  ] as const)
    await database.pool.query(
      'insert into trade_application (lot_id, person_id, number, status) values ($1, $2, $3, $4)',
      [lotId, person, number, status],
    );
  const lots = createLotsService({
    lots: trade.lots,
    search: createLotSearchRepository(database.db),
    reference: trade.reference,
  });
  const listOrderLots = createLotsOfOrder({
    db: database.db,
    orders: trade.orders,
    orderLots: trade.orderLots,
    lots,
    favourites: createFavouritesRepository(database.db),
    repeats: trade.repeats,
    wishes: trade.wishes,
    viewers: (id) => (id === lotId ? 9 : 0),
  });
  const found = await listOrderLots(orderId, personId);
  expect(found?.items).toEqual([
    expect.objectContaining({
      id: lotId,
      bidders: 2,
      favourites: 2,
      views: 9,
      startPriceTiyin: 50_000_000_00,
    }),
  ]);
  const draft = await trade.approved({}, { personId, withFiles: false });
  expect(await listOrderLots(draft, personId)).toMatchObject({ items: [], repeats: [] });
  expect(await listOrderLots(orderId, randomUUID())).toBeNull();
  expect(await listOrderLots(1, personId)).toBeNull();
});

describe('an order is published', () => {
  test('once, by any number of workers and repeats', async () => {
    const orderId = await trade.approved();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => trade.listing.list(orderId)));
    expect(outcomes.filter(({ outcome }) => outcome === 'published')).toHaveLength(1);
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'not-approved' });
    expect(await trade.lotsOf(orderId)).toHaveLength(1);
    expect(await trade.events(orderId)).toEqual(['send', 'approve', 'publish']);
  });

  test('with one lot at a time, by whatever code it is written', async () => {
    const lotId = await publish(await trade.approved());
    const soon = new Date(Date.now() + DAY_MS);
    const again = trade.lots.insertRepeat(lotId, {
      opensAt: soon,
      applicationsUntil: soon,
      publishedAt: new Date(),
      closesAt: new Date(soon.getTime() + DAY_MS),
    });
    await expect(again).rejects.toMatchObject({ constraint: 'lot_one_of_order' });
  });

  test.each(['list-lot-begun', 'list-lot-inserted', 'list-lot-files-taken', 'list-lot-moved'] as const)(
    'by the next round after a fault at %s, without a trace of the first try',
    async (step) => {
      // Those of the tests before.
      await trade.listing.listAll(rethrow);
      const orderId = await trade.approved();
      trade.crash.at = failOnceAt(step);
      const failed: number[] = [];
      await trade.listing.listAll((_, id) => failed.push(id));
      expect(failed).toEqual([orderId]);
      expect(await trade.lotsOf(orderId)).toEqual([]);
      expect(await trade.order(orderId)).toMatchObject({ status: 'approved' });
      expect(await trade.listing.listAll(rethrow)).toBe(1);
      expect(await trade.lotsOf(orderId)).toHaveLength(1);
    },
  );

  test('although an older one fails for long, which becomes one task for staff', async () => {
    await trade.listing.listAll(rethrow);
    const failing = await trade.approved();
    const rows = 'update customer_order set person_id = $2 where id = $1';
    const { person_id: personId } = await trade.order(failing);
    await database.pool.query(rows, [failing, NO_ACCOUNT]);
    const open = async () =>
      (await trade.tasks.page({ page: 1, size: 20, state: 'open' })).items.filter(
        ({ kind }) => kind === 'publish-order',
      );
    const failed: number[] = [];
    const round = (minutes: number) => {
      trade.clock.nowMs += minutes * 60_000;
      return trade.listing.listAll((_, id) => failed.push(id));
    };
    await round(0);
    await round(4);
    expect(await open()).toEqual([]);
    await round(1);
    await round(6);
    expect(failed).toEqual([failing, failing, failing, failing]);
    expect(await open()).toMatchObject([{ orderId: failing, lotId: null, lotTitle: null, lotStatus: null }]);
    const next = await trade.approved();
    await round(0);
    expect(await trade.order(next)).toMatchObject({ status: 'on-trade' });
    expect(failed).toHaveLength(4);
    await database.pool.query(rows, [failing, personId]);
    await round(6);
    expect(await trade.order(failing)).toMatchObject({ status: 'on-trade' });
    expect(await open()).toHaveLength(1);
  });

  test('not when its customer cancelled it or staff has not approved it', async () => {
    const orderId = await trade.approved();
    const { person_id: personId } = await trade.order(orderId);
    await trade.move({ event: 'cancel', orderId, by: { kind: 'customer', personId } });
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'not-approved' });
    expect(await trade.listing.list(77)).toEqual({ outcome: 'not-approved' });
    expect(await trade.lotsOf(orderId)).toEqual([]);
  });
});

test('an order is published though one of staff has ended its district or its bank since', async () => {
  const requisites = {
    kind: 'account',
    bankName: 'Namuna bank',
    account: '20208000900000000077',
    mfo: '00873',
    holderName: 'Anvar Namuna',
  } as const;
  await database.pool.query('update area set hidden = true where id = 1726273');
  await database.pool.query(
    `insert into bank (name, mfo, active) select name, '00999', true from area limit 1`,
  );
  // Without what was cached before.
  const later = await publishedOrders(database);
  expect(await later.listing.list(await later.approved({ requisites }))).toMatchObject({
    outcome: 'published',
  });
  await later.close();
  await database.pool.query('update area set hidden = false where id = 1726273');
  await database.pool.query(`delete from bank where mfo = '00999'`);
});

test('an order is published though one of staff has taken its category from its kind of property since', async () => {
  const orderId = await trade.approved();
  const { rows } = await database.pool.query(
    `select (fields->>'categoryId')::int as category, fields->>'orderType' as kind from customer_order where id = $1`,
    [orderId],
  );
  const of = `update category set order_types = array[$2] where id = $1`;
  await database.pool.query(of, [rows[0].category, rows[0].kind === 'state' ? 'private' : 'state']);
  // Without what was cached before.
  const later = await publishedOrders(database);
  expect(await later.listing.list(orderId)).toMatchObject({ outcome: 'published' });
  await later.close();
  await database.pool.query(`update category set order_types = array['state', 'private'] where id = $1`, [
    rows[0].category,
  ]);
});

describe('an order whose customer may not sell since it was approved', () => {
  afterEach(() => Object.assign(trade.obstacles, { shut: false, reason: undefined, owedTiyin: 0 }));

  test.each([
    ['is barred', { reason: 'barred' }, /08\.03\.2027/],
    ['has lost the role', { reason: 'role' }, /роль/],
    ['has an incomplete profile', { reason: 'profile' }, /[Пп]рофил/],
    ['has not signed the offer', { reason: 'offer' }, /оферт/],
    ['owes a penalty', { owedTiyin: 412_000_00 }, /412.000/],
  ] as const)('is returned with a remark: the customer %s', async (_, obstacle, said) => {
    Object.assign(trade.obstacles, obstacle);
    const orderId = await trade.approved();
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'returned' });
    expect(await trade.order(orderId)).toMatchObject({ status: 'returned' });
    expect(await trade.lotsOf(orderId)).toEqual([]);
    const { rows } = await database.pool.query('select field, text from order_remark where order_id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ field: 'ownerType', text: expect.stringMatching(said) }]);
  });

  test('waits while the account is shut, and is published once it is open again', async () => {
    trade.obstacles.shut = true;
    const orderId = await trade.approved();
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'waits' });
    expect(await trade.order(orderId)).toMatchObject({ status: 'approved' });
    trade.obstacles.shut = false;
    expect(await trade.listing.list(orderId)).toMatchObject({ outcome: 'published' });
  });
});

describe('an order whose terms have become impossible is returned', () => {
  test('with a remark in the language of the customer', async () => {
    const soon = { opensAtMs: Date.now() + DAY_MS / 2, closesAtMs: Date.now() + DAY_MS };
    const orderId = await trade.approved({ choices: soon });
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'returned' });
    expect(await trade.order(orderId)).toMatchObject({ status: 'returned' });
    expect(await trade.lotsOf(orderId)).toEqual([]);
    expect(await trade.events(orderId)).toEqual(['send', 'approve', 'refuse-terms']);
    const { rows } = await database.pool.query('select field, text from order_remark where order_id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ field: 'choices', text: expect.stringMatching(/[а-я].*24/) }]);
  });

  test('because the base amount or the rule set is another than when it was sent', async () => {
    const state = {
      orderType: 'state',
      tradeType: 'fixed-price',
      ruleSet: 'state-shop',
      choices: undefined,
    } as const;
    const dear = {
      startPriceTiyin: 40_000_000_00,
      estimatedPriceTiyin: 40_000_000_00,
      paymentWorkingDays: 3,
    };
    const orderId = await trade.approved({ ...state, ...dear, instalments: undefined });
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'returned' });
    const { rows } = await database.pool.query('select field from order_remark where order_id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ field: 'tradeType' }]);
  });
});

function failOnceAt(step: WorkflowStep): (passed: WorkflowStep) => void {
  let failed = false;
  return (passed) => {
    if (passed !== step || failed) return;
    failed = true;
    throw new Error('a fault');
  };
}

const rethrow = (error: unknown): void => {
  throw error;
};
