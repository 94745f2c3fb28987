import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts } from '#server/domains/accounts/index.ts';
import { createActionLog } from '#server/domains/action-log/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { callServer } from '../fixtures/app.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const KEY = 'kassa-key-of-thirty-six-characters-00';
const AUTH = `Basic ${Buffer.from(`Paycom:${KEY}`).toString('base64')}`;
const AMOUNT = 5_000_000;
const SITE = { PROCESSES: 'web', PAYME_MERCHANT_ID: 'm', PAYME_KEY: KEY };

const redis = testRedis();
let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let me: { cookie: string; personId: string };
let kills = 0;

beforeAll(async () => {
  database = await testDatabase();
  people = peopleOf(redis);
  const actions = createActionLog(database.db);
  const accounts = createAccounts({ db: database.db, sessions: people.sessions, actions });
  const person = await accounts.prepare({
    ...{ issuer: 'test', subject: 'payer', kind: 'natural', name: 'Payer', language: 'uz' },
    ...{ phone: null, email: null, pinfl: null, stir: null },
  });
  const { cookie } = await people.signIn({ personId: person.id });
  me = { cookie, personId: person.id };
});
afterAll(async () => {
  await people.close();
  await database.close();
});

/** One call of the provider; null when no one answered. */
async function rpc(platform: PlatformProcess, method: string, params: object): Promise<string | null> {
  try {
    const answer = await fetch(`${platform.url}/pay/payme`, {
      method: 'POST',
      headers: { authorization: AUTH },
      body: JSON.stringify({ method, params, id: 1 }),
    });
    return await answer.text();
  } catch {
    // Repeated by the test once the server is back, as the provider does.
    return null;
  }
}

const journals = async (paymentId: number): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query(
    'select kind, count(*)::int as count from ledger_journal where reference = $1 group by kind',
    [`payment:${paymentId}`],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};

// The first change of a payment is its creation, the second performs it, the third takes it back.
const KILLS = [
  ['callback-before-commit:1', 'CreateTransaction'],
  ['callback-after-commit:1', 'CreateTransaction'],
  ['callback-before-commit:2', 'PerformTransaction'],
  ['callback-after-commit:2', 'PerformTransaction'],
  ['callback-before-commit:3', 'CancelTransaction'],
  ['callback-after-commit:3', 'CancelTransaction'],
].filter(([, at]) => process.env.TEST_ALL || at === 'PerformTransaction');

test.each(KILLS)(
  'killed at %s in %s, the provider’s repeat ends it once',
  { timeout: 120_000 },
  async (step, at) => {
    const wallet = createWallet(database.db);
    const before = await wallet.balanceOf(me.personId);
    const id = randomUUID().replaceAll('-', '').slice(0, 24);
    const calls: [string, object][] = [];
    const first = await startPlatform({ database, redis }, { ...SITE, SAVDO_CRASH_AT: step });
    const begun = await callServer(first.url, 'POST', '/api/shop/payment/top-up', {
      cookie: me.cookie,
      body: { provider: 'payme', amountTiyin: AMOUNT, requestId: randomUUID() },
    });
    const { paymentId } = begun.body;
    const ask = { amount: AMOUNT, account: { payment_id: String(paymentId) } };
    calls.push(['CreateTransaction', { id, time: Date.now(), ...ask }]);
    calls.push(['PerformTransaction', { id }], ['CancelTransaction', { id, reason: 5 }]);
    const last = calls.findIndex(([method]) => method === at);
    for (const [method, params] of calls.slice(0, last))
      expect(await rpc(first, method, params)).toContain('"result"');
    expect(await rpc(first, ...calls[last]!)).toBeNull();
    expect(await first.ended).toBe('SIGKILL');
    kills += 1;
    await first.stop();

    const second = await startPlatform({ database, redis }, SITE);
    try {
      const [method, params] = calls[last]!;
      const answer = await rpc(second, method, params);
      expect(answer).toContain('"result"');
      // Again and again: byte by byte the same.
      expect(await rpc(second, method, params)).toBe(answer);
      for (const rest of calls.slice(last + 1)) expect(await rpc(second, ...rest)).toContain('"result"');
      expect(await journals(paymentId)).toEqual({ 'top-up': 1, 'top-up-reversal': 1 });
      expect(await wallet.balanceOf(me.personId)).toBe(before);
      const { rows } = await database.pool.query(
        `select topic, count(*)::int as count from outbox where payload ->> 'paymentId' = $1 group by topic order by topic`,
        [String(paymentId)],
      );
      expect(rows).toEqual([
        { topic: 'payments.paid', count: 1 },
        { topic: 'payments.returned', count: 1 },
      ]);
    } finally {
      await second.stop();
    }
  },
);

test('every kill happened', () => {
  expect(kills).toBe(KILLS.length);
});
