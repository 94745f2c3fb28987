import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import { orderFileOwner } from '#server/domains/trade/orders/order-files.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { OPEN_ORDERS_MAX } from '#shared/api/cabinet/orders.ts';
import { startOrdersApp, type Customer, type OrdersApp } from '../../fixtures/orders-app.ts';

let fixture: OrdersApp;
let me: Customer;

beforeAll(async () => {
  fixture = await startOrdersApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  me = await fixture.customer();
});

/** What the account of a legal entity says of itself. */
const SELLER = {
  kind: 'legal' as const,
  name: 'Namuna Mulk MChJ',
  phone: '+998712000000',
  email: 'mulk@sinov.example',
  requisites: { bankName: 'Sinov banki', account: '20208000900123456001', mfo: '00394' },
};

const customer = () => fixture.customer();
const fieldsOf = async (id: number) => (await call('GET', `get-order/${id}`)).body.fields;
const call = (method: string, path: string, body?: object, who = me) => fixture.call(who, method, path, body);
const create = (requestId: string = randomUUID(), who = me) =>
  call('POST', 'create-order', { requestId }, who);
const created = async (who = me) => {
  const { status, body } = await create(randomUUID(), who);
  expect([status, body.verdict]).toEqual([200, 'created']);
  return body.order as { id: number; version: number };
};
const remove = (order: { id: number; version: number }, who = me) =>
  call('POST', 'delete-order', { orderId: order.id, version: order.version }, who);
const idsOf = async (query = '') =>
  (await call('GET', `list${query}`)).body.items.map(({ id }: { id: number }) => id);
const owner = () => orderFileOwner(fixture.database.db);
const changeFiles = (orderId: number, personId: string) =>
  inTransaction(fixture.database.db, async (tx) => {
    await owner().lockForChange(tx, orderId, personId);
    await owner().touched(tx, orderId, 'image');
  });

describe('a draft', () => {
  test('is made, read and listed by its customer, the last changed first', async () => {
    const [first, second] = [await created(), await created()];
    expect(first).toMatchObject({ status: 'created', version: 1 });
    expect((await call('GET', `get-order/${first.id}`)).body.order).toEqual(first);
    expect(await idsOf()).toEqual([second.id, first.id]);
    await changeFiles(first.id, me.id);
    expect(await idsOf()).toEqual([first.id, second.id]);
    expect(await idsOf('?page=2&size=1')).toEqual([second.id]);
    expect((await call('GET', 'list?size=1')).body).toMatchObject({ total: 2, page: 1, size: 1 });
  });

  test('begins with what the account says about its seller, unless it is a copy', async () => {
    const { bankName, account, mfo } = SELLER.requisites;
    fixture.sellers.set(me.id, SELLER);
    const { id } = await created();
    expect(await fieldsOf(id)).toEqual({
      ownerType: 'legal',
      phone: SELLER.phone,
      email: SELLER.email,
      requisites: { kind: 'account', bankName, account, mfo, holderName: SELLER.name },
    });
    fixture.sellers.set(me.id, { ...SELLER, phone: '+998712000001' });
    const copy = await call('POST', 'create-order', { requestId: randomUUID(), copyOf: id });
    expect((await fieldsOf(copy.body.order.id)).phone).toBe(SELLER.phone);
    fixture.sellers.set(me.id, { ...SELLER, kind: 'natural', phone: null, email: null, requisites: null });
    expect(await fieldsOf((await created()).id)).toEqual({ ownerType: 'natural' });
  });

  test('is one however often its request is sent, at once too, and each person has requests of their own', async () => {
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(requestId)));
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    const other = await create(requestId, await customer());
    expect(other.body.repeated).toBe(false);
    expect(other.body.order.id).not.toBe(answers[0]?.body.order.id);
  });

  test.each<[string, ActionVerdict, object]>([
    ['a buyer', { allowed: false, reason: 'role' }, { reason: 'role' }],
    [
      'an incomplete profile',
      { allowed: false, reason: 'profile', missing: ['address'] },
      { reason: 'profile', missingFacts: ['address'] },
    ],
    ['an offer that is not signed', { allowed: false, reason: 'offer' }, { reason: 'offer' }],
    [
      'a bar',
      { allowed: false, reason: 'barred', until: '2027-01-31' },
      { reason: 'barred', barredUntil: '2027-01-31' },
    ],
  ])('is refused with %s, and nothing is stored', async (_what, verdict, answer) => {
    const earlier = randomUUID();
    await create(earlier);
    fixture.obstacles.set(me.id, verdict);
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body).toEqual({
      verdict: 'refused',
      missingFacts: [],
      barredUntil: null,
      ...answer,
    });
    expect((await call('GET', 'list')).body.total).toBe(1);
    // What was made before stays there for the same request.
    expect((await create(earlier)).body).toMatchObject({ verdict: 'created', repeated: true });
  });

  test('is one of two hundred at most for a natural person, also when several are sent at once', async () => {
    await fixture.database.pool.query(
      `insert into customer_order (person_id, request_id, status)
         select $1, gen_random_uuid()::text, 'created' from generate_series(2, $2::int)`,
      [me.id, OPEN_ORDERS_MAX],
    );
    fixture.sellers.set(me.id, { ...SELLER, kind: 'natural' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    const outcomes = answers.map(({ body }) => body.reason ?? body.verdict);
    expect(outcomes.toSorted()).toEqual(['created', ...Array(4).fill('too-many-open')]);
    fixture.sellers.set(me.id, SELLER);
    expect((await create()).body.verdict).toBe('created');
  });

  test.each([
    ['no request', {}],
    ['a request that is no UUID', { requestId: 'again' }],
    ['another person', { requestId: randomUUID(), personId: 'x' }],
    ['a state', { requestId: randomUUID(), status: 'sent' }],
  ])('is not made with %s', async (_what, body) => {
    expect((await call('POST', 'create-order', body)).status).toBe(400);
  });

  test('does not exist for others', async () => {
    const order = await created();
    const other = await customer();
    const staff = await fixture.app.signIn({ roles: ['administrator'], personId: randomUUID() });
    for (const who of [other, { cookie: staff.cookie, id: '' }]) {
      expect((await call('GET', `get-order/${order.id}`, undefined, who)).status).toBe(404);
      expect((await remove(order, who)).status).toBe(404);
      expect((await call('GET', 'list', undefined, who)).body).toMatchObject({ items: [], total: 0 });
    }
    expect((await call('GET', `get-order/${order.id}`, undefined, { cookie: '', id: '' })).status).toBe(401);
    expect((await call('GET', 'get-order/99999999')).status).toBe(404);
    expect(fixture.emptied).not.toContain(order.id);
    expect((await call('GET', `get-order/${order.id}`)).body.order).toEqual(order);
  });
});

describe('deleting a draft', () => {
  test('gives up its files and frees its place, once, however often it is sent', async () => {
    const requestId = randomUUID();
    const { order } = (await create(requestId)).body;
    const answers = await Promise.all([remove(order), remove(order), remove(order)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(fixture.emptied.filter((id) => id === order.id)).toHaveLength(1);
    expect((await call('GET', `get-order/${order.id}`)).status).toBe(404);
    expect(await idsOf()).toEqual([]);
    // A request that comes again after the deletion does not bring it back.
    expect((await create(requestId)).status).toBe(404);
    const { rows } = await fixture.database.pool.query(
      `select action from person_action where person_id = $1 and type = 'order' order by id`,
      [me.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'deleted']);
  });

  test('of a version that is no longer the last is refused: another tab changed it', async () => {
    const order = await created();
    await changeFiles(order.id, me.id);
    const stale = await remove(order);
    expect([stale.status, stale.body.ERROR.code]).toEqual([409, 'orders.changed']);
    expect(fixture.emptied).not.toContain(order.id);
    const seen = (await call('GET', `get-order/${order.id}`)).body.order;
    expect(seen.version).toBe(order.version + 1);
    expect((await remove(seen)).status).toBe(200);
  });

  test('and a change of its files at the same moment end in one of the two orders', async () => {
    for (let round = 0; round < 8; round += 1) {
      const order = await created();
      const [deleted, changed] = await Promise.allSettled([remove(order), changeFiles(order.id, me.id)]);
      const status = deleted.status === 'fulfilled' ? deleted.value.status : 0;
      // Deleted first, there is nothing to change; changed first, the version is no longer the last.
      expect([status, changed.status]).toEqual(status === 200 ? [200, 'rejected'] : [409, 'fulfilled']);
    }
  });
});

test('files of an order are its customer’s and, to be read, those of staff', async () => {
  const order = await created();
  const roles = (personId: string, ...given: ('buyer' | 'moderator' | 'operator')[]) => ({
    personId,
    roles: given,
  });
  expect(await owner().access(order.id, roles(me.id))).toBe('owner');
  expect(await owner().access(order.id, roles('someone', 'moderator'))).toBe('staff');
  expect(await owner().access(order.id, roles('someone', 'buyer'))).toBeNull();
  expect(await owner().access(order.id, null)).toBeNull();
  expect(await owner().access(99_999_999, roles(me.id))).toBeNull();
  await expect(changeFiles(order.id, 'someone')).rejects.toMatchObject({ status: 404 });
  await remove(order);
  expect(await owner().access(order.id, roles(me.id))).toBeNull();
  expect(await owner().access(order.id, roles('someone', 'operator'))).toBeNull();
  await expect(changeFiles(order.id, me.id)).rejects.toMatchObject({ status: 404 });
});

test('changing photos answers the remark about photos, and no other', async () => {
  const order = await created();
  const { pool } = fixture.database;
  await pool.query(
    `with flow as (
       insert into order_flow (order_id, event, from_state, to_state, by_kind, by_person_id)
       values ($1, 'return', 'sent', 'returned', 'staff', 'moderator') returning id)
     insert into order_remark (order_id, flow_id, field, text)
     select $1, id, field, 'Please mend this' from flow, unnest(array['photos', 'documents']) field`,
    [order.id],
  );
  await pool.query(`update customer_order set status = 'returned' where id = $1`, [order.id]);
  expect((await call('GET', `details/${order.id}`)).body.openRemarks).toBe(2);
  await changeFiles(order.id, me.id);
  const { remarks, steps } = (await call('GET', `get-order/${order.id}`)).body;
  expect(remarks).toMatchObject([
    { field: 'photos', answered: true },
    { field: 'documents', answered: false },
  ]);
  expect(
    steps.flatMap((state: { step: string; remarks: number }) => (state.remarks ? [state.step] : [])),
  ).toEqual(['documents', 'check']);
});
