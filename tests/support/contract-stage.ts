import { createAccounts, keptAuthentication, type AccountsService } from '#server/domains/accounts/index.ts';
import { createActionLog } from '#server/domains/action-log/index.ts';
import { createLotCardRepository } from '#server/domains/lots/index.ts';
import { createNotifications } from '#server/domains/notifications/index.ts';
import { createProtocolsRepository } from '#server/domains/protocols/index.ts';
import { openDirectory, SHIPPED_ISSUER } from '#server/integrations/sign-in/index.ts';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import type { Contract, Role } from '#shared/api/contract.ts';
import { callServer, somebody, type CallAnswer } from './app.ts';
import { goodInputs, type GoodCall } from './contract-inputs.ts';
import { publishTestLot } from './lots.ts';
import { peopleOf } from './platform-people.ts';
import { startPlatform, type PlatformProcess } from './platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from './services.ts';

/** Somebody signed in on the stage. */
export interface OnStage {
  cookie: string;
  id: string;
  name: string;
}

/** What a test may change about a good call. */
export interface ChangedCall {
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * A whole platform with somebody who has one of everything that calls are about, so that each call of the API can succeed.
 */
export interface ContractStage {
  platform: PlatformProcess;
  database: TestDatabase;
  lotId: number;
  /** Values under which each call succeeds; the things named in them are the buyer's or, where it says so, `renewed`'s. */
  good: Record<string, GoodCall>;
  people: Record<'buyer' | 'operator' | 'second' | 'leaving' | 'renewed', OnStage>;
  signIn(name: string, roles: Role[]): Promise<OnStage>;
  /** Calls with the good values. */
  call(contract: Contract, cookie: string, change?: ChangedCall): Promise<CallAnswer>;
  close(): Promise<void>;
}

/** Starts it; the good values are used up by the calls that change something. */
export async function openContractStage(): Promise<ContractStage> {
  const redis = testRedis();
  const database = await testDatabase();
  const platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' }, { whole: true });
  const known = peopleOf(redis);
  const accounts = createAccounts({
    db: database.db,
    sessions: known.sessions,
    actions: createActionLog(database.db),
  });
  const signIn = async (name: string, roles: Role[]): Promise<OnStage> => {
    const { id } = await accounts.prepare({
      ...{ issuer: 'test', subject: name, kind: 'natural', name, language: 'uz' },
      ...{ phone: null, email: null, pinfl: null, stir: null },
    });
    await accounts.setRoles(id, roles);
    return { id, name, cookie: (await known.signIn({ personId: id, name, roles })).cookie };
  };
  const people = {
    buyer: await signIn('Mehribon Namunaxon', ['buyer']),
    operator: await signIn('Operator', ['operator']),
    second: await signIn('Second Operator', ['operator']),
    leaving: await signIn('Leaving', ['buyer']),
    renewed: await signInFreshly(database, accounts, known),
  };
  const lotId = await publishTestLot(database);
  await eventually(async () => {
    const answer = await callServer(platform.url, 'POST', '/api/shop/user-order/join-practice', {
      body: { lotId },
      cookie: people.buyer.cookie,
    });
    return answer.body.verdict === 'admitted';
  }, 'the room to admit');
  const good = await goodInputs({
    url: platform.url,
    database,
    lotId,
    protocol: await furnish(database, lotId, people.buyer.id),
    cookies: {
      buyer: people.buyer.cookie,
      second: people.second.cookie,
      leaving: people.leaving.cookie,
    },
    ids: { buyer: people.buyer.id, renewed: people.renewed.id },
    async secondSession() {
      return (await known.sessions.create(somebody({ personId: people.buyer.id }))).session.handle;
    },
  });
  return {
    ...{ platform, database, lotId, good, people, signIn },
    call(contract, cookie, change = {}) {
      const given = good[contract.name] ?? {};
      const query = new URLSearchParams({ ...given.query, ...change.query }).toString();
      const body = change.body ?? given.body;
      return callServer(
        platform.url,
        contract.method.toUpperCase(),
        `${addressOf(contract, { lotId, id: lotId, ...given.params })}${query && `?${query}`}`,
        { ...(cookie ? { cookie } : {}), ...(body === undefined ? {} : { body }) },
      );
    },
    async close() {
      await known.close();
      await platform.stop();
      await database.close();
    },
  };
}

const addressOf = (contract: Contract, params: Record<string, string | number>): string =>
  contract.path.replace(/:([A-Za-z0-9_]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '1')),
  );

/** A document of the lot, a message of the buyer and a protocol, whose number and check word are returned. */
async function furnish(
  { db }: TestDatabase,
  lotId: number,
  buyerId: string,
): Promise<{ number: string; word: string }> {
  await createLotCardRepository(db).addDocuments([
    {
      lotId,
      name: { uz: 'Hujjat', ru: 'Документ', 'uz-Cyrl': 'Ҳужжат', en: 'Document' },
      fileName: 'document.pdf',
      position: 0,
      draft: { title: { uz: 'H', ru: 'Д' }, subtitle: { uz: '1', ru: '1' }, rows: [], paragraphs: [] },
    },
  ]);
  await createNotifications(db).tell(db, {
    ...{ personId: buyerId, key: 'contract', template: 'password-changed', params: {} },
  });
  const protocols = createProtocolsRepository(db);
  const number = await protocols.record({
    ...{ lotId, cause: 'hammer', signedOn: '2026-01-05', priceTiyin: 900_00 },
    ...{ winnerPersonId: 'winner', winnerNumber: 7 },
    winner: { kind: 'natural', name: 'Anvar Namuna', stir: null, pinfl: null, address: null },
  });
  const row = await protocols.byNumber(number);
  return { number, word: row?.checkWord ?? '' };
}

/** Somebody of the shipped site who has just typed the password there. */
async function signInFreshly(
  database: TestDatabase,
  accounts: AccountsService,
  { sessions }: ReturnType<typeof peopleOf>,
): Promise<OnStage> {
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
  const { secret } = await sessions.create(somebody({ personId: id }), keptAuthentication(Date.now()));
  return { id, name: known.name, cookie: `${sessionCookieName(false)}=${secret}` };
}
