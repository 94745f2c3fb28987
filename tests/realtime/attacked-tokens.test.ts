import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSanctionsRepository } from '#server/domains/people/debarments/sanctions.repository.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { authenticationExtra, sessionCookieName } from '#server/platform/sessions/index.ts';
import { callServer, JUST_NOW_MS } from '../fixtures/app.ts';
import { money } from '#shared/api/cabinet/wallet.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { accountChangesIn } from '../fixtures/shut-account.ts';
import { registered } from '../fixtures/decision-fixtures.ts';
import { sampleFiles } from '../fixtures/file-samples.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { roomBidders } from '../fixtures/room-bidders.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const PATH = '/api/shop/api-tokens';
const MONEY = '/api/shop/user/money';
const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people?.close();
  await platform?.stop();
  await database?.close();
});

const byProgram = (token: string, method: string, path: string) =>
  callServer(platform.url, method, path, {
    headers: { authorization: `Bearer ${token}` },
    withoutOwnHeader: true,
  });

/** Somebody who has typed the password just now. */
async function owner() {
  const personId = await registered(database);
  const typed = authenticationExtra({ atMs: JUST_NOW_MS, secondFactor: false });
  const { person } = await people.signIn({ personId, roles: ['buyer', 'customer'] });
  const { secret } = await people.sessions.create(person, typed);
  const cookie = `${sessionCookieName(false)}=${secret}`;
  const call = (method: string, path: string, body?: unknown) =>
    callServer(platform.url, method, path, { cookie, ...(body === undefined ? {} : { body }) });
  return { personId, secret, cookie, call };
}

async function tokenOf(who: Awaited<ReturnType<typeof owner>>, scope: 'read' | 'bid' = 'read') {
  const { status, body } = await who.call('POST', PATH, { name: `bot ${scope}`, scope, days: 7 });
  expect(status).toBe(200);
  return body.token as string;
}

describe('a token that reads', () => {
  test('opens none of the documents that its person alone may see', async () => {
    const who = await owner();
    const { fileId } = (await sampleFiles(platform.url, database, who))['file.document'].params;
    const path = `/api/shop/file/document/${fileId}`;
    expect((await callServer(platform.url, 'GET', path)).status).toBe(404);
    expect((await who.call('GET', path)).status).toBe(200);
    const answer = await byProgram(await tokenOf(who), 'GET', path);
    expect([403, 404]).toContain(answer.status);
  });

  test('changes nothing of its person, not even the language, which has their pages connect again', async () => {
    const who = await owner();
    const token = await tokenOf(who);
    const page = await Bidder.connect(platform.url, { headers: { cookie: who.cookie } });
    const left = new Promise((resolve) => page.socket.once('disconnect', () => resolve('cut')));
    await byProgram(token, 'POST', '/api/shop/common/lang/en');
    const session = await people.sessions.read(who.secret);
    expect(session?.person.language).toBe('uz');
    page.close();
    await left;
  });
});

describe('the session of a program', () => {
  test('has no roles of staff, also when its person chooses to serve after it began', async () => {
    const who = await owner();
    await database.pool.query(`update person set roles = '{}', offered_roles = '{auditor}' where id = $1`, [
      who.personId,
    ]);
    const token = await tokenOf(who);
    expect((await byProgram(token, 'GET', MONEY)).status).toBe(200);
    expect((await who.call('PUT', '/api/shop/auth/side', { side: 'staff' })).status).toBe(200);
    expect.soft((await people.sessions.read(token))?.person.roles).toEqual([]);
    const stranger = await owner();
    const { fileId } = (await sampleFiles(platform.url, database, stranger))['file.document'].params;
    expect((await byProgram(token, 'GET', `/api/shop/file/document/${fileId}`)).status).toBe(404);
  });

  test('is whole again once the account that one member of staff had shut is opened', async () => {
    const who = await owner();
    const token = await tokenOf(who);
    expect((await byProgram(token, 'GET', MONEY)).status).toBe(200);
    const changes = accountChangesIn(database, people.sessions);
    const by = {
      personId: await registered(database),
      name: 'Xodim',
      roles: ['administrator' as const],
      address: '127.0.0.1',
    };
    const wish = { role: null, reason: 'a call from the bank', evidence: 'letter 17' };
    // As it is done where its person is in a running room.
    await database.pool.query('update person set disabled_at = now() where id = $1', [who.personId]);
    await database.pool.query(
      'insert into account_standstill (person_id, since, shut_by) values ($1, now(), $2)',
      [who.personId, by.personId],
    );
    const butBidding = { by: by.personId, lots: [1] };
    await people.sessions.endAll(who.personId, { because: 'disabled', butBidding });
    expect((await byProgram(token, 'GET', MONEY)).status).toBe(401);
    await changes.decide(who.personId, { ...wish, kind: 'enable' }, by);
    expect((await byProgram(token, 'GET', MONEY)).status).toBe(200);
  });
});

test('a program bids no more in a running room once its person is barred', async () => {
  const staff = (await people.signIn({ name: 'Nodira', roles: ['operator'] })).cookie;
  const stage = roomBidders({
    platform: () => platform,
    database: () => database,
    people: () => people,
    staff: () => staff,
  });
  const lotId = await stage.runningSale();
  const who = await owner();
  const token = await tokenOf(who, 'bid');
  const bidder = await stage.bidder(lotId, 0, who);
  await stage.admitted(bidder);
  const place = (amountTiyin: number) =>
    eventually(async () => {
      const { body } = await callServer(platform.url, 'POST', '/api/shop/game-view/place', {
        headers: { authorization: `Bearer ${token}` },
        withoutOwnHeader: true,
        body: { lotId, amountTiyin, bidId: randomUUID() },
      });
      return ['held', 'fenced', 'not-open-yet'].includes(body.reason) ? null : body;
    }, 'a verdict');
  expect(await place(100_000_00)).toMatchObject({ verdict: 'accepted' });
  const { personId } = who;
  const today = tashkentDay(Date.now());
  await inTransaction(database.db, (tx) =>
    createSanctionsRepository(tx).add(
      {
        kind: 'pinfl',
        idHash: 'a'.repeat(64),
        keyCheck: 'none',
        idMasked: '3•••••••••••45',
        nameMasked: 'B. N.',
        personId,
        lotId: null,
        startDate: today,
        endDate: today,
        cause: 'collusion',
        causeName: null,
        reason: 'a test',
        by: 'rules',
      },
      [{ personId, by: null, byName: '', reason: 'a test' }],
    ),
  );
  await expect
    .poll(
      async () => (await createTradeApplicationsRepository(database.db).byId(bidder.applicationId))?.status,
      { timeout: 20_000 },
    )
    .toBe('revoked');
  expect(await place(120_000_00)).toMatchObject({ verdict: 'refused', reason: 'revoked' });
});

// The last: from then on calls of this address are refused for a minute.
describe('calls with tokens that are not valid', () => {
  test('are counted for the address that makes them, as calls without a session are', async () => {
    const { perMinute } = money.rateLimit;
    const statuses = new Set<number>();
    for (let at = 0; at < 3 * perMinute; at += 1)
      statuses.add((await byProgram(`savdo_${randomUUID()}`, 'GET', MONEY)).status);
    expect([...statuses]).toContain(429);
  });
});
