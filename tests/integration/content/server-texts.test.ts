import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { registerContract } from '#server/platform/http/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { conflict, RequestError, ruleForbids } from '#server/platform/errors/index.ts';
import { contract } from '#shared/api/contract.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { roomError, type RoomErrorCode } from '#shared/realtime/room-errors.ts';
import { projectFiles } from '../../architecture/project-files.ts';
import { localeTexts, namespacesOf } from '../../fixtures/locale-files.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

const FACTORIES = {
  badRequest: [400, 'malformed'],
  noSession: [401, 'no-session'],
  forbidden: [403, 'not-allowed'],
  notFound: [404, 'not-found'],
  conflict: [409, 'conflict'],
  tooLarge: [413, 'too-large'],
  unsupportedType: [415, 'unsupported-type'],
  ruleForbids: [422, 'rule-forbids'],
  unavailable: [503, 'unavailable'],
} as const;

/** Codes as the source writes them: `conflict('orders.closed')`, `conflict()`, `new RequestError({ … code: 'x' })`. */
function codesIn(source: string): { status: number; code: string }[] {
  const called = new RegExp(`\\b(${Object.keys(FACTORIES).join('|')})\\(\\s*(?:'([^']*)')?`, 'g');
  const made = /new RequestError\(\{[^}]*status: (\d+)[^}]*code: '([^']+)'/g;
  return [
    ...[...source.matchAll(called)].map((match) => {
      const [status, usual] = FACTORIES[match[1] as keyof typeof FACTORIES];
      return { status, code: match[2] ?? usual };
    }),
    ...[...source.matchAll(made)].map((match) => ({ status: Number(match[1]), code: match[2] ?? '' })),
  ];
}

const answered = [...projectFiles(['server'], ['.ts'])]
  .filter(([file]) => !file.startsWith('server/platform/errors/'))
  .flatMap(([, source]) => codesIn(source));
const codes = [...new Map(answered.map((one) => [one.code, one])).values()].sort((a, b) =>
  a.code.localeCompare(b.code),
);
const texts = loadTexts();
const NAMESPACES = new Set(namespacesOf('uz'));

type Tree = { readonly [key: string]: string | Tree | undefined };

/** The text of a code itself, not the sentence of its status: in `server`, or in the namespace of its first word. */
function ownWords(language: Language, code: string): unknown {
  const read = (namespace: string): Tree =>
    NAMESPACES.has(namespace) ? localeTexts(language, namespace) : {};
  const at = (tree: Tree, parts: readonly string[]): unknown =>
    parts.reduce<unknown>((found, part) => (found as Tree | undefined)?.[part], tree);
  const [owner = '', ...rest] = code.split('.');
  return at(read('server'), ['errors', owner, ...rest]) ?? at(read(owner), ['errors', ...rest]);
}

describe('an error the server can answer', () => {
  test('is found by its factory and by its making', () => {
    expect(codesIn(`throw conflict('a.b'); throw notFound();`)).toEqual([
      { status: 409, code: 'a.b' },
      { status: 404, code: 'not-found' },
    ]);
    expect(codesIn(`new RequestError({ status: 418, code: 'tea' })`)).toEqual([{ status: 418, code: 'tea' }]);
    expect(codes.length).toBeGreaterThan(10);
  });

  it.each(codes)('$code ($status) has words of its own in every language', ({ code, status }) => {
    const error = new RequestError({ code, status });
    const said = LANGUAGES.map((language) => texts.error(language, error));
    expect(new Set(said).size).toBe(LANGUAGES.length);
    for (const language of LANGUAGES) expect(ownWords(language, code), language).toBeTypeOf('string');
  });

  it.each([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503])(
    '%i has a sentence even where its code has none',
    (status) => {
      const error = new RequestError({ status, code: 'no-such-code' });
      expect(new Set(LANGUAGES.map((language) => texts.error(language, error))).size).toBe(LANGUAGES.length);
    },
  );
});

test('every error of a room has words in every language', () => {
  const source = readFileSync('shared/realtime/room-answers.ts', 'utf8');
  const union = /const roomErrorSchema = z\.object\(\{\s*code: z\.enum\(\[([^\]]+)\]/.exec(source)?.[1] ?? '';
  const room = [...union.matchAll(/'([^']+)'/g)].map((match) => match[1] as RoomErrorCode);
  expect(room.length).toBeGreaterThanOrEqual(8);
  for (const code of room) {
    const said = LANGUAGES.map((language) => roomError(code, language).message);
    expect(
      said.every((text) => text?.length > 10),
      code,
    ).toBe(true);
    expect(new Set(said).size, code).toBe(LANGUAGES.length);
  }
});

describe('a refusal is answered in the language of the person', () => {
  const REFUSALS = {
    'orders.requisites': ruleForbids,
    'orders.payout-sent': conflict,
  } as const;
  const ask = contract({
    refusals: { 409: ['orders.payout-sent'], 422: ['orders.requisites'] },
    name: 'test.refuse',
    method: 'get',
    path: '/api/test/refuse/:code',
    summary: 'Refuses',
    tag: 'site',
    access: 'public',
    rateLimit: { perMinute: 600 },
    params: z.object({ code: z.enum(['orders.requisites', 'orders.payout-sent']) }),
    answer: z.null(),
  });
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp((http) =>
      registerContract(http, ask, ({ params }) => {
        throw REFUSALS[params.code](params.code);
      }),
    );
  });
  afterAll(() => app.close());

  it.each([
    ['orders.requisites', 422, 'uz', 'Bank maʼlumotlari toʻgʻri emas'],
    ['orders.requisites', 422, 'en', 'The bank info is not right'],
    ['orders.payout-sent', 409, 'uz', 'Toʻlov allaqachon yuborilgan'],
    ['orders.payout-sent', 409, 'uz-Cyrl', 'Тўлов аллақачон юборилган'],
    ['orders.payout-sent', 409, 'ru', 'Выплата уже отправлена'],
    ['orders.payout-sent', 409, 'en', 'The payout has been sent'],
  ])('%s is %i and in %s begins "%s"', async (code, status, language, words) => {
    const answer = await app.call('GET', `/api/test/refuse/${code}`, {
      headers: { 'accept-language': language },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.ERROR.message).toContain(words);
  });
});
