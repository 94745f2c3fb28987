import { registerActionLogRoutes, registerExportRoutes } from '#server/api/index.ts';
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { actionsExport } from '#server/domains/staff/action-log/actions-export.ts';
import { createExportsService, type ExportSources } from '#server/domains/content/exports/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { exportSource } from '#server/platform/modules/index.ts';
import { EXPORT_MAX_ROWS } from '#shared/api/cabinet/exports.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { unzipped } from '../../fixtures/unzipped.ts';

const texts = loadTexts();
let database: TestDatabase;
let app: TestApp;
let crowded: TestApp;
let mine: string;
let others: string;
let personId: string;
const errors: unknown[] = [];
const onError = (error: unknown) => errors.push(error);

/** A list with one row of each kind, and more rows than a file may have for callers that ask for them. */
const odd: ExportSources = new Proxy({} as ExportSources, {
  get: () =>
    exportSource({
      title: 'cabinet:page.actions',
      filters: {},
      columns: [
        { key: 'name', head: 'actions:column.action', kind: 'text' },
        { key: 'sum', head: 'cabinet:balance', kind: 'money' },
        { key: 'at', head: 'actions:column.time', kind: 'time' },
        { key: 'count', head: 'actions:column.code', kind: 'number' },
      ],
      page: ({ limit, offset, language }) =>
        Promise.resolve(
          language === 'en'
            ? {
                total: EXPORT_MAX_ROWS + 1,
                rows: Array.from({ length: limit }, (_, i) => ({ id: offset + i })),
              }
            : {
                total: 2,
                rows: [
                  {
                    id: 1,
                    name: '=1+1; "gʻisht", \n+998',
                    sum: -123_456_789_012_305,
                    at: new Date('2026-03-01T19:00:00.500Z'),
                    count: 3,
                  },
                  { id: 2, name: '@SUM(A1)', sum: 5, at: null, count: null },
                ],
              },
        ),
    }),
});

beforeAll(async () => {
  database = await testDatabase();
  const actions = createActionLog(database.db);
  const text = (...asked: Parameters<typeof texts.text>) => texts.text(...asked);
  app = await startTestApp((http) => {
    registerActionLogRoutes(http, actions);
    registerExportRoutes(
      http,
      createExportsService({
        sources: { actions: actionsExport(actions) } as unknown as ExportSources,
        text,
        actions,
        rolesOf: async () => [],
        onError,
      }),
    );
  });
  crowded = await startTestApp((http) =>
    registerExportRoutes(
      http,
      createExportsService({ sources: odd, text, actions, rolesOf: async () => [], onError }),
    ),
  );
  personId = randomUUID();
  mine = (await app.signIn({ personId })).cookie;
  others = (await app.signIn({ personId: randomUUID() })).cookie;
  const done = { personId, type: 'sign-in', action: 'sign-in', result: 'done' } as const;
  for (let n = 0; n < 3; n += 1) await actions.record(done);
  await actions.record({ ...done, result: 'refused', reason: 'disabled' });
  await actions.record({ ...done, type: 'roles', action: 'chosen' });
});
afterAll(async () => {
  await app.close();
  await crowded.close();
  await database.close();
});

const actionsOf = async (cookie: string, query = '') =>
  (await app.call('GET', `/api/shop/user/actions${query}`, { cookie })).body;

async function file(from: TestApp, cookie: string, query: string): Promise<Buffer> {
  const answer = await fetch(`${from.url}/api/shop/export/actions?${query}`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="savdo-actions-\d{4}-\d\d-\d\d\.(xlsx|csv)"$/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return Buffer.from(await answer.arrayBuffer());
}

const rowsOf = (csv: Buffer): string[][] => parse(csv, { bom: true, delimiter: ';' });

/** Names of the files of an archive, each read to its end, so that its checksum is compared. */
async function openZip(bytes: Buffer): Promise<string[]> {
  const archive = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip))),
  );
  const names: string[] = [];
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: yauzl.Entry) =>
      archive.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        names.push(entry.fileName);
        stream
          .on('error', reject)
          .on('end', () => archive.readEntry())
          .resume();
      }),
    );
    archive.on('end', resolve).on('error', reject);
    archive.readEntry();
  });
  return names;
}

describe('what was done in a name', () => {
  test('is listed newest first, page by page, for its owner alone', async () => {
    const first = await actionsOf(mine, '?size=2');
    expect(first).toMatchObject({ total: 5, page: 1, size: 2 });
    expect(first.items.map((row: { action: string }) => row.action)).toEqual(['chosen', 'sign-in']);
    expect(first.items[1]).toMatchObject({ result: 'refused', code: 'disabled' });
    expect((await actionsOf(mine, '?size=2&page=3')).items).toHaveLength(1);
    expect(await actionsOf(others)).toMatchObject({ items: [], total: 0 });
  });

  test('is filtered by result and by days of Tashkent', async () => {
    expect((await actionsOf(mine, '?result=refused')).total).toBe(1);
    await database.pool.query(
      `insert into person_action (person_id, type, action, result, at) values
        ($1, 'account', 'enabled', 'done', '2024-05-01T18:59:59Z'),
        ($1, 'account', 'enabled', 'done', '2024-05-01T19:00:00Z')`,
      [personId],
    );
    expect((await actionsOf(mine, '?from=2024-05-01&to=2024-05-01')).total).toBe(1);
    expect((await actionsOf(mine, '?from=2024-05-02&to=2024-05-02')).total).toBe(1);
    expect((await actionsOf(mine, '?from=2024-05-01&to=2024-05-02')).total).toBe(2);
    const wrong = await app.call('GET', '/api/shop/user/actions?from=2024-02-30', { cookie: mine });
    expect(wrong.status).toBe(400);
  });
});

describe('a list taken along', () => {
  test('holds the same rows as the screen, in the language asked for', async () => {
    const [head, ...rows] = rowsOf(await file(app, mine, 'format=csv&language=ru&result=refused'));
    expect(head).toEqual(['Время', 'Действие', 'Результат', 'Код причины']);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(1)).toEqual(['Вход в систему', 'отказано', 'disabled']);
    expect(rows[0]?.[0]).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/);
  });

  test('of another person holds none of mine', async () => {
    expect(rowsOf(await file(app, others, 'format=csv'))).toHaveLength(1);
  });

  test('as CSV keeps sums to the tiyin and lets no cell be a formula', async () => {
    const [, first, second] = rowsOf(
      await file(crowded, (await crowded.signIn({ personId: randomUUID() })).cookie, 'format=csv'),
    );
    expect(first).toEqual(['\'=1+1; "gʻisht", \n\'+998', '-1234567890123,05', '02.03.2026 00:00:00', '3']);
    expect(second).toEqual(["'@SUM(A1)", '0,05', '', '']);
  });

  test('as a spreadsheet has texts as texts and sums as numbers', async () => {
    const archive = await file(
      crowded,
      (await crowded.signIn({ personId: randomUUID() })).cookie,
      'format=xlsx',
    );
    const sheet = unzipped(archive, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<v>-1234567890123.05</v>');
    expect(sheet).toContain('<is><t xml:space="preserve">=1+1; &quot;gʻisht&quot;, \n+998</t></is>');
    // 2 March 2026 begins in Tashkent: so many days after the end of 1899, to half a second.
    expect(Number(/<v>(46083\.?\d*)<\/v>/.exec(sheet)?.[1])).toBeCloseTo(46_083, 4);
  });

  test('is refused when it is too long, unknown, or no one asks', async () => {
    const { cookie } = await crowded.signIn();
    const ask = (path: string, who?: string) =>
      crowded.call('GET', `/api/shop/export/${path}`, who ? { cookie: who } : {});
    const long = await ask('actions?language=en', cookie);
    expect(long.status).toBe(422);
    expect(long.body.ERROR).toMatchObject({ code: 'exports.too-many' });
    expect(long.body.ERROR.message).toContain(String(EXPORT_MAX_ROWS));
    expect((await ask('everything', cookie)).status).toBe(400);
    expect((await ask('actions?status=paid', cookie)).body.ERROR.code).toBe('exports.unknown-filter');
    expect((await ask('actions')).status).toBe(401);
  });

  test('is in the action log', async () => {
    const { cookie } = await app.signIn({ personId: randomUUID() });
    await file(app, cookie, 'format=csv');
    expect((await actionsOf(cookie)).items).toMatchObject([{ action: 'actions', result: 'done' }]);
  });
});

describe('a long list', () => {
  const ROWS = 2_250;
  let served: TestApp;
  /** Rows that are added after the first page was read. */
  let added = 0;
  let failAt = Infinity;
  let pages = 0;
  /** Pages after the first wait for `go` while it is set. */
  let go: PromiseWithResolvers<void> | null = null;
  const columns = [{ key: 'id', head: 'actions:column.code', kind: 'number' }] as const;
  const list = (right?: 'readSettlements') =>
    exportSource({
      title: 'cabinet:page.actions',
      filters: {},
      columns,
      ...(right && { right }),
      async page({ limit, offset }) {
        pages += 1;
        if (offset > 0) await go?.promise;
        if (offset >= failAt) throw new Error('the database is away');
        const total = ROWS + (offset > 0 ? added : 0);
        const ids = Array.from({ length: total }, (_, i) => total - i);
        return { total, rows: ids.slice(offset, offset + limit).map((id) => ({ id })) };
      },
    });

  beforeAll(async () => {
    const sources = { actions: list(), 'console-settlements': list('readSettlements') };
    served = await startTestApp((http) =>
      registerExportRoutes(
        http,
        createExportsService({
          sources: sources as unknown as ExportSources,
          text: (...asked) => texts.text(...asked),
          onError,
          actions: createActionLog(database.db),
          rolesOf: async (handle) => (await served.sessions.find(handle))?.person.roles ?? null,
        }),
      ),
    );
  });
  afterAll(() => served.close());
  beforeEach(() => {
    [added, failAt, pages, go] = [0, Infinity, 0, null];
    errors.length = 0;
  });

  const ask = async (path: string, person = {}) => {
    const { cookie } = await served.signIn({ personId: randomUUID(), ...person });
    return fetch(`${served.url}${path}`, { headers: { cookie } });
  };

  test('is written page by page, each row once though others come before it', async () => {
    added = 3;
    const answer = await ask('/api/shop/export/actions?format=csv');
    expect(answer.headers.get('savdo-rows')).toBe(String(ROWS));
    const [, ...rows] = rowsOf(Buffer.from(await answer.arrayBuffer()));
    const ids = rows.map(([id]) => Number(id));
    expect(pages).toBe(5);
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, i) => ROWS - i));
  });

  test('is a whole archive as a spreadsheet', async () => {
    const answer = await ask('/api/shop/export/actions?format=xlsx');
    const archive = await openZip(Buffer.from(await answer.arrayBuffer()));
    expect(archive).toContain('xl/worksheets/sheet1.xml');
  });

  test.each(['csv', 'xlsx'])(
    'that ends early as %s breaks off, and is not taken for a whole one',
    async (format) => {
      failAt = 1_000;
      const whole = ask(`/api/shop/export/actions?format=${format}`).then((answer) => answer.arrayBuffer());
      await expect(whole).rejects.toThrow();
      await expect.poll(() => errors.map(String)).toEqual(['Error: the database is away']);
    },
  );

  test.each([
    ['whose session has ended', (personId: string) => served.sessions.endAll(personId)],
    ['who has lost the role', (personId: string) => served.sessions.changePerson(personId, { roles: [] })],
  ])('of the console breaks off for somebody %s, however slowly it is read', async (_who, lose) => {
    const held = Promise.withResolvers<void>();
    go = held;
    const personId = randomUUID();
    const answer = await ask('/api/console/export/console-settlements?format=csv', {
      personId,
      roles: ['operator'],
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => pages).toBe(2);
    await lose(personId);
    held.resolve();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect([pages, errors]).toEqual([2, []]);
  });

  test('of which too many are written for one person is to be asked for later', async () => {
    const held = Promise.withResolvers<void>();
    go = held;
    const { cookie } = await served.signIn({ personId: randomUUID() });
    const one = () => fetch(`${served.url}/api/shop/export/actions?format=csv`, { headers: { cookie } });
    const [first, second] = await Promise.all([one(), one()]);
    const third = await one();
    expect([third.status, (await third.json()).ERROR.code]).toEqual([429, 'exports.busy']);
    // Who leaves gives the place free.
    await first.body!.cancel();
    held.resolve();
    await expect
      .poll(async () => {
        const again = await one();
        await again.body!.cancel();
        return again.status;
      })
      .toBe(200);
    await second.body!.cancel();
  });

  test('of the console is for those who have the right to it', async () => {
    const path = '/api/console/export/console-settlements?format=csv';
    expect((await ask(path, { roles: ['operator'] })).status).toBe(200);
    expect((await ask(path, { roles: ['moderator'] })).status).toBe(403);
    expect((await ask(path, { roles: ['buyer'] })).status).toBe(403);
    expect((await ask('/api/shop/export/console-settlements')).status).toBe(400);
  });
});
