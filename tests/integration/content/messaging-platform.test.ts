import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '#server/domains/people/accounts/create-accounts.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { PERSON_UPDATE_EVENT } from '#shared/realtime/person-updates.ts';
import { callServer } from '../../fixtures/app.ts';
import { Bidder } from '../../fixtures/bidder.ts';
import { newestCode, outboxOf } from '../../fixtures/dev-outbox.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let platform: PlatformProcess;

beforeAll(async () => {
  database = await testDatabase();
  people = peopleOf(redis, () => database);
  platform = await startPlatform({ database, redis });
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

/** Somebody with an account and nothing confirmed yet. */
async function newcomer(name: string): Promise<{ id: string; cookie: string }> {
  const consent = { inForce: async () => false, inForceOf: async () => new Set<string>() };
  const actions = createActionLog(database.db);
  const accounts = createAccounts({ db: database.db, sessions: people.sessions, actions, consent });
  const { id } = await accounts.prepare({
    issuer: 'test',
    subject: name,
    kind: 'natural',
    name,
    language: 'ru',
    phone: null,
    email: null,
    pinfl: null,
    stir: null,
  });
  return { id, cookie: (await people.signIn({ personId: id, name, language: 'ru' })).cookie };
}

const contact = (value: string) => ({ channel: value.startsWith('+') ? 'phone' : 'email', value });
const send = (cookie: string, value: string) =>
  callServer(platform.url, 'POST', '/api/shop/profile/send-code', { cookie, body: contact(value) });
const confirm = (cookie: string, value: string, code: string) =>
  callServer(platform.url, 'POST', '/api/shop/profile/confirm', {
    cookie,
    body: { ...contact(value), code },
  });

describe('a platform with stand-ins', () => {
  test('shows the code, takes it once, and tells of it in the inbox and by letter', async () => {
    const { cookie } = await newcomer('Newcomer');
    for (const value of ['newcomer@example.uz', '+998901234567']) {
      expect((await send(cookie, value)).status).toBe(200);
      const code = await newestCode(platform.url, value);
      expect((await confirm(cookie, value, code)).status).toBe(200);
    }
    const messages = await eventually(async () => {
      const { body } = await callServer(platform.url, 'GET', '/api/shop/user/messages', { cookie });
      return body.total === 2 && body;
    }, 'both messages');
    expect(messages.items[0].title).toBe('Телефон подтверждён');
    // The letter about the phone comes by itself, from the worker.
    await eventually(
      async () =>
        (await outboxOf(platform.url, 'newcomer@example.uz')).some(
          ({ subject }) => subject === 'Savdo: Телефон подтверждён',
        ),
      'the letter',
    );
    // What is secret is in no line of the log.
    for (const secret of [
      '901234567',
      'newcomer@example.uz',
      await newestCode(platform.url, '+998901234567'),
    ])
      expect(platform.output()).not.toContain(secret);
  });

  test('tells the person’s open pages when money moves, without being asked', async () => {
    const { cookie, id } = await newcomer('Rich');
    const page = await Bidder.connect(platform.url, { headers: { cookie } });
    const wallet = createWallet(database.db);
    const paid = await wallet.topUp({
      personId: id,
      amountTiyin: 500_00,
      key: 'live-balance',
      provider: 'cash-desk',
      reference: 'payment:1',
      reason: 'test',
      actor: 'system',
    });
    expect(paid.outcome).toBe('credited');
    await eventually(
      () =>
        page.received.some(
          ({ event, payload }) => event === PERSON_UPDATE_EVENT && payload.kind === 'balance',
        ),
      'the news of the balance',
    );
    const { body } = await callServer(platform.url, 'GET', '/api/shop/user/balance', { cookie });
    expect(body).toBe(500);
    page.close();
  });
});
