import { registerFeaturedLotRoutes } from '#server/api/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleFeature } from '#shared/api/console/console-featured-lots.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { featuredLotsOf } from '../../fixtures/featured-samples.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  database = await testDatabase();
  app = await startTestApp((http) => registerFeaturedLotRoutes(http, featuredLotsOf(database)));
  cookie = (await app.signIn({ personId: randomUUID(), roles: ['operator'], name: 'Operator' })).cookie;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/console${path}`, { cookie, ...(body === undefined ? {} : { body }) });
const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
  `${status} ${body.ERROR?.code}`;
const put = (lotId: number, given: object = {}) =>
  ask('POST', `/lots/${lotId}/features`, {
    requestId: randomUUID(),
    fromMs: null,
    untilMs: Date.now() + HOUR_MS,
    ...given,
  });

test('a lot is put forward once, for its time, and is taken back at once; each step says who', async () => {
  const lotId = await publishTestLot(database);
  const requestId = randomUUID();
  const made = (await put(lotId, { requestId })).body as ConsoleFeature;
  expect(made).toMatchObject({ state: 'shown', version: 1, lot: { id: lotId } });
  expect((await put(lotId, { requestId })).body.id).toBe(made.id);
  expect(codeOf(await put(lotId))).toBe('422 featured.twice');
  expect(codeOf(await put(999_999_999))).toBe('404 lots.not-found');

  const path = `/lots/${lotId}/features/${made.id}`;
  const edit = (version: number, given: object) =>
    ask('PUT', path, { version, fromMs: null, untilMs: Date.now() + HOUR_MS, ...given });
  const later = Date.now() + 2 * HOUR_MS;
  expect((await edit(1, { untilMs: later })).body).toMatchObject({ untilMs: later, version: 2 });
  expect(codeOf(await edit(1, {}))).toBe('409 featured.changed');
  for (const period of [{ untilMs: Date.now() - 1 }, { fromMs: later, untilMs: later }, { untilMs: 4e12 }])
    expect(codeOf(await edit(2, period)), JSON.stringify(period)).toBe('422 featured.dates');
  // Of another lot: not there.
  const other = await publishTestLot(database);
  expect(
    (await ask('PUT', `/lots/${other}/features/${made.id}`, { version: 2, fromMs: null, untilMs: later }))
      .status,
  ).toBe(404);

  const ended = (await ask('POST', `${path}/end`, { version: 2 })).body as ConsoleFeature;
  expect(ended.state).toBe('over');
  expect(ended.changes.map(({ action, by }) => `${action} ${by}`)).toEqual([
    'end Operator',
    'edit Operator',
    'create Operator',
  ]);
  expect(codeOf(await ask('POST', `${path}/end`, { version: 3 }))).toBe('409 featured.over');
  expect((await put(lotId)).status).toBe(200);
});

test('they are in the order of staff, unless it was changed meanwhile, with planned and paused ones among them', async () => {
  const [planned, paused] = [await publishTestLot(database), await publishTestLot(database)];
  await put(planned, { fromMs: Date.now() + HOUR_MS / 2 });
  await put(paused);
  await database.pool.query('update lot set status = 9 where id = $1', [paused]);
  const read = async () => (await ask('GET', '/featured-lots')).body as ConsoleFeature[];
  const current = (await read()).filter(({ state }) => state !== 'over');
  const states = new Map(current.map(({ lot, state }) => [lot.id, state]));
  expect([states.get(planned), states.get(paused)]).toEqual(['planned', 'paused']);
  const before = current.map(({ id }) => id);
  const after = before.toReversed();
  const arrange = (body: object) => ask('POST', '/featured-lots/arrange', body);
  expect((await arrange({ before, after })).body).toEqual({ ids: after });
  expect((await read()).slice(0, after.length).map(({ id }) => id)).toEqual(after);
  expect(codeOf(await arrange({ before, after }))).toBe('409 featured.changed');
  expect(codeOf(await arrange({ before: after, after: before.slice(1) }))).toBe('422 featured.other-entries');
});
