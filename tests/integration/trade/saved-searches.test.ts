import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerSavedSearchRoutes } from '#server/api/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createNotifyOfLots } from '#server/domains/trade/saved-searches/notify-of-lots.ts';
import { createSavedSearches } from '#server/domains/trade/saved-searches/saved-searches.service.ts';
import { SAVED_SEARCHES_MAX } from '#shared/api/cabinet/saved-searches.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let app: TestApp;
/** What the worker's clock adds to the real time. */
let laterMs = 0;
let round: () => Promise<void>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  app = await startTestApp((http) => registerSavedSearchRoutes(http, createSavedSearches(db)));
  round = createNotifyOfLots(db, createNotifications(db), () => Date.now() + laterMs);
});
beforeEach(async () => {
  laterMs = 0;
  await database.pool.query('delete from saved_search');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const call = (how: 'add' | 'remove', cookie: string, body: object) =>
  app.call('POST', `/api/shop/saved-searches/${how}`, { body, cookie });
const list = async (cookie: string) =>
  (await app.call('GET', '/api/shop/saved-searches/list', { cookie })).body.items;
const save = async (filter: object) => {
  const { cookie, person } = await app.signIn();
  const answer = await call('add', cookie, { name: 'Mine', filter });
  expect(answer.status).toBe(200);
  return { cookie, personId: person.personId, search: answer.body };
};
const messagesOf = async (personId: string) => {
  const { rows } = await database.pool.query(
    `select params from inbox_message where person_id = $1 and template = 'saved-search-found' order by id`,
    [personId],
  );
  return rows.map(({ params }) => params);
};
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
/** For sale, so that no rule of auctions is in the way. */
const publish = (lot: Parameters<typeof publishTestLot>[1] = {}) =>
  publishTestLot(database, {
    ruleSet: 'private',
    tradeType: 'fixed-price',
    lengthMs: 40 * 24 * HOUR_MS,
    ...lot,
  });

describe('a saved search', () => {
  test('is listed with its path, renamed by the same filters, and removed by its own person alone', async () => {
    const { cookie } = await app.signIn();
    const others = await app.signIn();
    const filter = { q: 'cobalt & co', region: 1726, priceToTiyin: 900_000_50 };
    const { body } = await call('add', cookie, { name: 'Cobalt', filter });
    const { searchParams, pathname } = new URL(body.path, 'https://savdo.example');
    expect(pathname).toBe('/lot-list');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      q: 'cobalt & co',
      region: '1726',
      priceTo: '900000.50',
      sort: 'newest',
    });
    await call('add', cookie, { name: 'Cheap Cobalt', filter });
    expect(await list(cookie)).toMatchObject([{ id: body.id, name: 'Cheap Cobalt', notifiedAtMs: null }]);
    expect(await list(others.cookie)).toEqual([]);
    await call('remove', others.cookie, { id: body.id });
    expect(await list(cookie)).toHaveLength(1);
    await call('remove', cookie, { id: body.id });
    await call('remove', cookie, { id: body.id });
    expect(await list(cookie)).toEqual([]);
    expect((await app.call('GET', '/api/shop/saved-searches/list')).status).toBe(401);
  });

  test('is one of twenty at most, also when many are saved at once, and the refusal says why', async () => {
    const { cookie } = await app.signIn({ language: 'en' });
    const answers = await Promise.all(
      Array.from({ length: SAVED_SEARCHES_MAX + 3 }, (_, at) =>
        call('add', cookie, { name: `No. ${at}`, filter: { category: at + 1 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SAVED_SEARCHES_MAX);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 422, body: { ERROR: { code: 'saved-searches.too-many' } } });
    expect(refused?.body.ERROR.message).toContain('20');
  });

  test.each([
    ['without a filter', { name: 'a', filter: {} }],
    ['with a stage', { name: 'a', filter: { q: 'a', stage: 'live' } }],
    ['with a name of spaces', { name: '  ', filter: { q: 'a' } }],
    ['with a name that is too long', { name: 'a'.repeat(81), filter: { q: 'a' } }],
    ['with a region that is text', { name: 'a', filter: { region: '1' } }],
    ['with a price below zero', { name: 'a', filter: { priceFromTiyin: -1 } }],
    ['with a price beyond all sums', { name: 'a', filter: { priceFromTiyin: 2 ** 53 } }],
    ['of another person', { name: 'a', filter: { q: 'a' }, personId: randomUUID() }],
    ['with NUL', { name: 'a\0', filter: { q: 'a' } }],
  ])('is refused %s', async (_what, body) => {
    const { cookie } = await app.signIn();
    expect((await call('add', cookie, body)).status).toBe(400);
    expect(await list(cookie)).toEqual([]);
  });
});

describe('new lots', () => {
  test('finds lots by the words of this version, also when an earlier one has stored others', async () => {
    const { personId } = await save({ q: 'Kobalt' });
    await database.pool.query(`update saved_search set words = '{kob-alt}'`);
    await database.pool.query(`delete from backfill where name = 'saved-search'`);
    const lotId = await publish({ title: inAll('Cobalt 2020') });
    await round();
    expect(await messagesOf(personId)).toMatchObject([{ lotId }]);
  });

  test('are written about once, with the way to the lot', async () => {
    const { personId, cookie } = await save({ q: 'COBALT' });
    const lotId = await publish();
    await Promise.all([round(), round(), round()]);
    await round();
    laterMs = 2 * HOUR_MS;
    await round();
    expect(await messagesOf(personId)).toMatchObject([{ lotId, searchName: 'Mine', count: 1 }]);
    expect((await list(cookie))[0].notifiedAtMs).toBeGreaterThan(0);
  });

  test('of an hour are one message, and those after it the next', async () => {
    const { personId } = await save({ q: 'cobalt' });
    await publish();
    await round();
    const [, last] = [await publish(), await publish()];
    await round();
    expect(await messagesOf(personId)).toHaveLength(1);
    laterMs = HOUR_MS + 1_000;
    await round();
    expect((await messagesOf(personId)).slice(1)).toMatchObject([{ lotId: last, count: 2 }]);
  });

  test('are found by every filter, and by none that they do not pass', async () => {
    const lotId = await publish({ title: inAll('Chevrolet Nexia'), startPriceTiyin: 100_000_00 });
    const { rows } = await database.pool.query(
      'select l.region_id, l.category_id, coalesce(c.parent_id, c.id) as group_id from lot l join category c on c.id = l.category_id where l.id = $1',
      [lotId],
    );
    const { region_id: region, category_id: category, group_id: group } = rows[0];
    const passing = [
      { q: 'nexia' },
      { q: 'chev nex' },
      { q: 'нексия' },
      { region },
      { category },
      { group },
      { orderType: 'private' },
      { tradeType: 'fixed-price' },
      { tenure: 'ownership' },
      { payment: 'full' },
      { priceFromTiyin: 100_000_00, priceToTiyin: 100_000_00 },
    ];
    const others = [
      { q: 'matiz' },
      { q: 'nexia matiz' },
      { region: region + 1 },
      { category: category + 1_000 },
      { group: group + 1_000 },
      { area: 1_726_266 },
      { orderType: 'state' },
      { tradeType: 'auction' },
      { tenure: 'rent' },
      { payment: 'parts' },
      { priceFromTiyin: 100_000_01 },
      { priceToTiyin: 99_999_99 },
      { q: 'nexia', priceToTiyin: 1 },
    ];
    const [found, missed] = [await Promise.all(passing.map(save)), await Promise.all(others.map(save))];
    await publish({ title: inAll('Chevrolet Nexia'), startPriceTiyin: 100_000_00 });
    await round();
    for (const [at, { personId }] of found.entries())
      expect(await messagesOf(personId), JSON.stringify(passing[at])).toHaveLength(1);
    for (const [at, { personId }] of missed.entries())
      expect(await messagesOf(personId), JSON.stringify(others[at])).toEqual([]);
  });

  test('are neither those from before the search, nor one’s own, nor practice, nor closed meanwhile', async () => {
    await publish();
    const { personId } = await save({ q: 'cobalt' });
    await publish({ customerPersonId: personId });
    await publishTestLot(database);
    const gone = await publish();
    await database.pool.query('update lot set status = $2 where id = $1', [gone, LOT_STATUS.archived]);
    await round();
    expect(await messagesOf(personId)).toEqual([]);
  });

  test('that closed before their person could be notified are not mentioned', async () => {
    const { personId } = await save({ q: 'cobalt' });
    await publish();
    await round();
    const [gone, open] = [await publish(), await publish()];
    await round();
    await database.pool.query('update lot set status = $2 where id = $1', [gone, LOT_STATUS.archived]);
    laterMs = HOUR_MS + 1_000;
    await round();
    expect((await messagesOf(personId)).slice(1)).toMatchObject([{ lotId: open, count: 1 }]);
  });
});
