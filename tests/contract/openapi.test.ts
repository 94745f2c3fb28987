import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serveApiDocs } from '#server/processes/api-docs.ts';
import { DIGITS_PATTERN, idField, idInBody } from '#shared/api/fields.ts';
import { contract, REFUSAL_STATUSES } from '#shared/api/contract.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { conflict, notFound, unavailable } from '#server/platform/errors/index.ts';
import { registerContract } from '#server/platform/http/index.ts';
import { startTestApp, type TestApp } from '../fixtures/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp((http) =>
    serveApiDocs(http.plain, CONTRACTS, { version: '1', server: 'http://localhost' }),
  );
});
afterAll(() => app.close());

const placesOf = (document: any) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path}`),
  );

describe('the contracts', () => {
  test('have names and places of their own', () => {
    const names = CONTRACTS.map((each) => each.name);
    const places = CONTRACTS.map((each) => `${each.method} ${each.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  test('stand under /api, name every path parameter and limit themselves', () => {
    for (const each of CONTRACTS) {
      expect(each.path, each.name).toMatch(/^\/api\/(shop|console)\/[a-z0-9_/:.A-Z-]+$/);
      const inPath = [...each.path.matchAll(/:([A-Za-z0-9_]+)/g)].map((match) => match[1]);
      const inSchema = Object.keys((each.params as { shape?: object } | undefined)?.shape ?? {});
      expect(inSchema.sort(), each.name).toEqual(inPath.sort());
      expect(each.rateLimit.perMinute, each.name).toBeGreaterThan(0);
      expect(each.summary.length, each.name).toBeGreaterThan(5);
    }
  });
});

/** Places of a JSON body that want digits as a text, where the client sends a number. */
const digitTextsIn = (body: z.ZodType): string[] => {
  const found: string[] = [];
  const walk = (node: unknown, place: string) => {
    if (typeof node !== 'object' || node === null) return;
    if ((node as { pattern?: unknown }).pattern === DIGITS_PATTERN) found.push(place);
    for (const [key, value] of Object.entries(node)) walk(value, `${place}/${key}`);
  };
  walk(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), '');
  return found;
};

describe('bodies', () => {
  test('have numbers where the client sends numbers: fields of paths and queries are not used in them', () => {
    const planted = z.strictObject({
      lotId: idInBody,
      settlementId: idField.optional(),
      many: z.array(idField),
    });
    expect(digitTextsIn(planted)).toEqual(['/properties/settlementId', '/properties/many/items']);
    const wrong = CONTRACTS.filter(({ body, form }) => body && !form).flatMap(({ name, body }) =>
      digitTextsIn(body!).map((place) => `${name} ${place}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the description', () => {
  test('has each repeated shape once, under a name, and describes every group of calls', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const { schemas } = body.components;
    const texts = Object.values(schemas).map((schema) => JSON.stringify(schema));
    expect(new Set(texts).size).toBe(texts.length);
    const list =
      body.paths['/api/shop/shop-lots/lot-list'].get.responses[200].content['application/json'].schema;
    expect(list.properties.items.items).toEqual({ $ref: '#/components/schemas/LotsListItem' });
    expect(schemas.LotsListItem.properties.title).toEqual({ $ref: '#/components/schemas/Title' });
    const refs = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(refs.filter(([, name = '']) => !(name in schemas))).toEqual([]);
    for (const { name, description } of body.tags) expect(description, name).not.toBe(name);
    expect(body.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
    expect(body.info.description.length).toBeGreaterThan(40);
    // A tuple: validators of OpenAPI ask for `items`, and its length is bounded.
    const steps = schemas.IncrementLadder.properties.steps.items;
    expect(steps).toMatchObject({ minItems: 2, maxItems: 2, items: {} });
    expect(steps.prefixItems).toHaveLength(2);
  });

  test('names every required field, the types of files, the file of an upload and refusals beyond the usual', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const lost: string[] = [];
    const walk = (node: any, place: string) => {
      if (typeof node !== 'object' || node === null) return;
      if (Array.isArray(node.required) && node.properties)
        for (const field of node.required) if (!(field in node.properties)) lost.push(`${place}: ${field}`);
      for (const [key, value] of Object.entries(node)) walk(value, `${place}/${key}`);
    };
    walk(body, '');
    expect(lost).toEqual([]);
    const { responses } = body.paths['/api/shop/export/{list}'].get;
    expect(Object.keys(responses[200].content)).toContain('text/csv; charset=utf-8');
    expect(responses[404].content['application/json'].schema.$ref).toBe('#/components/schemas/Error');
    expect(responses.default.content['application/json'].schema.$ref).toBe('#/components/schemas/Error');
    const upload = body.paths['/api/shop/file/images/add'].post.requestBody.content['multipart/form-data'];
    expect(upload.schema.required).toEqual(['file']);
  });

  test('lists the codes by which a call refuses, those before its handler and its own', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const codesOf = (method: string, path: string) => {
      const { responses } = body.paths[path][method];
      return Object.fromEntries(
        REFUSAL_STATUSES.flatMap((status) => {
          const schema = responses[status]?.content['application/json'].schema;
          const code = schema?.allOf?.[1].properties.ERROR.properties.code;
          return code ? [[status, code.enum]] : [];
        }),
      );
    };
    expect(codesOf('post', '/api/shop/game-view/place')).toEqual({
      403: ['foreign-origin', 'token-scope'],
      409: ['other-person'],
    });
    expect(codesOf('get', '/api/shop/game-view/log/{lotId}')).toEqual({
      403: ['token-scope', 'not-allowed'],
      404: ['not-found'],
      409: ['other-person', 'game-view.not-over'],
    });
    expect(codesOf('post', '/api/shop/winlot/pay-win-lot')[422]).toEqual([
      'winlot.no-parts',
      'payments.not-offered',
      'payments.request-reused',
    ]);
    const { description } = body.paths['/api/shop/game-view/log/{lotId}'].get.responses[409];
    expect(description).toBe('Not in this state: `other-person`, `game-view.not-over`');
  });

  test('is OpenAPI 3.1 with every contract, its parameters and the shape of its answer', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(placesOf(body).sort()).toEqual(
      CONTRACTS.map((each) => `${each.method} ${each.path.replace(/:([A-Za-z0-9_]+)/g, '{$1}')}`).sort(),
    );
    for (const each of CONTRACTS) {
      const operation = body.paths[each.path.replace(/:([A-Za-z0-9_]+)/g, '{$1}')][each.method];
      expect(operation.operationId).toBe(each.name);
      const types = each.file ?? ['application/json'];
      for (const type of types)
        expect(operation.responses['200'].content[type].schema, each.name).toBeTypeOf('object');
      for (const [, name] of each.path.matchAll(/:([A-Za-z0-9_]+)/g)) {
        expect(operation.parameters).toContainEqual(
          expect.objectContaining({ name, in: 'path', required: true }),
        );
      }
    }
  });

  test('says which calls of a room answer 503 with a body of their own, and with which', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    const { responses } = body.paths['/api/shop/game-view/place'].post;
    const success = responses['200'].content['application/json'].schema;
    expect(responses['503'].content['application/json'].schema.anyOf).toEqual([
      success,
      { $ref: '#/components/schemas/Error' },
    ]);
    const named = CONTRACTS.filter(({ elsewhere }) => elsewhere).map(
      ({ path, method }) => `${method} ${path}`,
    );
    expect(named).toContain('get /api/shop/game-view/lot-game-info/:lotId');
    expect(named.filter((place) => place.endsWith('/auto-bid'))).toHaveLength(2);
    expect(Object.keys(body.paths['/api/shop/game-view/entries/{lotId}'].get.responses)).not.toContain('503');
  });

  test('refers only to what it contains', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    for (const [, place] of JSON.stringify(body).matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = (place as string)
        .split('/')
        .slice(1)
        .reduce((part: any, step) => part?.[step.replaceAll('~1', '/')], body);
      expect(found, place).toBeDefined();
    }
  });

  test('has a page of its own that loads nothing from elsewhere and runs under our policy', async () => {
    const page = await app.call('GET', '/api/docs');
    expect(page.status).toBe(200);
    const addresses = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] as string,
    );
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^\/api\/docs\//);
      expect((await app.call('GET', address)).status, address).toBe(200);
    }
    expect(page.body).not.toMatch(/<script>|\son[a-z]+=/);
  });
});

describe('refusals', () => {
  const about = { method: 'get', summary: 'A call of this test', tag: 'site', access: 'public' } as const;
  const shape = { rateLimit: { perMinute: 100 }, answer: z.string() };
  const listing = contract({
    ...about,
    ...shape,
    name: 'test.listing',
    path: '/api/shop/test/listing',
    query: z.strictObject({ how: z.string() }),
    refusals: { 404: ['not-found'], 409: ['test.over'] },
  });
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp((http) => {
      registerContract(http, listing, ({ query }) => {
        if (query.how === 'gone') throw notFound();
        if (query.how === 'away') throw unavailable();
        throw conflict(query.how as never);
      });
    });
  });
  afterAll(() => other.close());

  test.each([
    ['gone', 404, 'not-found'],
    ['test.over', 409, 'test.over'],
    ['away', 503, 'unavailable'],
    // The fault that every test meets which is answered so.
    ['test.other', 500, 'internal'],
    ['not-found', 500, 'internal'],
  ])('%s of a contract that lists its refusals is answered with %d', async (how, status, code) => {
    const { status: answered, body } = await other.call('GET', `/api/shop/test/listing?how=${how}`);
    expect([answered, body.ERROR.code]).toEqual([status, code]);
  });
});
