import { registerLotCardRoutes, registerLotRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLotCardRepository,
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { withChangeCause } from '#server/domains/trade/lots/card/change-cause.repository.ts';
import { createLotCardService } from '#server/domains/trade/lots/card/lot-card.service.ts';
import { createLotPartSchedules } from '#server/domains/trade/lots/card/lot-part-schedule.ts';
import {
  createReferenceRepository,
  createReferenceService,
  type FactField,
} from '#server/domains/content/reference/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const all = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
const FIELDS: FactField[] = [
  { code: 'area', kind: 'area', label: all('Area'), unit: all('m²'), choices: [] },
  { code: 'year', kind: 'year', label: all('Year'), unit: null, choices: [] },
  { code: 'gas', kind: 'yes-no', label: all('Gas'), unit: null, choices: [] },
  {
    code: 'walls',
    kind: 'choice',
    label: all('Walls'),
    unit: null,
    choices: [{ code: 'brick', label: all('Brick') }],
  },
  { code: 'rooms', kind: 'number', label: all('Rooms'), unit: null, choices: [] },
];
const photo = (url: string) => ({ url, width: 10, height: 10, alt: all('Photo') });

let database: TestDatabase;
let app: TestApp;
let repository: ReturnType<typeof createLotCardRepository>;
let lots: ReturnType<typeof createLotsRepository>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const reference = createReferenceService(createReferenceRepository(db));
  lots = createLotsRepository(db);
  repository = createLotCardRepository(db);
  const service = createLotsService({ lots, search: createLotSearchRepository(db), reference });
  const card = createLotCardService({
    orderStatus: async () => null,
    filesOf: async () => [],
    repository,
    lots: service,
    reference,
    fieldsOf: () => Promise.resolve(FIELDS),
    groupName: async (groupId) =>
      (await reference.categories()).find(({ id }) => id === groupId)?.name ?? null,
  });
  app = await startTestApp((http) => {
    registerLotRoutes(http, service, card);
    registerLotCardRoutes(http, card, createLotPartSchedules({ lots, reference }));
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const get = (path: string, cookie?: string) => app.call('GET', `/api/shop/${path}`, cookie ? { cookie } : {});
const tab = async (lotId: number, name: string) =>
  (await get(`lot-card/tab-details/${lotId}?tab=${name}`)).body;

describe('the tabs of a card', () => {
  test('tell the property: tenure, facts in their order with units and choices, unknown ones left out', async () => {
    const lotId = await publishTestLot(database, {
      rentMonths: 24,
      unit: 'ha',
      propertyType: 'immovable',
      categoryType: 'pledge',
      latitude: 41.3,
      longitude: 69.2,
      facts: { year: 2004, gas: true, area: 12_345.5, walls: 'brick', colour: 'red', rooms: 'none such' },
    });
    const property = await tab(lotId, 'property');
    expect(property).toMatchObject({
      tab: 'property',
      tenure: { kind: 'rent', months: 24 },
      latitude: 41.3,
      quantity: 1,
      unit: { uz: 'ga', en: 'ha' },
      propertyType: { en: 'Immovable property' },
      categoryType: { en: 'Pledged property' },
      area: null,
    });
    expect(property.facts.map(({ label, value }: any) => [label.uz, value.uz, value.en])).toEqual([
      ['Area', '12\u00a0345,5\u00a0m²', '12\u00a0345.5\u00a0m²'],
      ['Year', '2004', '2004'],
      ['Gas', 'Ha', 'Yes'],
      ['Walls', 'Brick', 'Brick'],
    ]);
    expect(property.group.uz).not.toBe('');
  });

  test('tell the lot with its order and its history', async () => {
    const orderId = 700_001;
    const [lotId, other] = [
      await publishTestLot(database, { orderId, instalmentMonths: 12, firstPartBp: 2_000 }),
      await publishTestLot(database, { orderId }),
    ];
    const lot = await tab(lotId, 'lot');
    expect(lot).toMatchObject({ tab: 'lot', orderId, orderLots: 2, instalmentMonths: 12, status: 1 });
    const flows = (await get(`shop-lots/flows/${lotId}`)).body;
    expect(flows).toEqual([expect.objectContaining({ from: null, to: 1, by: 'system', reason: null })]);
    const siblings = (await get(`shop-lots/sub-lot-list/${lotId}`)).body;
    expect(siblings).toMatchObject({ total: 1, items: [{ id: other }] });
    const alone = await publishTestLot(database);
    expect((await get(`shop-lots/sub-lot-list/${alone}`)).body).toEqual({ items: [], total: 0 });
    expect(await tab(alone, 'lot')).toMatchObject({ orderId: null, orderLots: 1 });
  });

  test('tell the customer with the address and the second phone', async () => {
    const lotId = await publishTestLot(database, {
      customerAddress: all('Toshkent, Amir Temur 1'),
      customerExtraPhone: '+998711112233',
    });
    expect(await tab(lotId, 'customer')).toMatchObject({
      name: all('Davaktiv'),
      address: { uz: 'Toshkent, Amir Temur 1' },
      extraPhone: '+998711112233',
    });
    expect(await tab(await publishTestLot(database), 'customer')).toMatchObject({
      address: null,
      extraPhone: null,
    });
  });

  test('page the other lots of an order', async () => {
    const orderId = 700_002;
    const ids = [];
    for (let i = 0; i < 4; i += 1) ids.push(await publishTestLot(database, { orderId }));
    const { body } = await get(`shop-lots/sub-lot-list/${ids[0]}?page=1&size=2`);
    expect(body.total).toBe(3);
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([ids[3]]);
  });

  test('refuse what is no lot, no tab, no page', async () => {
    const lotId = await publishTestLot(database);
    for (const path of ['lot-card/tab-details/99?tab=lot', 'shop-lots/flows/99', 'shop-lots/sub-lot-list/99'])
      expect(await get(path)).toMatchObject({
        status: 404,
        body: { ERROR: { code: 'lots.not-found', message: expect.stringContaining('lot') } },
      });
    for (const path of [
      `lot-card/tab-details/${lotId}`,
      `lot-card/tab-details/${lotId}?tab=secrets`,
      `lot-card/tab-details/${lotId}?tab=lot&tab=customer`,
      `lot-card/tab-details/-1?tab=lot`,
      `lot-card/tab-details/1e3?tab=lot`,
      `shop-lots/flows/${'9'.repeat(30)}`,
      `shop-lots/flows/1%20or%201=1`,
      `shop-lots/sub-lot-list/${lotId}?page=-1`,
      `shop-lots/sub-lot-list/${lotId}?size=101`,
    ])
      expect((await get(path)).status, path).toBe(400);
  });
});

describe('the history of a lot', () => {
  test('has every change, no matter who writes it', async () => {
    const publishedAt = new Date(Date.now() - 3_600_000);
    const lotId = await publishTestLot(database, { publishedAt });
    await database.pool.query('update lot set status = 4 where id = $1', [lotId]);
    await database.pool.query('update lot set room_count = 3 where id = $1', [lotId]);
    const endedAt = new Date();
    await lots.conclude(lotId, {
      outcome: 'withdrawn',
      event: 'withdraw',
      priceTiyin: null,
      count: 0,
      winnerPersonId: null,
      winnerNumber: null,
      reservePersonId: null,
      reserveNumber: null,
      reservePriceTiyin: null,
      winnerDeclines: false,
      participants: 0,
      payUntil: null,
      endedAt,
      cause: { by: 'staff', reason: 'Hujjatlarda xato' },
    });
    const { body } = await get(`shop-lots/flows/${lotId}`);
    expect(body).toMatchObject([
      { from: null, to: 1, by: 'system', atMs: publishedAt.getTime() },
      { from: 1, to: 4, by: 'system', reason: null },
      { from: 4, to: 10, by: 'staff', reason: 'Hujjatlarda xato', atMs: endedAt.getTime() },
    ]);
  });

  test('forgets a change that was rolled back, and a cause does not outlive its transaction', async () => {
    const lotId = await publishTestLot(database);
    await expect(
      withChangeCause(database.db, { by: 'staff', reason: 'no' }, async (tx) => {
        await lots.move(lotId, 'suspend', { by: 'staff' }, tx as never);
        throw new Error('broken off');
      }),
    ).rejects.toThrow('broken off');
    await database.db.transaction().execute(async (tx) => {
      await lots.move(lotId, 'close-applications', { by: 'customer', reason: 'Soʻradi' }, tx as never);
      await tx.updateTable('lot').set({ status: 4 }).where('id', '=', lotId).execute();
    });
    expect((await get(`shop-lots/flows/${lotId}`)).body.slice(1)).toMatchObject([
      { from: 1, to: 3, by: 'customer', reason: 'Soʻradi' },
      { from: 3, to: 4, by: 'system', reason: null },
    ]);
  });
});

describe('featured lots', () => {
  test('are shown in their order while their dates last and the lot is current', async () => {
    const hour = 3_600_000;
    const now = Date.now();
    const put = async (position: number, fromMs: number, untilMs: number, status = 1) => {
      const lotId = await publishTestLot(database);
      await repository.feature({
        lotId,
        position,
        from: new Date(now + fromMs),
        until: new Date(now + untilMs),
        by: 'staff-1',
      });
      await database.pool.query('update lot set status = $2 where id = $1', [lotId, status]);
      return lotId;
    };
    const second = await put(2, -hour, hour);
    const first = await put(1, -hour, hour);
    await put(0, hour, 2 * hour);
    await put(0, -2 * hour, -hour);
    await put(0, -hour, hour, 9);
    await repository.feature({
      lotId: first,
      position: 9,
      from: new Date(now - hour),
      until: new Date(now + hour),
      by: 'staff-1',
    });
    const { body } = await get('shop-lots/is-reklama-list');
    expect(body.map(({ id }: { id: number }) => id)).toEqual([first, second]);
  });
});

describe('photos not marked visible', () => {
  test('are seen by the owner and staff only', async () => {
    const owner = await app.signIn({ roles: ['customer'] });
    const lotId = await publishTestLot(database, {
      customerPersonId: owner.person.personId,
      photos: [photo('/a.svg')],
      hiddenPhotos: [photo('/b.svg')],
    });
    const seen = async (cookie?: string) =>
      (await get(`lot-card/details/${lotId}`, cookie)).body.photos.map(({ url }: { url: string }) => url);
    const { cookie: stranger } = await app.signIn({ roles: ['buyer', 'customer'] });
    const { cookie: operator } = await app.signIn({ roles: ['operator'] });
    expect(await seen()).toEqual(['/a.svg']);
    expect(await seen(stranger)).toEqual(['/a.svg']);
    expect(await seen(owner.cookie)).toEqual(['/a.svg', `/b.svg?lot=${lotId}`]);
    expect(await seen(operator)).toEqual(['/a.svg', `/b.svg?lot=${lotId}`]);
    const listed = await get(`shop-lots/lot-list?i=0&q=${lotId}`);
    expect(JSON.stringify(listed.body)).not.toContain('/b.svg');
  });
});

describe('documents', () => {
  const addTo = (lotId: number, fileName = 'mulk-pasporti.pdf') =>
    repository.addDocuments([
      {
        lotId,
        name: { uz: 'Mulk pasporti', ru: 'Паспорт имущества', 'uz-Cyrl': 'Мулк паспорти', en: 'Passport' },
        fileName,
        position: 1,
        draft: {
          title: { uz: 'Mulk pasporti', ru: 'Паспорт имущества' },
          subtitle: { uz: 'Lot', ru: 'Лот' },
          rows: [{ label: { uz: 'Manzil', ru: 'Адрес' }, value: { uz: 'Gʻijduvon', ru: 'Гиждуван' } }],
          paragraphs: [{ uz: 'Matn', ru: 'Текст' }],
        },
      },
    ]);
  const file = (url: string) => fetch(`${app.url}${url}`);

  test('are real PDF files, made once, sent to be saved', async () => {
    const lotId = await publishTestLot(database);
    await addTo(lotId);
    const { documents } = await tab(lotId, 'documents');
    expect(documents).toHaveLength(1);
    const [document] = documents;
    const answers = await Promise.all([file(document.url), file(document.url)]);
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(bodies[0]!.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bodies[0]!.subarray(-6).toString()).toContain('%%EOF');
    expect(bodies[0]!.equals(bodies[1]!)).toBe(true);
    expect(bodies[0]!.length).toBe(document.sizeBytes);
    const { headers } = answers[0];
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="mulk-pasporti.pdf"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('are the same bytes for everyone who asks first at once', async () => {
    const lotId = await publishTestLot(database);
    await addTo(lotId);
    const { rows } = await database.pool.query('select id from lot_document where lot_id = $1', [lotId]);
    const url = `/api/shop/lot-card/document/${lotId}/${rows[0].id}`;
    const tags = await Promise.all(
      Array.from({ length: 5 }, async () => (await file(url)).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(1);
  });

  test('belong to their lot', async () => {
    const [lotId, other] = [await publishTestLot(database), await publishTestLot(database)];
    await addTo(lotId);
    const [document] = (await tab(lotId, 'documents')).documents;
    expect((await file(document.url)).status).toBe(200);
    expect((await file(`/api/shop/lot-card/document/${other}/${document.id}`)).status).toBe(404);
    expect((await file(`/api/shop/lot-card/document/${lotId}/999999`)).status).toBe(404);
    expect((await file(`/api/shop/lot-card/document/${lotId}/..%2f1`)).status).toBe(400);
  });

  test('cannot be named so that the name does harm', async () => {
    const lotId = await publishTestLot(database);
    for (const name of [
      '../x.pdf',
      'a b.pdf',
      'a.pdf\r\nX: 1',
      '‮fdp.exe',
      `${'a'.repeat(90)}.pdf`,
      'page.html',
      'page.pdf.svg',
    ])
      await expect(addTo(lotId, name)).rejects.toThrow(/lot_document/);
  });
});
