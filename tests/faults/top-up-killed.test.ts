import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts } from '#server/domains/people/accounts/create-accounts.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { callServer } from '../fixtures/app.ts';
import { CLICK_SECRET, completeFields, newClickId, prepareFields, signed } from '../fixtures/click-caller.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const PASSWORD = 'kassa-key-of-thirty-six-characters-00';
const AMOUNT = 5_000_000;

const redis = testRedis();
let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let me: { cookie: string; personId: string };
let kills = 0;
/** Click's own status of payments: each was debited. */
let clickApi: Server;

beforeAll(async () => {
  clickApi = createServer((req, res) => {
    const status = req.url?.includes('status_by_mti') ? {} : { payment_status: 2 };
    const body = { error_code: 0, error_note: 'Success', payment_id: 7_000_001, ...status };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => clickApi.listen(0, '127.0.0.1', resolve));
  database = await testDatabase();
  people = peopleOf(redis, () => database);
  const actions = createActionLog(database.db);
  const accounts = createAccounts({ db: database.db, sessions: people.sessions, actions });
  const person = await accounts.prepare({
    issuer: 'test',
    subject: 'payer',
    kind: 'natural',
    name: 'Payer',
    language: 'uz',
    phone: null,
    email: null,
    pinfl: null,
    stir: null,
  });
  const { cookie } = await people.signIn({ personId: person.id });
  me = { cookie, personId: person.id };
});
afterAll(async () => {
  await people.close();
  await database.close();
  clickApi.close();
});

/** A call of a provider, by its document. */
interface Call {
  at: 'begin' | 'perform' | 'take-back';
  path: string;
  headers: Record<string, string>;
  body: string;
  /** What its answer has once it is done, the first time or by a repeat. */
  done: RegExp;
}
interface Provider {
  settings: () => Record<string, string>;
  /** The calls of one payment in their order. */
  calls(paymentId: number): Call[];
  /** Changes of the book in their order, with the call that makes each. */
  changes: readonly Call['at'][];
  /** A repeat of a call that is done is answered as the first time, and not by a number that says "done before". */
  repeatsAnswers: boolean;
}

const json = { 'content-type': 'application/json' };
const basic = (login: string) => `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}`;
let numbers = 38_129;

const PROVIDERS: Record<string, Provider> = {
  payme: {
    settings: () => ({ PAYME_MERCHANT_ID: 'm', PAYME_KEY: PASSWORD }),
    changes: ['begin', 'perform', 'take-back'],
    repeatsAnswers: true,
    calls(paymentId) {
      const id = randomUUID().replaceAll('-', '').slice(0, 24);
      const rpc = (at: Call['at'], method: string, params: object): Call => ({
        at,
        path: 'payme',
        headers: { authorization: basic('Paycom') },
        done: /"result"/,
        body: JSON.stringify({ method, params, id: 1 }),
      });
      const ask = { amount: AMOUNT, account: { payment_id: String(paymentId) } };
      return [
        rpc('begin', 'CreateTransaction', { id, time: Date.now(), ...ask }),
        rpc('perform', 'PerformTransaction', { id }),
        rpc('take-back', 'CancelTransaction', { id, reason: 5 }),
      ];
    },
  },
  click: {
    settings: () => ({
      CLICK_SERVICE_ID: '2222',
      CLICK_MERCHANT_ID: '1111',
      CLICK_MERCHANT_USER_ID: '3333',
      CLICK_SECRET_KEY: CLICK_SECRET,
      CLICK_API_URL: `http://127.0.0.1:${(clickApi.address() as AddressInfo).port}/v2/merchant`,
    }),
    // It takes nothing back by this protocol.
    changes: ['begin', 'perform'],
    repeatsAnswers: false,
    calls(paymentId) {
      const prepared = prepareFields(paymentId, { click_trans_id: newClickId(), amount: '50000.00' });
      const form = (
        at: Call['at'],
        action: string,
        fields: () => Record<string, string>,
        done: RegExp,
      ): Call => ({
        at,
        path: `click/${action}`,
        done,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        get body() {
          return new URLSearchParams(signed(fields())).toString();
        },
      });
      return [
        form('begin', 'prepare', () => prepared, /"error":0/),
        form(
          'perform',
          'complete',
          () => completeFields(prepared, prepareIds.get(paymentId)!),
          /"error":(?:0|-4)\b/,
        ),
      ];
    },
  },
  uzum: {
    settings: () => ({ UZUM_SERVICE_ID: '101202', UZUM_LOGIN: 'uzum', UZUM_PASSWORD: PASSWORD }),
    changes: ['begin', 'perform', 'take-back'],
    repeatsAnswers: true,
    calls(paymentId) {
      const transId = randomUUID();
      const call = (at: Call['at'], name: string, done: RegExp, more = {}): Call => ({
        at,
        path: `uzum/${name}`,
        headers: { ...json, authorization: basic('uzum') },
        done,
        body: JSON.stringify({ serviceId: 101_202, timestamp: Date.now(), transId, ...more }),
      });
      const ask = { params: { account: String(paymentId) }, amount: AMOUNT };
      return [
        call('begin', 'create', /"CREATED"/, ask),
        call('perform', 'confirm', /"CONFIRMED"/),
        call('take-back', 'reverse', /"REVERSED"/),
      ];
    },
  },
  paynet: {
    settings: () => ({
      PAYNET_MERCHANT_ID: '55555',
      PAYNET_SERVICE_ID: '44444',
      PAYNET_LOGIN: 'savdo',
      PAYNET_PASSWORD: PASSWORD,
      PAYNET_ACCOUNT_FIELD: 'order_id',
    }),
    // One call begins and performs.
    changes: ['perform', 'perform', 'take-back'],
    repeatsAnswers: false,
    calls(paymentId) {
      const transactionId = (numbers += 1);
      const rpc = (at: Call['at'], method: string, done: RegExp, params = {}): Call => ({
        at,
        path: 'paynet',
        headers: { ...json, authorization: basic('savdo') },
        done,
        body: JSON.stringify({
          jsonrpc: '2.0',
          method,
          id: 17,
          params: { serviceId: 44_444, transactionId, ...params },
        }),
      });
      const ask = { amount: AMOUNT, time: '2026-08-06 12:06:40', fields: { order_id: String(paymentId) } };
      return [
        rpc('perform', 'PerformTransaction', /"result"|"code":201\b/, ask),
        rpc('take-back', 'CancelTransaction', /"result"/),
      ];
    },
  },
};
/** What Click was answered to `prepare`, by payment. */
const prepareIds = new Map<number, number>();

/** One call of a provider; null when no one answered. */
async function send(platform: PlatformProcess, { path, headers, body }: Call): Promise<string | null> {
  try {
    return await (await fetch(`${platform.url}/pay/${path}`, { method: 'POST', headers, body })).text();
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

const KILLS = Object.entries(PROVIDERS)
  .flatMap(([provider, { changes }]) =>
    changes.flatMap((at, index) =>
      ['callback-before-commit', 'callback-after-commit'].map(
        (step) => [provider, `${step}:${index + 1}`, at] as const,
      ),
    ),
  )
  .filter(([, , at]) => COMPLETE || at === 'perform');

test.each(KILLS)(
  '%s: killed at %s in the call to %s, the provider’s repeat ends it once',
  { timeout: 120_000 },
  async (provider, step, at) => {
    const { settings, calls: callsOf, changes, repeatsAnswers } = PROVIDERS[provider]!;
    const site = { PROCESSES: 'web', ...settings() };
    const wallet = createWallet(database.db);
    const before = await wallet.balanceOf(me.personId);
    const first = await startPlatform({ database, redis }, { ...site, SAVDO_CRASH_AT: step });
    const begun = await callServer(first.url, 'POST', '/api/shop/payment/top-up', {
      cookie: me.cookie,
      body: { provider, amountTiyin: AMOUNT, requestId: randomUUID() },
    });
    const { paymentId } = begun.body;
    const calls = callsOf(paymentId);
    const done = async (platform: PlatformProcess, call: Call): Promise<string> => {
      const answer = await send(platform, call);
      expect(answer).toMatch(call.done);
      const prepared = /"merchant_prepare_id":(\d+)/.exec(answer!)?.[1];
      if (prepared && call.at === 'begin') prepareIds.set(paymentId, Number(prepared));
      return answer!;
    };
    const last = calls.findIndex((call) => call.at === at);
    for (const call of calls.slice(0, last)) await done(first, call);
    expect(await send(first, calls[last]!)).toBeNull();
    expect(await first.ended).toBe('SIGKILL');
    kills += 1;
    await first.stop();

    const second = await startPlatform({ database, redis }, site);
    try {
      const call = calls[last]!;
      const answer = await done(second, call);
      // Again and again: byte by byte the same, where the protocol has no number for what was done before.
      const again = await done(second, call);
      const alike = repeatsAnswers ? [answer, again] : [again];
      expect(new Set([...alike, await done(second, call)])).toEqual(new Set([again]));
      for (const rest of calls.slice(last + 1)) await done(second, rest);
      const takenBack = changes.includes('take-back');
      expect(await journals(paymentId)).toEqual({
        'top-up': 1,
        ...(takenBack && { 'top-up-reversal': 1 }),
      });
      expect(await wallet.balanceOf(me.personId)).toBe(takenBack ? before : before + AMOUNT);
      const { rows } = await database.pool.query(
        `select topic, count(*)::int as count from outbox where payload ->> 'paymentId' = $1 group by topic order by topic`,
        [String(paymentId)],
      );
      expect(rows).toEqual([{ topic: 'payments.paid', count: 1 }]);
    } finally {
      await second.stop();
    }
  },
);

test('every kill happened', () => {
  expect(kills).toBe(KILLS.length);
});
