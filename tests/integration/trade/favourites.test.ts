import { registerFavouriteRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import { createFavouritesService } from '#server/domains/trade/favourites/favourites.service.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { FAVOURITES_MAX } from '#shared/api/cabinet/favourites.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const lots = createLotsService({
    lots: createLotsRepository(db),
    search: createLotSearchRepository(db),
    reference: createReferenceService(createReferenceRepository(db)),
  });
  const favourites = createFavouritesService({ favourites: createFavouritesRepository(db), lots });
  app = await startTestApp((http) => registerFavouriteRoutes(http, favourites));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const change = (how: 'add' | 'remove', cookie: string, lotId: unknown) =>
  app.call('POST', `/api/shop/favourite-lots/${how}`, { body: { lotId }, cookie });
const list = async (cookie: string, query = '') =>
  (await app.call('GET', `/api/shop/favourite-lots/list${query}`, { cookie })).body;

/** So many copies of a lot, as rows only. */
async function copiesOf(lotId: number, count: number): Promise<number[]> {
  const { rows } = await database.pool.query(
    // The function is called once a row: expanded in the list of columns, it would be called for each of them.
    `insert into lot overriding system value select copy.*
     from lot, generate_series(1, $2) as n, jsonb_populate_record(
       null::lot, to_jsonb(lot) || jsonb_build_object('id', 9000000 + n, 'outside_id', null)) as copy
     where lot.id = $1 returning id`,
    [lotId, count],
  );
  return rows.map(({ id }) => Number(id));
}

describe('favourite lots', () => {
  test('are stored newest first, and repeating changes nothing', async () => {
    const { cookie } = await app.signIn();
    const [first, second] = [await publishTestLot(database), await publishTestLot(database)];
    await change('add', cookie, first);
    expect((await change('add', cookie, second)).body).toEqual({ ids: [second, first] });
    expect((await change('add', cookie, first)).body).toEqual({ ids: [second, first] });
    const all = await list(cookie);
    expect(all).toMatchObject({ total: 2, ids: [second, first] });
    expect(all.items.map(({ id }: { id: number }) => id)).toEqual([second, first]);
    expect(await list(cookie, '?page=2&size=1')).toMatchObject({ items: [{ id: first }], total: 2 });
    expect((await list(cookie, '?page=9')).items).toEqual([]);
    expect((await change('remove', cookie, second)).body).toEqual({ ids: [first] });
    expect((await change('remove', cookie, second)).body).toEqual({ ids: [first] });
  });

  test('belong to one person', async () => {
    const lotId = await publishTestLot(database);
    const [mine, others] = [await app.signIn(), await app.signIn()];
    await change('add', mine.cookie, lotId);
    expect(await list(others.cookie)).toEqual({ items: [], total: 0, ids: [] });
    expect((await change('remove', others.cookie, lotId)).body).toEqual({ ids: [] });
    expect((await list(mine.cookie)).ids).toEqual([lotId]);
    expect((await app.call('GET', '/api/shop/favourite-lots/list')).status).toBe(401);
  });

  test('are stored once when many presses race', async () => {
    const lotId = await publishTestLot(database);
    const { cookie } = await app.signIn();
    const answers = await Promise.all(Array.from({ length: 12 }, () => change('add', cookie, lotId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await list(cookie)).ids).toEqual([lotId]);
  });

  test('stop at the limit, also when additions race, and the refusal says why', async () => {
    const { cookie, person } = await app.signIn({ language: 'ru' });
    const lots = await copiesOf(await publishTestLot(database), FAVOURITES_MAX + 8);
    await database.pool.query(
      'insert into favourite_lot (person_id, lot_id) select $1, unnest($2::bigint[])',
      [person.personId, lots.slice(0, FAVOURITES_MAX - 1)],
    );
    const rest = lots.slice(FAVOURITES_MAX - 1);
    const answers = await Promise.all(rest.map((lotId) => change('add', cookie, lotId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.ERROR.code).toBe('favourites-full');
    expect(refused?.body.ERROR.message).toContain('500');
    expect((await list(cookie)).total).toBe(FAVOURITES_MAX);
    expect((await change('add', cookie, lots[0])).status).toBe(200);
  });

  test('forget a lot that no longer exists', async () => {
    const { cookie } = await app.signIn();
    const lotId = await publishTestLot(database);
    await change('add', cookie, lotId);
    await database.pool.query('delete from lot where id = $1', [lotId]);
    expect(await list(cookie)).toEqual({ items: [], total: 0, ids: [] });
  });

  test('refuse unknown lots and bad input', async () => {
    const { cookie } = await app.signIn();
    expect((await change('add', cookie, 4_000_000_000)).status).toBe(404);
    for (const lotId of [0, -1, 1.5, '5000001', null, 1e300, [1], '1; drop table lot'])
      expect((await change('add', cookie, lotId)).status).toBe(400);
    for (const query of ['?page=0', '?page=-1', '?size=61', '?size=1e9', '?page=1&page=2', '?sort=x'])
      expect((await app.call('GET', `/api/shop/favourite-lots/list${query}`, { cookie })).status).toBe(400);
  });
});
