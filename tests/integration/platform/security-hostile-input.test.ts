import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '#shared/api/index.ts';
import type { Contract } from '#shared/api/contract.ts';
import { callServer, type CallAnswer } from '../../fixtures/app.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import { integerFieldsOf } from '../../fixtures/integer-fields.ts';
import { startContractFixture, type ContractFixture } from '../../fixtures/contract-fixture.ts';
import { securityPlatformTests } from './security-platform.ts';

/** Every field of every call, one after the other, given hostile values; the rest of the call is good. */

/**
 * The sample gives each field one value, dealt by turns, so that every value meets every kind of field; the complete run gives
 * each field every value.
 */
const dealt = <Value>(values: readonly Value[], turn: number): Value[] =>
  values.filter((_, i) => COMPLETE || i === turn % values.length);

let fixture: ContractFixture;
let auditor: string;
let administrator: string;
beforeAll(async () => {
  fixture = await startContractFixture();
  auditor = (await fixture.signIn('Auditor', ['auditor'])).cookie;
  administrator = (await fixture.signIn('Administrator', ['administrator'])).cookie;
});
afterAll(() => fixture.close());

// First, because hostile calls use up what the others are about.
securityPlatformTests(() => fixture);

const TEXTS = [
  '',
  'a\u0000b',
  '\ud800',
  "'; drop table lot; --",
  '%_\\',
  '1e3',
  '-1',
  '9007199254740993',
  '0000-01-01',
  '0001-01-01',
  '../../../etc/passwd',
  '{{constructor.constructor("return process")()}}',
  '<img src=x onerror=alert(1)>',
  '=cmd|"/c calc"!A1',
  '\r\nSet-Cookie: a=b',
  'ا'.repeat(1_000),
  `${'a'.repeat(5_000)}!`,
];
/** As they are written in JSON: some of them no JavaScript value can be written as. */
const LITERALS = [
  ...TEXTS.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e400',
  '9007199254740993',
  '[]',
  '{}',
  '[[[[]]]]',
  '{"toString":1}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"$ne":null}',
];

/** What only somebody with the source or the database should read. */
const INSIDES =
  /violates|syntax error|relation "|invalid input|\.ts:\d|node_modules|ECONN|ZodError|TypeError/;

function judge(answer: CallAnswer, what: string) {
  expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.body.ERROR.code, what).toBeTypeOf('string');
  expect(JSON.stringify(answer.body), what).not.toMatch(INSIDES);
}

const cookieOf = ({ access }: Contract) =>
  access === 'public'
    ? ''
    : typeof access === 'object'
      ? access.roles.includes('operator')
        ? fixture.people.operator.cookie
        : access.roles.includes('auditor')
          ? auditor
          : administrator
      : fixture.people.leaving.cookie;

/** A few at a time, so that the server is busy and not drowned. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

const addressOf = (contract: Contract, values: Record<string, unknown> = {}) =>
  contract.path.replace(/:(\w+)/g, (_, name: string) => String(values[name] ?? fixture.lotId));

/** Of an object, or of each kind of a body that has several. */
const keysOf = (schema: unknown): string[] => {
  const { shape, options } = (schema ?? {}) as { shape?: object; options?: unknown[] };
  if (options) return [...new Set(options.flatMap(keysOf))];
  return shape ? Object.keys(shape) : [];
};

/** What no body has. */
const UNKNOWN_FIELD = 'unexpected';

const named = (contracts: readonly Contract[]) => contracts.map((each) => [each.name, each] as const);

describe('no field of a body', () => {
  test.each(named(CONTRACTS.filter(({ body }) => body)))('breaks %s', async (name, contract) => {
    const good = (fixture.good[name]?.body ?? {}) as Record<string, unknown>;
    const cases = [...keysOf(contract.body), UNKNOWN_FIELD].flatMap((field, turn) =>
      dealt(LITERALS, turn + name.length).map((literal) => ({ field, literal })),
    );
    expect(cases).not.toEqual([]);
    await eachOf(cases, async ({ field, literal }) => {
      const { [field]: _, ...rest } = good;
      const rawBody = `{${JSON.stringify(field)}:${literal},${JSON.stringify(rest).slice(1)}`;
      const answer = await callServer(
        fixture.platform.url,
        contract.method.toUpperCase(),
        addressOf(contract, fixture.good[name]?.params),
        {
          // `{"a":1,}` is what is left where nothing else is in the body.
          rawBody: rawBody.replace(/,\}$/, '}'),
          headers: { 'content-type': 'application/json' },
          ...(cookieOf(contract) ? { cookie: cookieOf(contract) } : {}),
        },
      );
      judge(answer, `${field}: ${literal.slice(0, 60)}`);
    });
  });
});

test.each(['0000-01-01', '0001-01-01', '9999-12-31'])('%s is no day of a body or an address', async (day) => {
  const { operator } = fixture.people;
  const at = (method: string, path: string, cookie: string, body?: object) =>
    callServer(fixture.platform.url, method, path, { cookie, ...(body && { body }) });
  const reason = 'Kun notoʻgʻri yozilgan';
  const answers = await Promise.all([
    at('POST', '/api/console/settlements/1/extend', operator.cookie, { until: day, reason }),
    at('GET', `/api/console/protocols?from=${day}`, operator.cookie),
    at('POST', '/api/console/reference/calendar/remove', administrator, { day, reason }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.ERROR.code])).toEqual(
    answers.map(() => [400, 'malformed']),
  );
});

test.each(['\u0000', '\ud800'])('%j in a text of a body is refused as malformed', async (mark) => {
  const answer = await callServer(fixture.platform.url, 'PUT', '/api/shop/profile/address', {
    cookie: fixture.people.leaving.cookie,
    body: { regionId: 1726, areaId: 1726266, text: `Navoiy${mark} koʻchasi` },
  });
  expect(answer.status).toBe(400);
});

test('a NUL in a search of staff is refused as malformed', async () => {
  const answer = await callServer(fixture.platform.url, 'GET', '/api/console/payments?search=a%00b', {
    cookie: fixture.people.operator.cookie,
  });
  expect(answer.status).toBe(400);
});

describe('no field of an address', () => {
  test.each(named(CONTRACTS.filter(({ query, params }) => query ?? params)))(
    'breaks %s',
    async (name, contract) => {
      const { params = {}, query = {} } = fixture.good[name] ?? {};
      const inQuery = keysOf(contract.query).flatMap((field, turn) => [
        ...dealt(TEXTS, turn + name.length).map(
          (text) => `${addressOf(contract, params)}?${new URLSearchParams({ ...query, [field]: text })}`,
        ),
        `${addressOf(contract, params)}?${field}=1&${field}=2`,
        `${addressOf(contract, params)}?${field}[]=1`,
        `${addressOf(contract, params)}?${field}[__proto__]=1`,
        `${addressOf(contract, params)}?${field}=%E0%A4%A`,
      ]);
      const inPath = keysOf(contract.params).flatMap((field, turn) =>
        dealt(
          TEXTS.filter((text) => text !== '' && !text.startsWith('..')),
          turn + name.length,
        ).map((text) =>
          addressOf(contract, { ...params, [field]: encodeURIComponent(text.replace('\ud800', '\ufffd')) }),
        ),
      );
      expect([...inQuery, ...inPath]).not.toEqual([]);
      await eachOf([...inQuery, ...inPath], async (address) => {
        const cookie = cookieOf(contract);
        const options = cookie ? { cookie } : {};
        const answer = await callServer(
          fixture.platform.url,
          contract.method.toUpperCase(),
          address,
          options,
        );
        judge(answer, address.slice(0, 200));
      });
    },
  );

  test('asks for pages beyond the limits', async () => {
    const lists = CONTRACTS.filter(
      ({ method, query }) =>
        method === 'get' && keysOf(query).includes('page') && keysOf(query).includes('size'),
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const contract of lists) {
      for (const query of ['page=-1', 'size=1000000000', 'size=0', 'page=1.5', 'page=1&page=2', 'size=1e9']) {
        const cookie = cookieOf(contract);
        const answer = await callServer(
          fixture.platform.url,
          'GET',
          `${addressOf(contract, fixture.good[contract.name]?.params)}?${query}`,
          cookie ? { cookie } : {},
        );
        expect(answer.status, `${contract.name}?${query}`).toBe(400);
      }
    }
  });
});

describe('a search', () => {
  const HARD = [
    '%',
    '_',
    "' or '1'='1",
    '\\',
    '(a+)+$',
    `${'a'.repeat(90)}!`,
    '(((((((((',
    '*:*&|!',
    'ʻ'.repeat(90),
    '"'.repeat(50),
  ];
  test.each(HARD)('for %j is answered at once', async (text) => {
    const times: number[] = [];
    // The best of a few: the others may have waited for neighbours on the same cores.
    for (let turn = 0; turn < 8 && (turn === 0 || Math.min(...times) >= 200); turn += 1) {
      const from = performance.now();
      const address = `/api/shop/shop-lots/lot-list?${new URLSearchParams({ q: text })}`;
      const answer = await callServer(fixture.platform.url, 'GET', address);
      times.push(performance.now() - from);
      expect([200, 400]).toContain(answer.status);
      judge(answer, text);
    }
    expect(Math.min(...times)).toBeLessThan(200);
  });
});

/** A good value with another one at a place that it has, or that can be made in it. */
function withValue(good: unknown, path: readonly string[], value: number): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === '0') return [withValue((good as unknown[] | undefined)?.[0], rest, value)];
  const { [name]: inner, ...others } = (good ?? {}) as Record<string, unknown>;
  return { ...others, [name]: withValue(inner, rest, value) };
}

describe('the greatest number that a field takes', () => {
  const withIntegers = CONTRACTS.filter((contract) => integerFieldsOf(contract).length > 0);

  test.each(named(withIntegers))('breaks no %s', async (name, contract) => {
    const good = fixture.good[name];
    const fields = integerFieldsOf(contract);
    expect(fields).not.toEqual([]);
    await eachOf(fields, async (field) => {
      const part = (which: typeof field.in) =>
        which === field.in ? withValue(good?.[which], field.path, field.max) : good?.[which];
      const search = new URLSearchParams((part('query') ?? {}) as Record<string, string>).toString();
      const address = addressOf(contract, (part('params') ?? {}) as Record<string, unknown>);
      const answer = await callServer(
        fixture.platform.url,
        contract.method.toUpperCase(),
        search ? `${address}?${search}` : address,
        {
          ...(cookieOf(contract) ? { cookie: cookieOf(contract) } : {}),
          ...(contract.body ? { body: part('body') } : {}),
        },
      );
      judge(answer, `${field.in}.${field.path.join('.')}: ${field.max}`);
    });
  });
});

interface LogLine {
  level: number;
  msg: string;
}

/** A machine that is busy with other tests stalls the rooms of this platform, whatever it is sent. */
const STALLED = 'no web process can place bids: all rooms are stalled';

test('the server is the same as before, and has noted no fault of its own', async () => {
  expect(fixture.platform.child.exitCode).toBeNull();
  expect((await callServer(fixture.platform.url, 'GET', '/healthz')).status).toBe(200);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  const faults = fixture.platform
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ level, msg }) => level >= 50 && msg !== STALLED);
  expect(faults).toEqual([]);
});
