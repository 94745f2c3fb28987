import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Challenge } from 'altcha-lib/types';
import {
  createProofOfWork,
  demandProof,
  registerProofOfWorkRoutes,
} from '#server/platform/proof-of-work/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testJobsRedis, type TestJobsRedis } from '../../fixtures/services.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';

const SECRET = 'a secret of the tests, long enough';
let jobs: TestJobsRedis;
let app: TestApp;
const proofsAt = (now?: () => number, secret = SECRET) =>
  createProofOfWork({ redis: jobs.redis, namespace: jobs.namespace, secret, ...(now ? { now } : {}) });

beforeAll(async () => {
  jobs = testJobsRedis();
  app = await startTestApp((http) => registerProofOfWorkRoutes(http, proofsAt()));
});
afterAll(async () => {
  await app.close();
  jobs.close();
});

const changed = (payload: string, change: (solved: any) => void): string => {
  const solved = JSON.parse(Buffer.from(payload, 'base64').toString());
  change(solved);
  return Buffer.from(JSON.stringify(solved)).toString('base64');
};

describe('proof of work', () => {
  test('takes a solved challenge once, whichever node made it', async () => {
    const payload = await solvedProof(await proofsAt().challenge());
    expect(await proofsAt().verify(payload)).toBe('ok');
    expect(await proofsAt().verify(payload)).toBe('used');
  });

  test('lets one of many racing calls use a challenge', async () => {
    const payload = await solvedProof(await proofsAt().challenge());
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => proofsAt().verify(payload)));
    expect(verdicts.filter((verdict) => verdict === 'ok')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'used')).toHaveLength(19);
  });

  test('takes the same challenge written in another order for the same one', async () => {
    const payload = await solvedProof(await proofsAt().challenge());
    expect(await proofsAt().verify(payload)).toBe('ok');
    const again = changed(payload, (solved) => {
      solved.challenge.parameters = Object.fromEntries(Object.entries(solved.challenge.parameters).reverse());
    });
    expect(await proofsAt().verify(again)).toBe('used');
  });

  test('says that a challenge older than five minutes has expired', async () => {
    const old = proofsAt(() => Date.now() - 5 * 60_000 - 2_000);
    expect(await proofsAt().verify(await solvedProof(await old.challenge()))).toBe('expired');
  });

  test('refuses a longer life, an easier task, another key and a guessed answer', async () => {
    const payload = await solvedProof(await proofsAt().challenge());
    const wrong = [
      changed(payload, (solved) => (solved.challenge.parameters.expiresAt += 3_600)),
      changed(payload, (solved) => (solved.challenge.parameters.cost = 1)),
      changed(payload, (solved) => (solved.challenge.parameters.nonce = '00'.repeat(16))),
      changed(payload, (solved) => (solved.solution.derivedKey = 'ab'.repeat(32))),
      changed(payload, (solved) => delete solved.challenge.signature),
    ];
    for (const each of wrong) expect(await proofsAt().verify(each)).toBe('wrong');
    expect(await proofsAt(undefined, 'the secret of another installation').verify(payload)).toBe('wrong');
    expect(await proofsAt().verify(payload)).toBe('ok');
  });

  test.each([
    '',
    'x',
    '{}',
    'bnVsbA==',
    Buffer.from('{"challenge":{}}').toString('base64'),
    '\u0000'.repeat(50),
  ])('refuses %j', async (payload) => expect(await proofsAt().verify(payload)).toBe('wrong'));

  test('refuses with a code the caller can tell from others', async () => {
    const payload = await solvedProof(await proofsAt().challenge());
    await demandProof(proofsAt(), payload);
    await expect(demandProof(proofsAt(), payload)).rejects.toMatchObject({
      status: 422,
      code: 'captcha-used',
    });
    await expect(demandProof(proofsAt(), 'x')).rejects.toMatchObject({ status: 422, code: 'captcha-wrong' });
  });

  test('lets nothing pass while Redis is away', async () => {
    const away = createProofOfWork({
      redis: { set: () => Promise.reject(new Error('Connection is closed.')) },
      namespace: jobs.namespace,
      secret: SECRET,
    });
    const payload = await solvedProof(await away.challenge());
    await expect(away.verify(payload)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });

  test('hands out a challenge that no cache may keep', async () => {
    const answer = await app.call('GET', '/api/shop/captcha');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await proofsAt().verify(await solvedProof(answer.body as Challenge))).toBe('ok');
  });
});
