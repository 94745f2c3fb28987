import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerListChoiceRoutes } from '#server/api/index.ts';
import { createListChoices } from '#server/domains/staff/list-choices/list-choices.service.ts';
import { VIEWS_MAX } from '#shared/api/console/list-choices.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  app = await startTestApp((http) => registerListChoiceRoutes(http, createListChoices(database.db)));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const LIST = '/api/console/list-choices/console-tasks';
const staff = async () => (await app.signIn({ roles: ['auditor'] })).cookie;
const read = async (cookie: string, list = LIST) => (await app.call('GET', list, { cookie })).body;
const send = (cookie: string, what: string, body: object) =>
  app.call('POST', `${LIST}/${what}`, { cookie, body });

describe('columns and views of a list of the console', () => {
  it('are those of one person for one list', async () => {
    const [mine, others] = [await staff(), await staff()];
    expect(await read(mine)).toEqual({ hidden: [], views: [] });
    const hidden = await send(mine, 'columns', { hidden: ['due', 'owner', 'due'] });
    expect(hidden.body).toEqual({ hidden: ['due', 'owner'], views: [] });
    const view = { name: 'Late ones', filters: { state: 'overdue', lot: '12' } };
    await send(mine, 'save-view', view);
    expect(await read(mine)).toEqual({ hidden: ['due', 'owner'], views: [view] });
    expect(await read(others)).toEqual({ hidden: [], views: [] });
    expect(await read(mine, '/api/console/list-choices/console-payments')).toEqual({ hidden: [], views: [] });
  });

  it('replace a view of the same name, and remove one', async () => {
    const cookie = await staff();
    await send(cookie, 'save-view', { name: 'A', filters: { state: 'open' } });
    await send(cookie, 'save-view', { name: 'B', filters: {} });
    await send(cookie, 'save-view', { name: 'A', filters: { state: 'done' } });
    expect((await read(cookie)).views).toEqual([
      { name: 'B', filters: {} },
      { name: 'A', filters: { state: 'done' } },
    ]);
    expect((await send(cookie, 'remove-view', { name: 'B' })).body.views).toHaveLength(1);
    expect((await send(cookie, 'remove-view', { name: 'B' })).status).toBe(200);
  });

  it('are twenty views at most, also when two are saved at once', async () => {
    const cookie = await staff();
    const names = Array.from({ length: VIEWS_MAX + 1 }, (_, index) => `View ${index}`);
    const answers = await Promise.all(
      names.map((name) => send(cookie, 'save-view', { name, filters: { state: 'open' } })),
    );
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.map(({ body }) => body.ERROR.code)).toEqual(['staff.too-many-views']);
    const { views } = await read(cookie);
    expect(views).toHaveLength(VIEWS_MAX);
    const again = await send(cookie, 'save-view', { ...views[0], filters: {} });
    expect(again.status).toBe(200);
  });

  it.each([
    ['a list that there is not', '/api/console/list-choices/console-nothing/columns', { hidden: [] }],
    ['a search for a person', `${LIST}/save-view`, { name: 'A', filters: { person: 'Karimov' } }],
    ['words as the value of a filter', `${LIST}/save-view`, { name: 'A', filters: { state: 'Ali Karimov' } }],
    ['a name of spaces', `${LIST}/save-view`, { name: '  ', filters: {} }],
    [
      'more columns than a list has',
      `${LIST}/columns`,
      { hidden: Array.from({ length: 41 }, (_, index) => `column-${index}`) },
    ],
  ])('refuse %s', async (_, path, body) => {
    expect((await app.call('POST', path, { cookie: await staff(), body })).status).toBe(400);
  });

  it('are for staff alone', async () => {
    const { cookie } = await app.signIn();
    expect((await app.call('GET', LIST, { cookie })).status).toBe(403);
  });
});
