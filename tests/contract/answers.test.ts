import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts, keptAuthentication, type AccountsService } from '#server/domains/accounts/index.ts';
import { createActionLog } from '#server/domains/action-log/index.ts';
import { createLotCardRepository } from '#server/domains/lots/index.ts';
import { createNotifications } from '#server/domains/notifications/index.ts';
import { createProtocolsRepository } from '#server/domains/protocols/index.ts';
import { openDirectory, SHIPPED_ISSUER } from '#server/integrations/sign-in/index.ts';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import type { Contract, Role } from '#shared/api/contract.ts';
import { callServer, somebody, type CallAnswer } from '../support/app.ts';
import { publishTestLot } from '../support/lots.ts';
import { startPlatform, type PlatformProcess } from '../support/platform-process.ts';
import { peopleOf } from '../support/platform-people.ts';
import { sampleRefunds } from '../support/sample-refunds.ts';
import { samplePayments } from '../support/payment-samples.ts';
import { sampleSignatures } from '../support/signature-samples.ts';
import { proofFrom } from '../support/solved-proof.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../support/services.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let lotId: number;
const cookies: Record<'visitor' | 'buyer' | 'operator' | 'second' | 'leaving' | 'renewed', string> = {
  visitor: '',
  buyer: '',
  operator: '',
  second: '',
  leaving: '',
  renewed: '',
};

/** Query, body and path values under which a call succeeds; calls without an entry need none. */
const GOOD: Record<
  string,
  { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown }
> = {};

/** Answered by a redirect to the sign-in site, which has tests of its own. */
const REDIRECTS = new Set(['auth.login', 'auth.register', 'auth.callback']);
/** Called by other servers with a secret of theirs; tests/integration/auth-token.test.ts shows what they get. */
const OF_SERVERS = new Set(['auth.exchange-token']);

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis);
  const accounts = createAccounts({
    db: database.db,
    sessions: people.sessions,
    actions: createActionLog(database.db),
  });
  const signIn = async (name: string, roles: Role[]) => {
    const person = await accounts.prepare({
      issuer: 'test',
      subject: name,
      kind: 'natural',
      name,
      phone: null,
      email: null,
      pinfl: null,
      stir: null,
      language: 'uz',
    });
    return (await people.signIn({ personId: person.id, name, roles })).cookie;
  };
  cookies.buyer = await signIn('Buyer', ['buyer']);
  cookies.operator = await signIn('Operator', ['operator']);
  cookies.second = await signIn('Second Operator', ['operator']);
  cookies.leaving = await signIn('Leaving', ['buyer']);
  cookies.renewed = await signInFreshly(accounts);
  lotId = await publishTestLot(database);
  await eventually(async () => {
    const answer = await callServer(platform.url, 'POST', '/api/shop/user-order/join-practice', {
      body: { lotId },
      cookie: cookies.buyer,
    });
    return answer.body.verdict === 'admitted';
  }, 'the room to admit');
  await createLotCardRepository(database.db).addDocuments([
    {
      lotId,
      name: { uz: 'Hujjat', ru: 'Документ', 'uz-Cyrl': 'Ҳужжат', en: 'Document' },
      fileName: 'document.pdf',
      position: 0,
      draft: { title: { uz: 'H', ru: 'Д' }, subtitle: { uz: '1', ru: '1' }, rows: [], paragraphs: [] },
    },
  ]);
  const protocol = await createProtocolsRepository(database.db).record({
    lotId,
    cause: 'hammer',
    signedOn: '2026-01-05',
    priceTiyin: 900_00,
    winnerPersonId: 'winner',
    winnerNumber: 7,
    winner: { kind: 'natural', name: 'Anvar Namuna', stir: null, pinfl: null, address: null },
  });
  const buyer = await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie: cookies.buyer });
  await createNotifications(database.db).tell(database.db, {
    personId: buyer.body.id,
    key: 'contract',
    template: 'password-changed',
    params: {},
  });
  const renewed = await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie: cookies.renewed });
  const room = { lotId };
  Object.assign(GOOD, {
    'lots.details': { params: { id: lotId } },
    'lots.result': { params: { id: lotId } },
    'lots.tab-details': { query: { tab: 'property' } },
    'lots.document-file': { params: { id: lotId, document: 1 } },
    'favourites.add': { body: room },
    'protocols.file': { query: { number: protocol } },
    'protocols.check': { query: { number: 'P-2026-000001' } },
    'sanctions.check': { body: { kind: 'stir', value: '301234567', captcha: await proofFrom(platform.url) } },
    'favourites.remove': { body: room },
    'site.contact': {
      body: {
        name: 'Anvar',
        email: 'anvar@example.uz',
        phone: null,
        subject: 'other',
        message: 'A question about the contract.',
        requestId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001',
        captcha: await proofFrom(platform.url),
      },
    },
    'console.contact-answered': { params: { number: 1 } },
    'site.set-language': { params: { lang: 'ru' } },
    'reference.order-categories': { query: { orderType: 'state' } },
    'reference.fields': { query: { category: '101' } },
    'reference.dynamic-list': { query: { name: 'contact-subjects' } },
    'pages.content': { query: { page: 'bid-lot' } },
    'trade-applications.join-practice': { body: room },
    'user-order.send-code': { body: room },
    'cabinet.send-code-for-create-user-order': { body: room },
    'user-order.create-user-order': { body: { ...room, code: '000000' } },
    'user-order.send-code-cancel-user-order': { body: room },
    'cabinet.cancel-user-order': { body: { ...room, code: '000000' } },
    'console.suspend-room': { body: { reason: 'checking the contract' } },
    'console.resume-room': { body: { reason: 'checking the contract' } },
    'console.request-extend': { body: { minutes: 5, reason: 'checking the contract' } },
    'console.request-withdraw': { body: { reason: 'checking the contract' } },
    'user.change-password': { body: { new_password: 'ab'.repeat(32) } },
    'user.read-message': { params: { id: 1 } },
    'user.read-all-messages': { body: { upToId: 1 } },
    'user.change-notification-settings': {
      body: { choices: [{ topic: 'money', channel: 'sms', wanted: true }] },
    },
    'auth.exchange-token': { body: { token: 'unknown' } },
    'profile.set-national-id': { body: { number: '30101900000105' } },
    'profile.set-address': { body: { regionId: 1726, areaId: 1726266, text: 'Navoiy koʻchasi, 1-uy' } },
    'profile.set-requisites': {
      body: { bankName: 'Namuna bank', account: '20208000900123456001', mfo: '00999' },
    },
    'profile.send-code': { body: { channel: 'email', value: 'contract@example.uz' } },
    'profile.confirm': { body: { channel: 'email', value: 'contract@example.uz', code: '000000' } },
    'profile.end-session': { params: { id: await secondSession() } },
    'profile.end-sessions': { body: { keepThis: true } },
    'profile.ask-for-edit': { body: { name: 'Another Name', reason: 'checking the contract' } },
    'profile.withdraw-edit-request': { params: { id: await askForEdit(cookies.buyer) } },
    'console.approve-edit-request': { params: { id: await askForEdit(cookies.leaving) } },
    'console.refuse-edit-request': {
      params: { id: await askForEdit(cookies.second) },
      body: { reason: 'checking the contract' },
    },
    'common.action-access': { query: { action: 'apply' } },
    ...(await samplePayments(platform.url, database, cookies.buyer)),
    ...(await sampleSignatures(database, buyer.body.id)),
    ...(await sampleRefunds(database, {
      owner: buyer.body.id,
      freshOwner: renewed.body.id,
      staff: '00000000-0000-4000-8000-000000000001',
    })),
    'auth.choose-roles': { body: { roles: ['buyer', 'customer'] } },
    'auction.place': { body: { ...room, bidId: 'contract-place-1', amountTiyin: 1 } },
    'auction.set-auto-bid': { body: { ...room, bidId: 'contract-auto-1', maximumTiyin: 1 } },
    'auction.clear-auto-bid': { body: { ...room, bidId: 'contract-clear-1' } },
    'auction.find-bid': { query: { lotId: String(lotId), bidId: 'contract-place-1' } },
  });
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

/** Another session of the buyer; its public handle. */
async function secondSession(): Promise<string> {
  const me = await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie: cookies.buyer });
  return (await people.sessions.create(somebody({ personId: me.body.id }))).session.handle;
}

/** A request to change a name; its number. */
async function askForEdit(cookie: string): Promise<number> {
  const answer = await callServer(platform.url, 'POST', '/api/shop/profile/edit-requests', {
    body: { name: 'Some Other Name', reason: 'for the contract' },
    cookie,
  });
  return answer.body.id as number;
}

/** Somebody of the shipped site who has just typed the password there. */
async function signInFreshly(accounts: AccountsService): Promise<string> {
  const known = {
    kind: 'natural',
    name: 'Renewed',
    phone: '+998901112233',
    email: null,
    pinfl: null,
    stir: null,
    language: 'uz',
  } as const;
  const account = await openDirectory(database).create({ ...known, password: 'tulip-river-42' });
  if (!('id' in account)) throw new Error('the account is taken');
  const { id } = await accounts.prepare({ issuer: SHIPPED_ISSUER, subject: account.id, ...known });
  const person = somebody({ personId: id });
  const { secret } = await people.sessions.create(person, keptAuthentication(Date.now()));
  return `${sessionCookieName(false)}=${secret}`;
}

const cookieFor = (contract: Contract): string =>
  typeof contract.access === 'object'
    ? cookies.operator
    : contract.access === 'public'
      ? cookies.visitor
      : cookies.buyer;

function addressOf(contract: Contract, params: Record<string, string | number> = {}): string {
  const all: Record<string, string | number> = { lotId, id: lotId, ...params };
  return contract.path.replace(/:([A-Za-z0-9_]+)/g, (_, name: string) =>
    encodeURIComponent(String(all[name] ?? '1')),
  );
}

function call(
  contract: Contract,
  cookie: string,
  change: { query?: Record<string, string>; body?: unknown } = {},
) {
  const good = GOOD[contract.name] ?? {};
  const query = new URLSearchParams({ ...good.query, ...change.query }).toString();
  const body = change.body ?? good.body;
  return callServer(
    platform.url,
    contract.method.toUpperCase(),
    `${addressOf(contract, good.params)}${query && `?${query}`}`,
    {
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { body }),
    },
  );
}

const isError = (answer: CallAnswer) => {
  expect(answer.body.ERROR.code).toBeTypeOf('string');
  expect(answer.body.ERROR.message.length).toBeGreaterThan(5);
};

describe('every call', () => {
  test.each(
    CONTRACTS.filter(({ name }) => !REDIRECTS.has(name) && !OF_SERVERS.has(name)).map(
      (each) => [each.name, each] as const,
    ),
  )('%s answers what its contract says', async (name, contract) => {
    let cookie = cookieFor(contract);
    let path: Contract = contract;
    if (contract.path.includes(':requestId')) {
      // The second person decides what the first one asked for.
      const asked = await callServer(platform.url, 'POST', `/api/console/rooms/${lotId}/extend`, {
        body: { minutes: 1, reason: `for ${name}` },
        cookie: cookies.operator,
      });
      path = { ...contract, path: contract.path.replace(':requestId', String(asked.body.requestId)) };
      cookie = cookies.second;
    }
    // Signing out ends the session, so it has one of its own.
    if (name === 'auth.logout') cookie = cookies.leaving;
    if (name === 'user.change-password' || name === 'refunds.create') cookie = cookies.renewed;
    const answer = await call(path, cookie);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    contract.answer.parse(answer.body);
  });

  test.each(CONTRACTS.map((each) => [each.name, each] as const))(
    '%s refuses fields it does not know',
    async (_name, contract) => {
      const answer = await call(contract, cookieFor(contract), { query: { role: 'administrator' } });
      expect(answer.status).toBe(400);
      isError(answer);
      if (contract.method === 'get') return;
      const good = GOOD[contract.name]?.body ?? {};
      const written = await call(contract, cookieFor(contract), { body: { ...good, isAdmin: true } });
      expect(written.status).toBe(400);
      isError(written);
    },
  );

  test.each(CONTRACTS.filter((each) => each.access !== 'public').map((each) => [each.name, each] as const))(
    '%s is closed to visitors and to other roles',
    async (_name, contract) => {
      const visitor = await call(contract, '');
      expect(visitor.status).toBe(401);
      isError(visitor);
      if (typeof contract.access !== 'object') return;
      const buyer = await call(contract, cookies.buyer);
      expect(buyer.status).toBe(403);
      isError(buyer);
    },
  );
});
