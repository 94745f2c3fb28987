import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { startOrdersApp, type Customer, type OrdersApp } from '../../fixtures/orders-app.ts';
import { DAY_MS, startOfDay, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';
import { sampleFields } from '../../fixtures/order-samples.ts';

let fixture: OrdersApp;
let me: Customer;

beforeAll(async () => {
  fixture = await startOrdersApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  me = await fixture.customer('Sample seller', true);
});

const call = (method: string, path: string, body?: object, who = me) => fixture.call(who, method, path, body);
interface Saved {
  id: number;
  version: number;
}
async function draft(fields: OrderFields = {}, who = me): Promise<Saved> {
  const { id, version } = (await call('POST', 'create-order', { requestId: crypto.randomUUID() }, who)).body
    .order;
  if (Object.keys(fields).length === 0) return { id, version };
  const saved = await save({ id, version }, fields, who);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return { id, version: saved.body.version };
}
const save = ({ id, version }: Saved, fields: object, who = me) =>
  call('POST', 'save-details', { orderId: id, version, fields }, who);
const read = async ({ id }: Pick<Saved, 'id'>, who = me) =>
  (await call('GET', `get-order/${id}`, undefined, who)).body;
/** A draft that could be sent. */
async function complete(changes: Partial<OrderFields> = {}): Promise<Saved> {
  const order = await draft({ ...sampleFields(), ...changes });
  fixture.files.set(order.id, { images: 3, mainImages: 1, documents: 0 });
  return order;
}
const problemsOf = (body: { problems: { field: string; part?: string; problem: string }[] }) =>
  body.problems.map(({ field, part, problem }) => [field, part, problem].filter(Boolean).join(' '));

describe('saving a draft', () => {
  test('stores some fields, leaves the others and deletes with null', async () => {
    const order = await draft({ quantity: 2, tenure: 'rent' });
    const { body } = await save(order, { rentMonths: 12, tenure: null });
    expect(body).toMatchObject({ version: order.version + 1, savedAtMs: expect.any(Number) });
    expect((await read(order)).fields).toEqual({ quantity: 2, rentMonths: 12 });
  });

  test('never overwrites what another tab saved, and says which version is there', async () => {
    const order = await draft();
    expect((await save(order, { quantity: 2 })).status).toBe(200);
    const stale = await save(order, { quantity: 3 });
    expect([stale.status, stale.body.ERROR.code]).toEqual([409, 'orders.changed']);
    expect(stale.body.ERROR.details).toEqual({ version: order.version + 1 });
    expect((await read(order)).fields).toEqual({ quantity: 2 });
    const tabs = await Promise.all(
      [2, 3, 4, 5].map((count) => save({ ...order, version: 2 }, { quantity: count * 10 })),
    );
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('is answered again when its answer was lost, and changes nothing twice', async () => {
    const order = await draft();
    const [first, again] = [await save(order, { quantity: 2 }), await save(order, { quantity: 2 })];
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await save({ ...order, version: 2 }, { quantity: 2 })).body.version).toBe(2);
  });

  test('replaces all fields at once', async () => {
    const order = await draft({ quantity: 2, tenure: 'rent' });
    const fields = { tenure: 'ownership' };
    const body = { orderId: order.id, version: order.version, fields };
    expect((await call('POST', 'update-order', body)).status).toBe(200);
    expect((await read(order)).fields).toEqual(fields);
  });

  test('writes Uzbek with its own letters and contacts as they are stored', async () => {
    const order = await draft({
      title: { uz: " O'quv `uylar' ", ru: ' Школа ' },
      facts: { walls: 'brick', cadastre: { uz: '10:01', ru: '' } },
      phone: '90 123 45 67',
      email: ' Me@Example.UZ ',
      requisites: {
        kind: 'account',
        bankName: ' B ',
        account: '2020 8000 9000 0000 0077',
        mfo: '00873',
        holderName: 'N',
      },
    });
    expect((await read(order)).fields).toEqual({
      title: { uz: 'Oʻquv ʼuylarʼ', ru: 'Школа' },
      facts: { walls: 'brick', cadastre: { uz: '10:01', ru: '' } },
      phone: '+998901234567',
      email: 'me@example.uz',
      requisites: {
        kind: 'account',
        bankName: 'B',
        account: '20208000900000000077',
        mfo: '00873',
        holderName: 'N',
      },
    });
  });

  test.each([
    ['a wrong type', { title: 'Uy' }],
    ['an unknown field', { colour: 'red' }],
    ['a text beyond all limits', { title: { uz: 'a'.repeat(10_001), ru: '' } }],
    ['a character that cannot be stored', { title: { uz: 'a\0b', ru: '' } }],
    ['half a character', { title: { uz: 'a\ud800', ru: '' } }],
    ['an unknown choice', { orderType: 'stolen' }],
    ['a price as a text', { startPriceTiyin: '100' }],
    [
      'too many answers',
      { facts: Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`f-${at}`, 1])) },
    ],
    ['a code of an answer that is none', { facts: { __proto__x: 1 } }],
  ])('refuses %s and stores nothing', async (_what, fields) => {
    const order = await draft({ quantity: 2 });
    const { status, body } = await save(order, fields);
    expect([status, body.ERROR.code]).toEqual([400, 'malformed']);
    expect((await read(order)).fields).toEqual({ quantity: 2 });
  });

  test('does not exist for other people', async () => {
    const order = await complete();
    const other = await fixture.customer('Other', true);
    const seen = { orderId: order.id, version: order.version };
    const calls: [string, string, object?][] = [
      ['POST', 'save-details', { ...seen, fields: {} }],
      ['POST', 'update-order', { ...seen, fields: {} }],
      ['POST', 'duplicate', { orderId: order.id, copies: 1, requestId: crypto.randomUUID() }],
      ['POST', 'create-order', { requestId: crypto.randomUUID(), copyOf: order.id }],
      ['POST', 'update-bank-info/send-code', { orderId: order.id }],
      ['POST', 'update-bank-info', { ...seen, requisites: sampleFields().requisites, code: '111111' }],
      ...['details', 'full-info', 'flows', 'get-additional-fee', 'preview'].map((name): [string, string] => [
        'GET',
        `${name}/${order.id}`,
      ]),
      ['GET', `tab-details/${order.id}?tab=requisites`],
    ];
    for (const [method, path, body] of calls)
      expect((await call(method, path, body, other)).status, path).toBe(404);
    expect((await read(order)).order.version).toBe(order.version);
  });

  test('is refused once the order is with staff, with its state', async () => {
    const order = await complete();
    await fixture.database.pool.query(`update customer_order set status = 'sent' where id = $1`, [order.id]);
    const { status, body } = await save(order, { quantity: 3 });
    expect([status, body.ERROR.code, body.ERROR.details]).toEqual([
      409,
      'orders.not-editable',
      { state: 'sent' },
    ]);
    expect(body.ERROR.message).not.toMatch(/\$t\(|\{\{|state\./);
  });

  test('is refused by each call in a sentence that names the state, in each language', async () => {
    const order = await complete();
    await fixture.database.pool.query(`update customer_order set status = 'finished' where id = $1`, [
      order.id,
    ]);
    const { requisites } = sampleFields();
    const seen = { orderId: order.id, version: order.version };
    const calls: [string, object][] = [
      ['save-details', { ...seen, fields: { quantity: 3 } }],
      ['update-order', { ...seen, fields: { quantity: 3 } }],
      ['delete-order', seen],
      ['update-bank-info/send-code', { orderId: order.id }],
      ['update-bank-info', { ...seen, requisites, code: '111111' }],
    ];
    const named = { uz: 'yakunlangan', ru: 'завершён', 'uz-Cyrl': 'якунланган', en: 'finished' };
    for (const [path, body] of calls)
      for (const [language, state] of Object.entries(named)) {
        const answer = await fixture.app.call('POST', `/api/shop/order/${path}`, {
          cookie: me.cookie,
          body,
          headers: { 'accept-language': language },
        });
        expect([answer.status, answer.body.ERROR.code], path).toEqual([409, 'orders.not-editable']);
        expect(answer.body.ERROR.message, `${path} ${language}`).toMatch(new RegExp(`: ${state}\\.$`));
      }
    expect((await read(order)).order.version).toBe(order.version);
  });
});

describe('the rules', () => {
  test('find nothing in a complete order, and say by steps what an empty one lacks', async () => {
    const order = await complete();
    expect(await read(order)).toMatchObject({ problems: [], warnings: [], progress: 1 });
    const { steps, problems } = await read(await draft());
    expect(steps.map(({ step, missing }: { step: string; missing: number }) => [step, missing])).toEqual([
      ['thing', 4],
      ['kind', 4],
      ['property', 7],
      ['place', 6],
      ['price', 3],
      ['documents', 0],
      ['requisites', 1],
      ['check', problems.length],
    ]);
  });

  test('ask for photos with exactly one main one', async () => {
    const order = await complete();
    fixture.files.set(order.id, { images: 2, mainImages: 0, documents: 21 });
    expect(problemsOf(await read(order))).toEqual([
      'photos photos-too-few',
      'photos main-photo',
      'documents documents-too-many',
    ]);
  });

  test('let state property be sold by auction only above 60 base amounts, and never cars in the simplified way', async () => {
    fixture.authorised.add(me.id);
    const state: Partial<OrderFields> = {
      orderType: 'state',
      ruleSet: 'state-shop',
      tradeType: 'fixed-price',
      propertyType: 'movable',
      paymentWorkingDays: 3,
      choices: undefined,
      estimatedPriceTiyin: 1_000_000_00,
      startPriceTiyin: 1_000_000_00,
    };
    const { rows } = await fixture.database.pool.query(
      `select c.id, case when g.code = 'furniture' then 'furniture' else c.code end as code
         from category c join category g on g.id = c.parent_id where 'furniture' = g.code or c.code = 'cars'`,
    );
    const idOf = (code: string) => rows.find((row) => row.code === code).id as number;
    const facts = { material: { uz: 'Yogʻoch', ru: 'Дерево' }, condition: 'new' };
    const furniture = await complete({ ...state, categoryId: idOf('furniture'), facts, quantity: 24 });
    fixture.files.set(furniture.id, { images: 3, mainImages: 1, documents: 1 });
    expect(problemsOf(await read(furniture))).toEqual([]);
    // 25 times 1 000 000 UZS is more than 60 times 412 000.
    const dear = await save(furniture, { quantity: 25 });
    expect(dear.body.problems).toEqual([
      {
        field: 'tradeType',
        problem: 'auction-only',
        details: { baseAmounts: 60, limitTiyin: 60 * 412_000_00 },
      },
    ]);
    const car = await save(
      { id: furniture.id, version: dear.body.version },
      { categoryId: idOf('cars'), quantity: 1 },
    );
    expect(problemsOf(car.body)).toContain('ruleSet not-by-state-shop');
  });

  test('are those of the rule set in force: its days to pay, and no trade of the state on a day off', async () => {
    fixture.authorised.add(me.id);
    const order = await draft();
    expect((await read(order)).paymentDays).toBeNull();
    const shop = await save(order, { orderType: 'state', ruleSet: 'state-shop' });
    expect(shop.body.paymentDays).toEqual({ min: 3, max: 3 });
    const sunday =
      startOfDay(Date.now() + 40 * DAY_MS) + (7 - tashkentParts(Date.now() + 40 * DAY_MS).weekday) * DAY_MS;
    const live = { ruleSet: 'state-live', tradeType: 'auction' };
    const off = await save(
      { id: order.id, version: shop.body.version },
      { ...live, choices: { announcedOn: tashkentDay(sunday) } },
    );
    expect(off.body.paymentDays).toEqual({ min: 10, max: 10 });
    expect((await read(order)).paymentDays).toEqual({ min: 10, max: 10 });
    expect(problemsOf(off.body)).toContain('choices announcedOn announced-day-off');
  });

  test('warn of a point far from its district', async () => {
    const { warnings, problems } = await read(await complete({ latitude: 39.65, longitude: 66.96 }));
    expect(problems).toEqual([]);
    expect(problemsOf({ problems: warnings })).toEqual(['latitude outside-area']);
  });

  test.each([
    ['in the chosen district of the city', { latitude: 41.36, longitude: 69.31 }, []],
    ['between the chosen one and its neighbour', { latitude: 41.345, longitude: 69.25 }, []],
    [
      'in another district of the same city',
      { latitude: 41.21, longitude: 69.22 },
      ['latitude outside-area'],
    ],
  ])('question a point that is %s', async (_what, point, expected) => {
    const { warnings } = await read(await complete(point));
    expect(problemsOf({ problems: warnings })).toEqual(expected);
  });

  test('show orders that seem to sell the same, and of other people only that there are some that were sent', async () => {
    const facts = { 'total-area': 50, cadastre: { uz: '10:01:02:03', ru: '10:01:02:03' } };
    const [one, other] = [
      await complete({ facts, title: { uz: 'Birinchi uy', ru: 'Первый дом' } }),
      await complete({
        facts: { ...facts, cadastre: '10 01 02 03' },
        title: { uz: 'Ikkinchi uy', ru: 'Второй дом' },
      }),
    ];
    expect((await read(one)).duplicates).toEqual([{ orderId: other.id, same: 'cadastre' }]);
    me = await fixture.customer('Sample seller');
    const third = await complete({ title: { uz: 'Boshqa bino', ru: 'Другое здание' }, facts });
    expect((await read(third)).duplicates).toEqual([]);
    await fixture.database.pool.query(
      `update customer_order set status = 'sent', sent_at = now() where id = any($1)`,
      [[one.id, other.id]],
    );
    expect((await read(third)).duplicates).toEqual([
      { orderId: null, same: 'cadastre' },
      { orderId: null, same: 'cadastre' },
    ]);
  });
});
