import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { createDatabase, type Database } from '#server/platform/database/index.ts';
import { conflict } from '#server/platform/errors/index.ts';
import { registerContract, redirectTo } from '#server/platform/http/index.ts';
import { serveClient } from '#server/web/index.ts';
import { contract } from '#shared/api/contract.ts';
import { wholeNumber } from '#shared/api/fields.ts';
import { freePort } from '../../../scripts/launcher/ports.mjs';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { runtimeUrl } from '../../fixtures/services.ts';

const usual = { tag: 'test', summary: 'test', access: 'public', rateLimit: { perMinute: 1_000 } } as const;
const numbers = contract({
  refusals: {},
  ...usual,
  name: 'test.numbers',
  method: 'get',
  path: '/api/test/numbers/:id',
  params: z.object({ id: wholeNumber(1) }),
  query: z.object({ page: wholeNumber(0, 100).optional() }),
  answer: z.object({ id: z.int(), page: z.int().nullable() }),
});
const write = contract({
  refusals: {},
  ...usual,
  name: 'test.write',
  method: 'post',
  path: '/api/test/write',
  body: z.object({ amountTiyin: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  answer: z.object({ amountTiyin: z.int() }),
});
const lang = contract({
  refusals: {},
  ...usual,
  name: 'test.lang',
  method: 'post',
  path: '/api/shop/common/lang/:lang',
  params: z.object({ lang: z.string() }),
  answer: z.string(),
});
const mine = contract({
  refusals: {},
  ...usual,
  name: 'test.mine',
  method: 'get',
  path: '/api/test/mine',
  access: 'signed-in',
  answer: z.string(),
});
const staff = contract({
  refusals: {},
  ...usual,
  name: 'test.staff',
  method: 'get',
  path: '/api/test/staff',
  access: { roles: ['operator'] },
  answer: z.string(),
});
const broken = contract({
  refusals: {},
  ...usual,
  name: 'test.broken',
  method: 'get',
  path: '/api/test/broken',
  answer: z.string(),
});
const wrong = contract({
  refusals: {},
  ...usual,
  name: 'test.wrong',
  method: 'get',
  path: '/api/test/wrong',
  answer: z.string(),
});
const stored = contract({
  refusals: {},
  ...usual,
  name: 'test.stored',
  method: 'get',
  path: '/api/test/stored/:where',
  params: z.object({ where: z.enum(['busy', 'away', 'wrong']) }),
  answer: z.null(),
});
const refused = contract({
  refusals: { 409: ['test.too-late'] },
  ...usual,
  name: 'test.refused',
  method: 'get',
  path: '/api/test/refused',
  answer: z.string(),
});
const away = contract({
  refusals: {},
  ...usual,
  name: 'test.away',
  method: 'get',
  path: '/api/test/away',
  answer: z.null(),
});

let app: TestApp;
let client: string;
let databases: Record<'busy' | 'away' | 'wrong', Database>;

beforeAll(async () => {
  databases = {
    busy: createDatabase({ url: runtimeUrl(), poolSize: 1 }),
    away: createDatabase({ url: `postgres://visitor@127.0.0.1:${await freePort()}/savdo` }),
    wrong: createDatabase({ url: runtimeUrl() }),
  };
  client = mkdtempSync(path.join(os.tmpdir(), 'savdo-client-'));
  mkdirSync(path.join(client, 'assets'));
  writeFileSync(
    path.join(client, 'index.html'),
    '<!doctype html><script type="module" src="/assets/main-1.js"></script>',
  );
  writeFileSync(path.join(client, 'assets', 'main-1.js'), 'export {}');
  app = await startTestApp(
    (http) => {
      registerContract(http, numbers, (call) => ({ id: call.params.id, page: call.query.page ?? null }));
      registerContract(http, write, (call) => ({ amountTiyin: call.body.amountTiyin }));
      registerContract(http, lang, (call) => call.params.lang);
      registerContract(http, mine, (call) => call.signedIn().name);
      registerContract(http, staff, () => 'seen');
      registerContract(http, broken, () => {
        throw new Error('select secret from account where pinfl = 12345678901234');
      });
      registerContract(http, stored, async (call) => {
        const database = databases[call.params.where];
        await sql`select * from no_such_table`.execute(database.db);
        return null;
      });
      registerContract(http, wrong, () => 5 as unknown as string);
      registerContract(http, refused, () => {
        throw conflict('test.too-late', { details: { until: 1 } });
      });
      registerContract(http, away, () => redirectTo('/signed-in'));
    },
    { pages: serveClient(client) },
  );
});
afterAll(async () => {
  await app.close();
  await Promise.all(Object.values(databases).map((database) => database.close()));
  rmSync(client, { recursive: true, force: true });
});

describe('reading a request', () => {
  test('gives the handler parsed values and answers the bare JSON value', async () => {
    expect(await app.call('GET', '/api/test/numbers/7?page=2')).toMatchObject({
      status: 200,
      body: { id: 7, page: 2 },
    });
  });

  test.each([
    '/api/test/numbers/7?page=-1',
    '/api/test/numbers/7?page=1e1',
    '/api/test/numbers/7?page=101',
    '/api/test/numbers/7?page=1&page=2',
    '/api/test/numbers/7?page[]=1',
    '/api/test/numbers/7?size=10',
    '/api/test/numbers/0',
    '/api/test/numbers/9007199254740993',
    '/api/test/numbers/%00',
    '/api/test/numbers/%zz',
  ])('refuses %s with 400', async (address) => {
    const answer = await app.call('GET', address);
    expect(answer.status).toBe(400);
    expect(answer.body.ERROR.code).toBe('malformed');
    // Codes of fields, no sentences of a library in English.
    expect(JSON.stringify(answer.body.ERROR.details ?? {})).not.toMatch(/Invalid|expected/);
  });

  test.each([
    ['an unknown field', '{"amountTiyin":1,"role":"administrator"}', 400],
    ['a prototype', '{"amountTiyin":1,"__proto__":{"admin":true}}', 400],
    ['a fraction', '{"amountTiyin":1.5}', 400],
    ['a negative sum', '{"amountTiyin":-1}', 400],
    ['a sum beyond 2^53−1', '{"amountTiyin":9007199254740993}', 400],
    ['an infinite sum', '{"amountTiyin":1e400}', 400],
    ['a text instead of a number', '{"amountTiyin":"1e3"}', 400],
    ['something that is not JSON', '{"amountTiyin":NaN}', 400],
    ['a bare value', '5', 400],
    ['a very deep body', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
    ['a body of a megabyte', JSON.stringify({ amountTiyin: 1, pad: 'x'.repeat(1_000_000) }), 413],
  ])('refuses %s', async (_what, rawBody, status) => {
    const answer = await app.call('POST', '/api/test/write', {
      rawBody,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.ERROR.message).not.toBe('');
  });

  test('refuses a body that is not JSON by its type', async () => {
    const answer = await app.call('POST', '/api/test/write', {
      rawBody: 'amountTiyin=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(415);
  });
});

describe('where a request comes from', () => {
  const body = { amountTiyin: 1 };
  test.each<[string, Record<string, string>, boolean, number]>([
    ['our own page by Origin', { origin: 'OWN' }, true, 200],
    ['our own page by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, true, 200],
    ['a form of our own page', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true, 200],
    ['a program that sends the custom header', {}, false, 200],
    ['a foreign page', { origin: 'https://evil.example' }, true, 403],
    ['a foreign page that sends our header', { origin: 'https://evil.example' }, false, 403],
    ['a sandboxed page', { origin: 'null' }, true, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, true, 403],
    ['no one in particular', {}, true, 403],
  ])('judges %s', async (_who, headers, withoutOwnHeader, status) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? app.url : value]),
    );
    expect((await app.call('POST', '/api/test/write', { body, headers: own, withoutOwnHeader })).status).toBe(
      status,
    );
  });

  test('lets any page choose the language', async () => {
    const answer = await app.call('POST', '/api/shop/common/lang/ru', {
      withoutOwnHeader: true,
      headers: { origin: 'https://partner.example' },
    });
    expect(answer).toMatchObject({ status: 200, body: 'ru' });
  });
});

describe('who calls', () => {
  test('answers 401 without a session and keeps signed-in answers out of caches', async () => {
    expect((await app.call('GET', '/api/test/mine')).status).toBe(401);
    const { cookie } = await app.signIn({ name: 'Aziza' });
    const answer = await app.call('GET', '/api/test/mine', { cookie });
    expect(answer).toMatchObject({ status: 200, body: 'Aziza' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('answers 401 to visitors, 403 to other roles, and serves the role', async () => {
    expect((await app.call('GET', '/api/test/staff')).status).toBe(401);
    const buyer = await app.signIn({ roles: ['auditor'] });
    expect((await app.call('GET', '/api/test/staff', { cookie: buyer.cookie })).status).toBe(403);
    const operator = await app.signIn({ roles: ['operator'] });
    expect((await app.call('GET', '/api/test/staff', { cookie: operator.cookie })).status).toBe(200);
    // Stored by an older release: an account that trades is not staff.
    const both = await app.signIn({ roles: ['operator', 'buyer'] });
    expect((await app.call('GET', '/api/test/staff', { cookie: both.cookie })).status).toBe(403);
  });

  test('takes no invented cookie for a session', async () => {
    for (const value of ['x', '', '%00', 'a'.repeat(5_000), '__proto__']) {
      expect((await app.call('GET', '/api/test/mine', { cookie: `savdo_session=${value}` })).status).toBe(
        401,
      );
    }
  });
});

describe('answers that are not a success', () => {
  test('tell unknown faults by their id only, in the language of the caller', async () => {
    const answer = await app.call('GET', '/api/test/broken', {
      headers: { 'accept-language': 'ru-RU,ru;q=0.9' },
    });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|pinfl|12345678901234|at .*\.ts/);
    expect(answer.body.ERROR).toMatchObject({
      code: 'internal',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.body.ERROR.message).toMatch(/на нашей стороне/);
  });

  test('name the reason and its particulars, with the sentence of the status where no other is known', async () => {
    const answer = await app.call('GET', '/api/test/refused', { cookie: 'savdo_lang=en' });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        ERROR: {
          code: 'test.too-late',
          details: { until: 1 },
          message: 'This is not possible in the present state.',
        },
      },
    });
  });

  test('are in each of the four languages', async () => {
    const messages = await Promise.all(
      ['uz', 'ru', 'uz-Cyrl', 'en'].map(async (language) => {
        const answer = await app.call('GET', '/api/nowhere', { cookie: `savdo_lang=${language}` });
        expect(answer.status).toBe(404);
        return answer.body.ERROR.message as string;
      }),
    );
    expect(new Set(messages).size).toBe(4);
  });

  test('are 500 when a handler answers something else than its contract says', async () => {
    expect((await app.call('GET', '/api/test/wrong')).status).toBe(500);
  });

  test.each(['busy', 'away'] as const)(
    'ask to come again where the database is %s, and hide every other fault of it',
    async (where) => {
      const held = where === 'busy' ? await databases.busy.pool.connect() : null;
      const answer = await app.call('GET', `/api/test/stored/${where}`, { cookie: 'savdo_lang=en' });
      held?.release();
      expect(answer).toMatchObject({ status: 503, body: { ERROR: { code: 'unavailable' } } });
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(JSON.stringify(answer.body)).not.toMatch(/connect|127\.0\.0\.1|timeout/i);
      expect((await app.call('GET', '/api/test/stored/wrong')).status).toBe(500);
    },
  );

  test('may be a redirect', async () => {
    const answer = await app.call('GET', '/api/test/away');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/signed-in']);
  });
});

describe('headers', () => {
  test('carry the policy of pages and nothing about the server', async () => {
    const { headers } = await app.call('GET', '/');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('ask for https where the public address is https', async () => {
    const secure = await startTestApp(() => undefined, { publicUrl: 'https://savdo.example' });
    try {
      const { headers } = await secure.call('GET', '/api/nowhere');
      expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
      const { cookie } = await secure.signIn();
      expect(cookie).toMatch(/^__Host-savdo=/);
    } finally {
      await secure.close();
    }
  });
});

describe('the client', () => {
  test('answers a path that is not valid text with a page, a call with a reason', async () => {
    const accept = { headers: { accept: 'text/html' } };
    for (const place of ['/%E0%A4%A', '/lot-view/%FF', '/lot-view/%?lang=ru']) {
      const page = await app.call('GET', place, accept);
      expect(page.headers.get('content-type'), place).toContain('text/html');
    }
    const call = await app.call('GET', '/api/test/numbers/%FF', accept);
    expect(call).toMatchObject({ status: 400, body: { ERROR: { code: 'malformed' } } });
  });

  test('is the same page for every path a browser opens, with a nonce of its own each time', async () => {
    const pages = await Promise.all(
      ['/', '/game-view/5'].map((place) => app.call('GET', place, { headers: { accept: 'text/html' } })),
    );
    const nonces = pages.map((page) => {
      expect(page.status).toBe(200);
      const nonce = /<script nonce="([^"]+)"/.exec(page.body)?.[1];
      expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('keeps hashed assets for a year and answers 404 for one that is not there', async () => {
    const asset = await app.call('GET', '/assets/main-1.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await app.call('GET', '/assets/main-2.js')).status).toBe(404);
    expect((await app.call('GET', '/../package.json')).status).toBe(404);
  });
});

test('refuses to serve one path twice', () => {
  expect(() => registerContract(app.app, mine, () => '')).toThrow(/served twice/);
});
