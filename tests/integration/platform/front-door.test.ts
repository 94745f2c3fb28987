import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addressOf } from '#server/platform/http/client-address.ts';
import { registerContract, Reply } from '#server/platform/http/index.ts';
import { contract } from '#shared/api/contract.ts';
import { wholeNumber } from '#shared/api/fields.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

const usual = { tag: 'test', summary: 'test', method: 'get', rateLimit: { perMinute: 1_000 } } as const;
const value = contract({
  refusals: {},
  ...usual,
  name: 'door.value',
  path: '/api/door/value/:id',
  access: 'public',
  params: z.object({ id: wholeNumber(1) }),
  query: z.object({ word: z.string().max(2_000).optional() }),
  answer: z.object({ id: z.int(), word: z.string().nullable() }),
});
const finished = contract({
  refusals: {},
  ...usual,
  name: 'door.finished',
  path: '/api/door/finished',
  access: 'public',
  answer: z.unknown(),
});
const ownPolicy = contract({
  refusals: {},
  ...usual,
  name: 'door.own-policy',
  path: '/api/door/own-policy',
  access: 'public',
  answer: z.unknown(),
});
const impossible = contract({
  refusals: {},
  ...usual,
  name: 'door.impossible',
  path: '/api/door/impossible',
  access: 'public',
  answer: z.unknown(),
});
const cookies = contract({
  refusals: {},
  ...usual,
  name: 'door.cookies',
  path: '/api/door/cookies',
  access: 'public',
  answer: z.string(),
});
const mine = contract({
  refusals: {},
  ...usual,
  name: 'door.mine',
  path: '/api/door/mine',
  access: 'signed-in',
  answer: z.string(),
});
const broken = contract({
  refusals: {},
  ...usual,
  name: 'door.broken',
  path: '/api/door/broken',
  access: 'public',
  answer: z.string(),
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  names: string[];
  body: Buffer;
}

/** As a program asks: no header but those given. */
const ask = (url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url + path, { headers, agent: false }, (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          names: answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()),
          body: Buffer.concat(parts),
        }),
      );
    }).on('error', reject);
  });

let app: TestApp;
const counted: [string, number][] = [];

beforeAll(async () => {
  app = await startTestApp(
    (http) => {
      registerContract(http, value, ({ params, query }) => ({ id: params.id, word: query.word ?? null }));
      registerContract(
        http,
        finished,
        () =>
          new Reply({
            body: Buffer.from('{"long":"Ҳовли"}'),
            headers: { 'Content-Type': 'application/json; charset=utf-8', ETag: 'W/"abc"' },
          }),
      );
      registerContract(
        http,
        ownPolicy,
        () =>
          new Reply({
            body: Buffer.from('{}'),
            headers: {
              ETag: 'W/"x"',
              'Content-Security-Policy': 'sandbox',
              'Content-Type': 'application/json',
            },
          }),
      );
      registerContract(
        http,
        impossible,
        () =>
          new Reply({
            body: Buffer.from('{}'),
            headers: { ETag: 'W/"x"', 'X-Told': 'two\nlines', 'Content-Type': 'text/plain' },
          }),
      );
      registerContract(http, cookies, (call) => {
        call.res.cookie('one', 'two').set('Vary', 'Cookie');
        return `${call.req.originalUrl} ${call.address} ${call.language}`;
      });
      registerContract(http, mine, (call) => call.signedIn().name);
      registerContract(http, broken, () => Promise.reject(new Error('not for the caller')));
    },
    // Behind a proxy, which names requests.
    { proxyHops: 1, onAnswered: ({ name }, status) => counted.push([name, status]) },
  );
});
afterAll(() => app.close());

/** What differs from request to request anyway. */
const CHANGING = ['date', 'ratelimit', 'connection', 'keep-alive'];

const comparable = ({ status, headers, names, body }: Answer) => {
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  const stored = Object.entries(headers).filter(([name]) => !CHANGING.includes(name));
  return {
    status,
    headers: Object.fromEntries(stored),
    names: names.toSorted(),
    text: String(text),
  };
};

describe('a reading call', () => {
  const long = 'x'.repeat(1_900);
  test.each([
    ['a value', '/api/door/value/7', '?word=a%20b', {}],
    [
      'a value that has to be compressed',
      '/api/door/value/7',
      `?word=${long}`,
      { 'accept-encoding': 'gzip' },
    ],
    ['a wrong query', '/api/door/value/7', '?nothing=1', {}],
    ['a wrong query, compressed', '/api/door/value/7', '?nothing=1', { 'accept-encoding': 'gzip' }],
    ['a wrong parameter', '/api/door/value/abc', '', {}],
    ['finished bytes', '/api/door/finished', '', {}],
    ['bytes that have not changed', '/api/door/finished', '', { 'if-none-match': 'W/"abc"' }],
    ['a header of the policy changed', '/api/door/own-policy', '', {}],
    ['a header that cannot be one', '/api/door/impossible', '', {}],
    ['no one signed in', '/api/door/mine', '', {}],
    ['a cookie that is none of ours', '/api/door/mine', '', { cookie: 'a=b; lang=ru' }],
    ['an error in another language', '/api/door/mine', '', { 'accept-language': 'en' }],
    ['a fault', '/api/door/broken', '', {}],
  ] as [string, string, string, Record<string, string>][])(
    'is answered alike before the steps of Express and by them: %s',
    async (_, path, query, headers) => {
      const named = { 'x-request-id': 'the-same-for-both', ...headers };
      const [quick, thorough] = [
        await ask(app.url, path + query, named),
        // A slash at the end is left to the router.
        await ask(app.url, `${path}/${query}`, named),
      ];
      expect(comparable(quick)).toEqual(comparable(thorough));
      expect(new Set(quick.names).size).toBe(quick.names.length);
      expect(quick.headers['x-request-id']).toBe('the-same-for-both');
      expect(quick.headers.ratelimit).toContain('r=');
      expect(quick.headers['content-security-policy']).toBeDefined();
    },
  );

  test.each(['/api/door/value/7', '/api/door/finished'])(
    'that has not changed is said so without a body, before the steps of Express and by them: %s',
    async (path) => {
      const { etag = '' } = (await ask(app.url, path)).headers;
      expect(etag).not.toBe('');
      for (const address of [path, `${path}/`]) {
        const { status, body } = await ask(app.url, address, { 'if-none-match': etag });
        expect([status, body.length], address).toEqual([304, 0]);
      }
    },
  );

  test('gives its handler the request and the answer of Express when it asks for them', async () => {
    const answer = await ask(app.url, '/api/door/cookies', { 'accept-language': 'ru' });
    expect(JSON.parse(String(answer.body))).toBe('/api/door/cookies 127.0.0.1 ru');
    expect(answer.headers['set-cookie']).toEqual(['one=two; Path=/']);
    expect(answer.headers.vary).toBe('Cookie');
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  });

  test('knows who is signed in, and its answer is kept by nobody', async () => {
    const { cookie, person } = await app.signIn({ name: 'Aziza' });
    const answer = await ask(app.url, '/api/door/mine', { cookie });
    expect([answer.status, JSON.parse(String(answer.body))]).toEqual([200, person.name]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('is counted once with its status', async () => {
    counted.length = 0;
    await ask(app.url, '/api/door/finished');
    await ask(app.url, '/api/door/mine');
    await expect
      .poll(() => counted)
      .toEqual([
        ['door.finished', 200],
        ['door.mine', 401],
      ]);
  });

  test('with a NUL in its address is refused as ever', async () => {
    expect((await ask(app.url, '/api/door/value/7?word=%00')).status).toBe(400);
  });
});

describe('the address of a caller', () => {
  test('is written as IPv4 where it is one, also on a socket of both kinds', () => {
    const from = (remoteAddress: string, forwarded?: string) =>
      ({
        socket: { remoteAddress },
        headers: { 'x-forwarded-for': forwarded },
      }) as unknown as IncomingMessage;
    expect(addressOf(from('::ffff:203.0.113.7'), 0)).toBe('203.0.113.7');
    expect(addressOf(from('::1', '::ffff:203.0.113.8'), 1)).toBe('203.0.113.8');
    expect(addressOf(from('2001:db8::ffff'), 0)).toBe('2001:db8::ffff');
  });

  test.each([0, 1, 2, 5])('behind %i trusted proxies is the one Express tells', async (hops) => {
    const other = express();
    other.set('trust proxy', hops);
    other.use((req, res) => void res.json([req.ip, addressOf(req, hops)]));
    const server = createServer(other);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const reported of [
      '',
      '1.1.1.1',
      '1.1.1.1, 2.2.2.2',
      ' 9.9.9.9 ,8.8.8.8,7.7.7.7',
      ',,1.1.1.1,',
      ', ,',
      '::1,fe80::1',
    ]) {
      const { body } = await ask(url, '/', reported === '' ? {} : { 'x-forwarded-for': reported });
      const [expressly, ours] = JSON.parse(String(body));
      expect(ours, reported).toBe(expressly);
    }
    await new Promise((resolve) => server.close(resolve));
  });
});

test('a request is named by a trusted proxy, and by no visitor where there is none', async () => {
  const open = await startTestApp((http) => registerContract(http, mine, (call) => call.signedIn().name));
  const named = { 'x-request-id': 'named-by-a-visitor' };
  for (const address of ['/api/door/mine', '/api/door/mine/']) {
    const { headers, body } = await ask(open.url, address, named);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(String(body)).ERROR.requestId).toBe(headers['x-request-id']);
    expect((await ask(app.url, address, named)).headers['x-request-id']).toBe('named-by-a-visitor');
  }
  await open.close();
});
