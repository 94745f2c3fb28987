import { createPersonalIdHash } from '#server/domains/people/accounts/index.ts';
import { registerSanctionRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import {
  createSanctionsRepository,
  createSanctionsService,
} from '#server/domains/people/debarments/index.ts';
import { tooOften } from '#server/platform/errors/index.ts';
import { createDailyLimit } from '#server/platform/http/index.ts';
import { createProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { checkBlackList } from '#shared/api/site/checks.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';
import {
  testDatabase,
  testJobsRedis,
  type TestDatabase,
  type TestJobsRedis,
} from '../../fixtures/services.ts';

const SECRET = 'personal ids of the tests';
const STIR = '302345678';
const FIRST = '3150675123456';
const PINFL = `${FIRST}${pinflCheckDigit(FIRST)}`;
/** Noon of 10 December 2026 in Tashkent. */
const NOW = Date.parse('2026-12-10T12:00:00+05:00');

let database: TestDatabase;
let jobs: TestJobsRedis;
let app: TestApp;
let nowMs = NOW;

const serviceWith = (secret: string) =>
  createSanctionsService({
    sanctions: createSanctionsRepository(database.db),
    hash: createPersonalIdHash(secret),
    personsOf: async () => [],
    accountsOfEach: (personIds) => Promise.resolve(new Map(personIds.map((id) => [id, [id]]))),
    numbersOf: () => Promise.resolve(new Map()),
    chosenReason: createReferenceService(createReferenceRepository(database.db)).chosenReason,
    notify: () => Promise.reject(new Error('there is no account to tell')),
    now: () => nowMs,
  });
const uncounted = () => Promise.resolve();
const proofs = () => createProofOfWork({ redis: jobs.redis, namespace: jobs.namespace, secret: 'proofs' });

beforeAll(async () => {
  database = await testDatabase();
  jobs = testJobsRedis();
  app = await startTestApp((http) => registerSanctionRoutes(http, serviceWith(SECRET), proofs(), uncounted));
  const service = serviceWith(SECRET);
  await service.bar({
    kind: 'pinfl',
    value: PINFL,
    person: { kind: 'natural', name: 'Anvar Bekmurodov' },
    lotId: 5_000_123,
    startDate: '2026-11-01',
    endDate: '2026-12-12',
    cause: 'unpaid',
    reason: 'Did not pay',
    by: 'rules',
  });
  await service.bar({
    kind: 'stir',
    value: STIR,
    person: { kind: 'legal', name: '«Sinov Savdo» MChJ' },
    lotId: null,
    startDate: '2026-10-01',
    endDate: '2026-12-09',
    cause: 'unpaid',
    reason: 'Did not pay',
    by: 'rules',
  });
});
afterAll(async () => {
  await app.close();
  jobs.close();
  await database.close();
});

const check = async (body: Record<string, unknown>, captcha?: string) =>
  app.call('POST', '/api/shop/check-black-list', {
    body: { captcha: captcha ?? (await solvedProof(await proofs().challenge())), ...body },
  });

describe('the check of barred participants', () => {
  test('finds exactly the number that was asked, masked, with the days left', async () => {
    nowMs = NOW;
    const answer = await check({ kind: 'pinfl', value: PINFL });
    expect(answer.body).toEqual({
      entries: [
        {
          name: 'A*** B***',
          lotNumber: '5000123',
          taxId: null,
          personalId: `**********${PINFL.slice(-4)}`,
          startDate: '2026-11-01',
          endDate: '2026-12-12',
          remainingDays: 3,
        },
      ],
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    checkBlackList.answer.parse(answer.body);
    const other = `${PINFL.slice(0, 12)}99`;
    expect((await check({ kind: 'pinfl', value: other })).body).toEqual({ entries: [] });
  });

  test('no longer finds an entry whose last day in Tashkent is over', async () => {
    nowMs = NOW;
    expect((await check({ kind: 'stir', value: STIR })).body.entries).toEqual([]);
    nowMs = Date.parse('2026-12-09T23:59:59+05:00');
    const [entry] = (await check({ kind: 'stir', value: STIR })).body.entries;
    expect(entry).toMatchObject({ name: '«Sinov Savdo» MChJ', taxId: '*****5678', remainingDays: 1 });
    nowMs = Date.parse('2026-12-10T00:00:00+05:00');
    expect((await check({ kind: 'stir', value: STIR })).body.entries).toEqual([]);
    nowMs = Date.parse('2026-09-30T23:59:59+05:00');
    expect((await check({ kind: 'stir', value: STIR })).body.entries).toEqual([]);
    nowMs = NOW;
  });

  test('does not take a STIR for the PINFL of somebody else, nor a part of a number', async () => {
    expect((await check({ kind: 'stir', value: PINFL.slice(0, 9) })).body.entries).toEqual([]);
    for (const body of [
      { kind: 'pinfl', value: PINFL.slice(0, 13) },
      { kind: 'pinfl', value: `${PINFL.slice(0, 13)}%` },
      { kind: 'stir', value: '30234567_' },
      { kind: 'stir', value: 302345678 },
      { kind: 'name', value: 'Anvar' },
      { kind: 'stir' },
      { kind: 'stir', value: STIR, limit: 100 },
    ])
      expect((await check(body)).status).toBe(400);
  });

  test('asks for work each time', async () => {
    const captcha = await solvedProof(await proofs().challenge());
    expect((await check({ kind: 'stir', value: STIR }, captcha)).status).toBe(200);
    const again = await check({ kind: 'stir', value: STIR }, captcha);
    expect(again.status).toBe(422);
    expect(again.body.ERROR.code).toBe('captcha-used');
    const russian = await app.call('POST', '/api/shop/check-black-list', {
      body: { kind: 'stir', value: STIR, captcha: 'made up' },
      headers: { 'accept-language': 'ru' },
    });
    expect(russian.body.ERROR).toMatchObject({
      code: 'captcha-wrong',
      message: expect.stringMatching(/Проверка/),
    });
  });

  test('counts calls, and refuses rather than guesses while the counter is away', async () => {
    expect(checkBlackList.rateLimit.perMinute).toBeLessThanOrEqual(10);
    expect(checkBlackList.whenLimiterIsDown).toBe('closed');
    const strict = await startTestApp(
      (http) => registerSanctionRoutes(http, serviceWith(SECRET), proofs(), uncounted),
      {
        rateLimitFactor: 1,
      },
    );
    const statuses = [];
    for (let i = 0; i < 12; i += 1)
      statuses.push(
        (
          await strict.call('POST', '/api/shop/check-black-list', {
            body: { kind: 'stir', value: STIR, captcha: 'x' },
          })
        ).status,
      );
    await strict.close();
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('lets one address ask so many times a day, whatever its pace, and no one while the count is away', async () => {
    let dayMs = NOW;
    const limit = (redis: unknown = jobs.redis) =>
      createDailyLimit({
        redis: redis as never,
        namespace: jobs.namespace,
        name: 'black-list',
        perDay: 3,
        now: () => dayMs,
      });
    for (let i = 0; i < 3; i += 1) await limit()('192.0.2.7');
    await expect(limit()('192.0.2.7')).rejects.toMatchObject({ status: 429 });
    await limit()('192.0.2.8');
    await limit()('2001:db8:1:1::1');
    await limit()('2001:db8:1:1::2');
    await limit()('2001:db8:1:2::1');
    await expect(limit()('2001:db8:1:3::1')).rejects.toMatchObject({ status: 429 });
    dayMs += 12 * 3_600_000;
    await limit()('192.0.2.7');
    const away = { incr: () => Promise.reject(new Error('Connection is closed.')) };
    await expect(limit(away)('192.0.2.9')).rejects.toMatchObject({ status: 503 });
    const keys = await jobs.redis.keys(`${jobs.namespace}daily:*`);
    expect(keys.join()).not.toContain('192.0');

    const full = await startTestApp((http) =>
      registerSanctionRoutes(http, serviceWith(SECRET), proofs(), () => Promise.reject(tooOften(3_600))),
    );
    const answer = await full.call('POST', '/api/shop/check-black-list', {
      body: { kind: 'stir', value: STIR, captcha: await solvedProof(await proofs().challenge()) },
    });
    await full.close();
    expect(answer.status).toBe(429);
  });
});

describe('what is stored of a barred person', () => {
  test('is neither the number nor the name', async () => {
    const { rows } = await database.pool.query('select to_jsonb(b)::text as line from barred_person b');
    const stored = rows.map(({ line }) => line).join('\n');
    for (const secret of [PINFL, STIR, 'Anvar', 'Bekmurodov', PINFL.slice(0, 8)])
      expect(stored).not.toContain(secret);
    expect(createPersonalIdHash('one').of('stir', STIR)).not.toBe(
      createPersonalIdHash('two').of('stir', STIR),
    );
  });

  test('is not taken for honesty when it was hashed with another key', async () => {
    await expect(serviceWith('a key that came later').check('pinfl', PINFL)).rejects.toMatchObject({
      status: 503,
    });
  });

  test('never reaches an error message', async () => {
    const wrong = `9${PINFL.slice(1)}`;
    const bar = () =>
      serviceWith(SECRET).bar({
        kind: 'pinfl',
        value: wrong,
        person: { kind: 'natural', name: 'A B' },
        lotId: null,
        startDate: '2026-12-01',
        endDate: '2026-12-02',
        cause: 'unpaid',
        reason: 'x',
        by: 'rules',
      });
    await expect(bar()).rejects.toThrow(RangeError);
    await expect(bar()).rejects.not.toThrow(new RegExp(wrong));
  });
});
