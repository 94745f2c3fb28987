import { text } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { parse } from 'csv-parse/sync';
import { createExportsService, type ExportSources } from '#server/domains/content/exports/index.ts';
import { ordersExport } from '#server/domains/trade/orders/orders-export.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { startOrdersApp, type Customer, type OrdersApp } from '../../fixtures/orders-app.ts';
import { sampleFields } from '../../fixtures/order-samples.ts';
import { PRICE, soldLots } from '../../fixtures/sold-lots.ts';

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
async function complete(changes: Partial<OrderFields> = {}, who = me): Promise<Saved> {
  const order = await draft({ ...sampleFields(), ...changes }, who);
  fixture.files.set(order.id, { images: 3, mainImages: 1, documents: 0 });
  return order;
}
const problemsOf = (body: { problems: { field: string; part?: string; problem: string }[] }) =>
  body.problems.map(({ field, part, problem }) => [field, part, problem].filter(Boolean).join(' '));

describe('an order is read', () => {
  test('page by page with the names of what it chooses', async () => {
    const { id } = await complete({ tenure: 'rent', rentMonths: 7 });
    const info = (await call('GET', `tab-details/${id}?tab=order-info`)).body;
    expect(info).toMatchObject({ monthlyPriceTiyin: Math.floor(50_000_000_00 / 7), sentAtMs: null });
    const all = (await call('GET', `full-info/${id}`)).body;
    expect(all.orderInfo).toEqual(info);
    expect(all.propertyInfo).toMatchObject({
      group: { ru: 'Недвижимость' },
      region: { ru: 'город Ташкент' },
      facts: [{ value: { ru: '120,5\u00a0м²' } }],
    });
    expect(all.requisites).toMatchObject({ changeable: true, requisites: { kind: 'account' } });
    expect((await call('GET', `flows/${id}`)).body.items).toMatchObject([
      { by: 'customer', from: null, to: 'created', remarks: [] },
    ]);
    const card = await complete({ requisites: { kind: 'card', cardId: 7 } });
    const { body } = await call('GET', `tab-details/${card.id}?tab=requisites`);
    expect(body.requisites).toEqual({
      kind: 'card',
      cardId: 7,
      card: { type: 'humo', mask: '986001******0007' },
    });
  });

  test('with figures that no lot can have, which are shown as they were written', async () => {
    for (const startPriceTiyin of [1e22, 1e300, -1, 0.5, 2 ** 53]) {
      const { id } = await complete({ tenure: 'rent', rentMonths: 7, startPriceTiyin });
      const info = await call('GET', `tab-details/${id}?tab=order-info`);
      expect(info, String(startPriceTiyin)).toMatchObject({ status: 200, body: { startPriceTiyin } });
      expect(info.body.monthlyPriceTiyin).toBeNull();
      expect((await call('GET', `full-info/${id}`)).status).toBe(200);
    }
    for (const figure of [1.5, -1, 1e300]) {
      const { id } = await complete({ instalments: { months: figure, firstPartBp: figure } });
      const preview = await call('GET', `preview/${id}`);
      expect([preview.status, preview.body.ERROR.code]).toEqual([409, 'orders.no-preview']);
      expect(problemsOf(preview.body.ERROR.details)).toEqual([
        'instalments months months',
        'instalments firstPartBp first-part',
      ]);
    }
  });

  test('in a list by number, words, state, step and kind', async () => {
    const plain = await draft({ title: { uz: "Katta o'quv binosi", ru: 'Школа' }, orderType: 'private' });
    const sold = await draft({
      title: { uz: 'Boshqa narsa', ru: 'Иное' },
      tradeType: 'fixed-price',
      startPriceTiyin: 500,
    });
    const ids = async (query: string) =>
      (await call('GET', `list?${query}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await ids(`q=${plain.id}`)).toEqual([plain.id]);
    expect(await ids(`q=${encodeURIComponent('oʻquv')}`)).toEqual([plain.id]);
    expect(await ids(`q=${encodeURIComponent('школа')}`)).toEqual([plain.id]);
    expect(await ids('q=%25')).toEqual([]);
    expect(await ids('orderType=private')).toEqual([plain.id]);
    expect(await ids('tradeType=fixed-price')).toEqual([sold.id]);
    expect(await ids('sort=price')).toEqual([sold.id, plain.id]);
    expect(await ids('progress=1&status=created')).toEqual([sold.id, plain.id]);
    expect(await ids('progress=2&status=created')).toEqual([]);
    expect((await call('GET', `details/${sold.id}`)).body).toMatchObject({
      id: sold.id,
      progress: 1,
      startPriceTiyin: 500,
      openRemarks: 0,
      lots: { count: 0, last: null },
    });
  });

  test('as a file with the columns and filters of the list, and of no one else', async () => {
    await complete();
    const { id } = await complete({
      title: { uz: '=HYPERLINK("x")', ru: '=HYPERLINK("x")' },
      startPriceTiyin: 1_50,
    });
    await complete({ title: { uz: 'Begona', ru: 'Чужой' } }, await fixture.customer('Somebody else', true));
    const texts = loadTexts();
    const files = createExportsService({
      sources: { orders: ordersExport(fixture.orders.reading) } as ExportSources,
      text: (...asked) => texts.text(...asked),
      actions: { record: () => Promise.resolve() },
      rolesOf: async () => [],
      onError: () => undefined,
    });
    const rows = async (filters: Record<string, string>) => {
      const session = { handle: '', person: { personId: me.id, roles: [] } };
      const asked = { list: 'orders', format: 'csv', session, language: 'en' } as const;
      const { bytes } = await files.write({ ...asked, filters });
      return parse(await text(bytes), { bom: true, delimiter: [',', ';'] });
    };
    const [head, mine, ...others] = await rows({});
    expect(head).toEqual([
      'Number',
      'Property',
      'Status',
      'Order type',
      'Trade type',
      'Start price, UZS',
      'Created',
      'Changed',
    ]);
    expect(mine!.slice(0, 6)).toEqual([
      String(id),
      `'=HYPERLINK("x")`,
      'Being written',
      'Private property',
      'Auction',
      '1,50',
    ]);
    expect(others).toHaveLength(1);
    expect(await rows({ q: String(id), progress: '1' })).toHaveLength(2);
    expect(await rows({ status: 'sent' })).toHaveLength(1);
    for (const filters of [{ status: 'gone' }, { progress: '7' }, { personId: 'x' }])
      await expect(rows(filters as Record<string, string>)).rejects.toMatchObject({
        code: 'exports.unknown-filter',
      });
  });

  test('with what it costs and when it would be traded', async () => {
    const fields = sampleFields();
    const { id } = await complete(fields);
    expect((await call('GET', `get-additional-fee/${id}`)).body).toMatchObject({
      problems: [],
      terms: {
        feeBp: 0,
        feeTiyin: 0,
        depositPercent: 5,
        depositTiyin: 2_500_000_00,
        firstStepTiyin: 2_500_000_00,
        firstSuggestedTiyin: 50_000_000_00,
        opensAtMs: fields.choices?.opensAtMs,
      },
    });
    const empty = (await call('GET', `get-additional-fee/${(await draft()).id}`)).body;
    expect(empty.terms).toBeNull();
    expect(problemsOf(empty)).toContain('startPriceTiyin price');
  });

  test('as the card that it will be, also by staff, and not before the card has what it needs', async () => {
    const order = await complete();
    const { status, body } = await call('GET', `preview/${order.id}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.lot).toMatchObject({
      id: order.id,
      title: { 'uz-Cyrl': 'Тошкентдаги ўқув биноси' },
      startPriceTiyin: 50_000_000_00,
      region: { ru: 'город Ташкент' },
      result: null,
      room: { phase: 'waiting', priceTiyin: null },
    });
    expect(body.tabs.map(({ tab }: { tab: string }) => tab)).toEqual([
      'property',
      'lot',
      'customer',
      'documents',
    ]);
    expect(body.tabs).toMatchObject([
      {
        unit: { ru: 'шт.' },
        propertyType: { ru: 'Недвижимое имущество' },
        categoryType: { en: 'Own property' },
      },
      { estimatedPriceTiyin: null },
      {},
      {},
    ]);
    const staff = await fixture.app.signIn({ roles: ['moderator'] });
    const theirs = await call('GET', `preview/${order.id}`, undefined, { cookie: staff.cookie, id: '' });
    expect(theirs.body.lot.title).toEqual(body.lot.title);
    const bare = await call('GET', `preview/${(await draft()).id}`);
    expect([bare.status, bare.body.ERROR.code]).toEqual([409, 'orders.no-preview']);
  });
});

describe('copies of an order', () => {
  test('hold its fields and files, once per request', async () => {
    const order = await complete();
    const body = { orderId: order.id, copies: 3, requestId: crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', 'duplicate', body)));
    const made = answers.map((answer) => answer.body.orders.map(({ id }: Saved) => id));
    expect(new Set(made.map(String)).size).toBe(1);
    expect(made[0]).toHaveLength(3);
    expect(fixture.copied.filter(([from]) => from === order.id)).toEqual(
      made[0].map((id: number) => [order.id, id]),
    );
    const copy = await read({ id: made[0][2] });
    expect(copy.fields).toEqual((await read(order)).fields);
    expect(copy.order).toMatchObject({ status: 'created', version: 1 });
    const like = await call('POST', 'create-order', { requestId: crypto.randomUUID(), copyOf: order.id });
    expect((await read({ id: like.body.order.id })).fields).toEqual(copy.fields);
  });

  test.each([0, 11, 1.5])('are not %s', async (copies) => {
    const order = await draft();
    const body = { orderId: order.id, copies, requestId: crypto.randomUUID() };
    expect((await call('POST', 'duplicate', body)).status).toBe(400);
  });
});

describe('other requisites', () => {
  const other = { ...sampleFields().requisites!, account: '20208000900000000099' } as const;
  const change = ({ id, version }: Saved, requisites: object = other, who = me) =>
    call('POST', 'update-bank-info', { orderId: id, version, requisites, code: '123456' }, who);

  test('are taken with a code after a fresh sign-in while the order is open, and recorded', async () => {
    const order = await complete();
    await fixture.database.pool.query(`update customer_order set status = 'on-trade' where id = $1`, [
      order.id,
    ]);
    const sent = await call('POST', 'update-bank-info/send-code', { orderId: order.id });
    expect(sent.body).toMatchObject({ resendAfterMs: 60_000, to: { email: null } });
    const done = await change(order);
    expect(done.body).toEqual({ version: order.version + 1 });
    expect((await change(order)).body).toEqual(done.body);
    expect((await read(order)).fields.requisites).toEqual(other);
    const { rows } = await fixture.database.pool.query(
      `select before ->> 'account' as before, after ->> 'account' as after
         from order_requisites_change where order_id = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ before: '20208000900000000077', after: '20208000900000000099' }]);
    expect(fixture.messages.at(-1)).toMatchObject({ template: 'order-requisites-changed' });
  });

  test('take a code to what is confirmed alone: no one has codes sent to somebody else’s mailbox or number', async () => {
    const order = await complete();
    const before = { ...fixture.contacts };
    const sentTo = async (contacts: Partial<typeof before>) => {
      Object.assign(fixture.contacts, contacts);
      await call('POST', 'update-bank-info/send-code', { orderId: order.id });
      return fixture.codes.to.at(-1);
    };
    const { phone } = before;
    const email = 'rival@example.uz';
    try {
      expect(await sentTo({ email })).toEqual({ phone, email: null });
      expect(await sentTo({ emailConfirmed: true })).toEqual({ phone, email });
      expect(await sentTo({ phoneConfirmed: false })).toEqual({ phone: null, email });
    } finally {
      Object.assign(fixture.contacts, before);
    }
  });

  test('need the right code, an own name, the present version and an open order', async () => {
    const order = await complete();
    const refusal = async (requisites: object = other, seen = order) => {
      const { status, body } = await change(seen, requisites);
      return [status, body.ERROR?.code];
    };
    expect(await refusal({ ...other, holderName: 'Another' })).toEqual([422, 'orders.requisites']);
    expect(await refusal(other, { ...order, version: 1 })).toEqual([409, 'orders.changed']);
    fixture.codes.verdict = 'wrong';
    expect(await refusal()).toEqual([422, 'codes.wrong']);
    fixture.codes.verdict = 'right';
    const asLongAgo = await fixture.app.signIn({ roles: ['customer'], personId: me.id });
    const stale = await change(order, other, { cookie: asLongAgo.cookie, id: me.id });
    expect([stale.status, stale.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    await fixture.database.pool.query(`update customer_order set status = 'cancelled' where id = $1`, [
      order.id,
    ]);
    expect(await refusal()).toEqual([409, 'orders.not-editable']);
    expect((await read(order)).fields.requisites).toEqual(sampleFields().requisites);
  });

  test('are not taken while a payout is on its way nor after it, and again once the bank returned it', async () => {
    const order = await complete();
    const { pool } = fixture.database;
    const sold = soldLots(fixture.database);
    const won = await sold.open(PRICE - DEPOSIT);
    await pool.query('update lot set order_id = $2 where id = $1', [won.lotId, order.id]);
    await pool.query(`update customer_order set status = 'awaiting-payment' where id = $1`, [order.id]);
    await sold.paying.pay(won.id, won.personId);
    await sold.handedOver(won.lotId, won.personId);
    await pool.query(`update payout set not_before = now() - interval '1 minute'`);
    const by = randomUUID();
    const payout = async () => {
      const viewer = { personId: by, decides: true, seesRequisites: true };
      return (await sold.payouts.list(viewer, { state: 'all', lotId: won.lotId, page: 1, size: 1 }))
        .items[0]!;
    };
    const { id } = await payout();
    const approve = async () => sold.deciding.approve(id, { mark: (await payout()).requisitesMark, by });
    const changeable = async () =>
      (await call('GET', `tab-details/${order.id}?tab=requisites`)).body.changeable;
    const refusal = async () => (await change(order)).body.ERROR?.code;

    expect(await approve()).toEqual({ outcome: 'done' });
    expect(await changeable()).toBe(true);
    expect(await sold.deciding.send(id, randomUUID())).toEqual({ outcome: 'done' });
    expect([await changeable(), await refusal()]).toEqual([false, 'orders.payout-sent']);
    const code = await call('POST', 'update-bank-info/send-code', { orderId: order.id });
    expect(code.body.ERROR.code).toBe('orders.payout-sent');
    await sold.payoutReturned(id);
    expect(await changeable()).toBe(true);
    const { version } = (await change(order)).body;
    expect(version).toBe(order.version + 1);
    await sold.deciding.planAgain(id, by);
    await approve();
    await sold.deciding.send(id, randomUUID());
    await sold.deciding.settle(id, { document: `B-${id}`, by });
    expect([await changeable(), await refusal()]).toEqual([false, 'orders.payout-sent']);
  });
});
