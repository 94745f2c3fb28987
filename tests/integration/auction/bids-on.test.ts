import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { openDirectory, signInOverHttp } from '#server/identity/index.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { callServer } from '../../fixtures/app.ts';
import { Bidder } from '../../fixtures/bidder.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import {
  answers,
  SESSION_SECRET,
  startPlatform,
  type PlatformProcess,
} from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { roomBidders, type RoomBidder } from '../../fixtures/room-bidders.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

/** One person of staff shuts an account, or ends its sessions, while its owner bids. */
const REASON = 'Hujjatlar soxta chiqdi';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let jasur: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' }, { whole: true });
  people = peopleOf(redis, () => database);
  const staff = async (name: string, role: 'operator' | 'administrator') =>
    (await people.signIn({ name, roles: [role] })).cookie;
  nodira = await staff('Nodira', 'operator');
  jasur = await staff('Jasur', 'administrator');
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const stage = roomBidders({
  platform: () => platform,
  database: () => database,
  people: () => people,
  staff: () => nodira,
});
const { runningSale, bid } = stage;
const call = (method: string, path: string, cookie: string, body?: unknown) =>
  callServer(platform.url, method, path, { cookie, ...(body === undefined ? {} : { body }) });
const me = ({ cookie }: RoomBidder) => call('GET', '/api/shop/auth/me', cookie);
const disable = (personId: string) =>
  call('POST', `/api/console/accounts/${personId}/disable`, nodira, { reason: REASON, evidence: 'Letter 5' });
const endSessions = (personId: string, cookie: string) =>
  call('POST', `/api/console/accounts/${personId}/end-sessions`, cookie, { session: null, reason: REASON });
const statusOf = async ({ applicationId }: RoomBidder) =>
  (await createTradeApplicationsRepository(database.db).byId(applicationId))?.status;

async function account(name: string): Promise<string> {
  const personId = randomUUID();
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language, roles)
     values ($1::uuid, 'https://id.example', $1::uuid::text, 'natural', $2, 'uz', '{buyer}')`,
    [personId, name],
  );
  return personId;
}

/** Somebody with an account who bids in a running room, and has applied for a lot that opens tomorrow. */
async function rival() {
  const personId = await account('Rival');
  const [running, later] = [
    await runningSale(),
    await publishTestLot(database, {
      ruleSet: 'private',
      choices: { depositPercent: 0 },
      opensInMs: 2 * 86_400_000,
    }),
  ];
  const here = await stage.bidder(running, 0, { personId });
  const there = await stage.bidder(later, 0, here);
  for (const each of [here, there]) await stage.admitted(each);
  return { personId, running, later, here, there };
}
const verdict = { verdict: 'accepted' };

test('who is disabled by one person loses everything at once but the rooms that run, where two decide', async () => {
  const { personId, running, later, here, there } = await rival();
  const connect = async () => {
    const made = await Bidder.connect(platform.url, { headers: { cookie: here.cookie } });
    await made.enter(running);
    return made;
  };
  let socket = await connect();
  try {
    expect((await disable(personId)).status).toBe(200);
    const shut = await me(here);
    expect([shut.status, shut.body.ERROR.code]).toEqual([401, 'session-over.bids-on']);
    await eventually(async () => {
      const { body } = await call('GET', '/api/console/room-requests', nodira);
      return (body as { lotId: number }[]).some(({ lotId }) => lotId === later);
    }, 'the request about the other participation');
    expect(await statusOf(there)).toBe('admitted');
    // As a page does when it is asked to sign in to the socket again.
    await eventually(() => !socket.socket.connected, 'the socket to be cut');
    socket = await connect();
    // By calls where sockets are blocked, and over the socket.
    expect(await bid(here, running, 100_000_00)).toMatchObject(verdict);
    const elsewhere = await call('POST', '/api/shop/game-view/place', here.cookie, {
      lotId: later,
      amountTiyin: 100_000_00,
      bidId: randomUUID(),
    });
    expect(elsewhere.status).toBe(401);
    const place = (lotId: number) =>
      eventually(async () => {
        const answer = await socket
          .request(ROOM_EVENTS.place, { lotId, amountTiyin: 105_000_00, bidId: randomUUID() })
          .catch(() => null);
        return answer && answer.reason !== 'held' ? answer : null;
      }, 'an answer of the room');
    // Judged as any bid: the leader does not raise the own price.
    expect(JSON.stringify(await place(running))).toContain('already-leading');
    expect(JSON.stringify(await place(later))).toContain('no-session');
    expect(await statusOf(here)).toBe('admitted');

    const [request] = await eventually(async () => {
      const { body } = await call('GET', '/api/console/room-requests', nodira);
      const found = (body as { id: number; lotId: number }[]).filter(({ lotId }) => lotId === running);
      return found.length > 0 ? found : null;
    }, 'the request');
    expect(request).toMatchObject({ kind: 'revoke', cause: 'disabled', by: 'Nodira' });
    const approve = (cookie: string) =>
      call('POST', `/api/console/room-requests/${request!.id}/approve`, cookie);
    expect((await approve(nodira)).status).toBe(403);
    expect((await approve(jasur)).body).toEqual({ verdict: 'done' });
    expect(await bid(here, running, 120_000_00)).toMatchObject({ verdict: 'refused', reason: 'revoked' });
  } finally {
    socket.close();
  }
});

test('two persons shut the account of a bidder in a running room who is signed in nowhere', async () => {
  const { personId, running, here } = await rival();
  await people.sessions.endAll(personId);
  const asked = await disable(personId);
  expect(asked.body).toMatchObject({ disabled: false, awayFromRoom: true });
  expect(await disable(personId)).toMatchObject({
    status: 409,
    body: { ERROR: { code: 'accounts.waiting' } },
  });
  // Back in the room, as nothing is changed yet.
  const again = { ...here, cookie: (await people.signIn({ personId })).cookie };
  expect(await bid(again, running, 100_000_00)).toMatchObject(verdict);

  const [{ id }] = (asked.body as { changes: { id: number }[] }).changes as [{ id: number }];
  const approve = (cookie: string) => call('POST', `/api/console/account-changes/${id}/approve`, cookie, {});
  expect((await approve(nodira)).status).toBe(403);
  expect((await approve(jasur)).body).toMatchObject({ kind: 'disable', state: 'carried-out' });
  expect((await me(again)).body.ERROR.code).toBe('account-disabled');
  const refused = await call('POST', '/api/shop/game-view/place', again.cookie, {
    lotId: running,
    amountTiyin: 120_000_00,
    bidId: randomUUID(),
  });
  expect(refused.status).toBe(401);
});

test('who is shut out by one person signs in again to bid on, and to nothing else, until a second one shuts the account', async () => {
  const [phone, password] = ['+998901112277', 'tulip-river-42'];
  await openDirectory(database).create({
    kind: 'natural',
    name: 'Bobur Sinov',
    phone,
    email: null,
    pinfl: null,
    stir: null,
    language: 'uz',
    password,
  });
  const { url: publicUrl, identityUrl } = platform;
  await eventually(() => answers(identityUrl), 'the sign-in site', 60_000);
  const signIn = () => signInOverHttp({ publicUrl, identityUrl, login: phone, password });
  const first = await signIn();
  const { id: personId } = (await call('GET', '/api/shop/auth/me', first)).body as { id: string };
  const running = await runningSale();
  const here = await stage.bidder(running, 0, { personId, cookie: first });
  await stage.admitted(here);
  expect((await disable(personId)).status).toBe(200);
  await people.sessions.endAll(personId);
  expect((await me(here)).status).toBe(401);

  const again = { ...here, cookie: await signIn() };
  expect((await me(again)).body.ERROR.code).toBe('session-over.bids-on');
  expect((await call('GET', '/api/shop/user/balance', again.cookie)).status).toBe(401);
  expect(await bid(again, running, 100_000_00)).toMatchObject(verdict);

  const second = await call('POST', `/api/console/accounts/${personId}/disable`, jasur, {
    reason: REASON,
    evidence: 'Letter 6',
  });
  expect(second.body).toMatchObject({ disabled: true, shutByTwo: true });
  expect((await me(again)).body.ERROR.code).toBe('account-disabled');
  await expect(signIn()).rejects.toMatchObject({ reason: 'wrong-credentials' });
});

test('who bids on pays in, since how high one may offer follows the balance', async () => {
  const { personId, here } = await rival();
  const payIn = () =>
    call('POST', '/api/shop/payment/top-up', here.cookie, {
      provider: 'payme',
      amountTiyin: 100_000_00,
      requestId: randomUUID(),
    });
  expect((await disable(personId)).status).toBe(200);
  expect((await payIn()).status).toBe(200);
  for (const path of ['user/payments', 'user/balance'])
    expect((await call('GET', `/api/shop/${path}`, here.cookie)).status).toBe(401);
  const second = { reason: REASON, evidence: 'Letter 6' };
  expect((await call('POST', `/api/console/accounts/${personId}/disable`, jasur, second)).status).toBe(200);
  expect((await payIn()).status).toBe(401);
});

test('whose sessions are ended by one person bids on in the rooms that run, until a second one ends them too', async () => {
  const { personId, running, later, here } = await rival();
  expect((await endSessions(personId, nodira)).status).toBe(200);
  expect((await me(here)).status).toBe(401);
  expect(await bid(here, running, 100_000_00)).toMatchObject(verdict);
  // The same person once more is no second one.
  expect((await endSessions(personId, nodira)).status).toBe(200);
  expect(await bid(here, running, 105_000_00)).toMatchObject({ reason: 'already-leading' });
  const check = (lotId: number) =>
    call('GET', `/api/shop/game-view/bid?lotId=${lotId}&bidId=unknown-1`, here.cookie);
  expect((await check(later)).status).toBe(401);
  expect((await check(running)).status).toBe(200);
  expect((await endSessions(personId, jasur)).status).toBe(200);
  expect((await check(running)).status).toBe(401);
});

test('a member of staff who has ended the sessions of a bidder ends none that follows; a colleague does', async () => {
  const { personId, running, here } = await rival();
  expect((await endSessions(personId, nodira)).status).toBe(200);
  const again = await people.signIn({ personId });
  const refused = await Promise.all([endSessions(personId, nodira), endSessions(personId, nodira)]);
  expect(refused.map(({ status, body }) => [status, body.ERROR.code])).toEqual([
    [409, 'accounts.ended-before'],
    [409, 'accounts.ended-before'],
  ]);
  expect((await call('GET', '/api/shop/auth/me', again.cookie)).status).toBe(200);
  expect((await endSessions(personId, jasur)).status).toBe(200);
  expect((await call('GET', '/api/shop/auth/me', again.cookie)).body.ERROR.code).toBe('session-over.bids-on');
  expect(await bid({ ...here, cookie: again.cookie }, running, 100_000_00)).toMatchObject(verdict);
});

test('two calls at one instant of a member of staff end the sessions of a bidder once', async () => {
  const { personId } = await rival();
  await people.signIn({ personId });
  const handles = (await people.sessions.list(personId)).map(({ handle }) => handle);
  const answers = await Promise.all(
    handles.map((session) =>
      call('POST', `/api/console/accounts/${personId}/end-sessions`, nodira, { session, reason: REASON }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('who is shut out the day before a room opens bids in it, until a second one decides', async () => {
  const personId = await account('Early');
  const lot = { ruleSet: 'private', choices: { depositPercent: 0 } } as const;
  const [soon, later] = [
    await publishTestLot(database, { ...lot, opensInMs: 23 * 3_600_000 }),
    await publishTestLot(database, { ...lot, opensInMs: 2 * 86_400_000 }),
  ];
  const here = await stage.bidder(soon, 0, { personId });
  for (const each of [here, await stage.bidder(later, 0, here)]) await stage.admitted(each);
  expect((await endSessions(personId, nodira)).status).toBe(200);
  const check = (lotId: number) =>
    call('GET', `/api/shop/game-view/bid?lotId=${lotId}&bidId=unknown-1`, here.cookie);
  expect([(await check(soon)).status, (await check(later)).status]).toEqual([200, 401]);
});

/** Somebody who has applied for a running room and waits for the worker, until `go`. */
async function waiting(lotId: number, name: string) {
  const personId = await account(name);
  const here = await stage.bidder(lotId, 0, { personId });
  const client = await database.pool.connect();
  await client.query('begin');
  const { rows } = await client.query(
    `select from trade_application where id = $1 and status = 'requested' for update`,
    [here.applicationId],
  );
  const go = async () => {
    await client.query('rollback');
    client.release();
  };
  if (rows.length > 0) return { personId, here, go };
  // The worker was faster.
  await go();
  return null;
}

test.each([
  ['the account is shut', disable],
  ['the sessions are ended', (personId: string) => endSessions(personId, nodira)],
] as const)(
  'who has applied for a room that runs, and waits for it while %s by one person, bids in it',
  async (what, takeAway) => {
    const running = await runningSale();
    const { personId, here, go } = await eventually(
      () => waiting(running, what),
      'an application that waits',
    );
    try {
      expect((await takeAway(personId)).status).toBe(200);
    } finally {
      await go();
    }
    await stage.admitted(here);
    expect(await bid(here, running, 100_000_00)).toMatchObject(verdict);
  },
);

test('who ends the own sessions ends them everywhere at once', async () => {
  const { personId, running, here } = await rival();
  await endSessions(personId, nodira);
  expect(await bid(here, running, 100_000_00)).toMatchObject(verdict);
  await people.sessions.endAll(personId);
  const after = await call('POST', '/api/shop/game-view/place', here.cookie, {
    lotId: running,
    amountTiyin: 105_000_00,
    bidId: randomUUID(),
  });
  expect(after.status).toBe(401);
});

test('events about a shutting and a bar that are over, tried again, end nothing of who is back', async () => {
  const { personId, running, here, there } = await rival();
  const by = { personId, by: null, byName: '', reason: REASON };
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into outbox (topic, payload) select topic, payload
     from unnest($1::text[], $2::jsonb[]) as event (topic, payload) returning id`,
    [
      ['accounts.disabled', 'sanctions.barred', 'accounts.sessions-over'],
      [by, by, { personId, because: 'disabled', atMs: Date.now() - 86_400_000 }].map((each) =>
        JSON.stringify(each),
      ),
    ],
  );
  const ids = rows.map(({ id }) => id);
  await eventually(async () => {
    const handled = await database.pool.query<{ handler: string }>(
      'select handler from handled_event where event_id = any($1)',
      [ids],
    );
    const done = new Set(handled.rows.map(({ handler }) => handler));
    return ['end-participation', 'end-participation-of-barred', 'end-sessions'].every((name) =>
      done.has(name),
    );
  }, 'the events to be handled');
  expect([await statusOf(here), await statusOf(there)]).toEqual(['admitted', 'admitted']);
  expect((await me(here)).status).toBe(200);
  expect(await bid(here, running, 100_000_00)).toMatchObject(verdict);
});

test('who has reserved the last unit at a fixed price, and is shut out by one person, may still buy it, and reserves no other', async () => {
  const personId = await account('Buyer');
  const shop = purchaseWorkflows(database, SESSION_SECRET);
  const [lotId, other] = [await shop.lot(1), await shop.lot(1)];
  await shop.person(2 * UNIT, { personId });
  await shop.reserve(lotId, personId);
  const { cookie } = await people.signIn({ personId });
  const confirm = (code: string, of = lotId) =>
    call('POST', '/api/shop/user-order/create-user-order', cookie, { lotId: of, code });
  expect((await disable(personId)).body).toMatchObject({ disabled: true });
  const reserving = await call('POST', '/api/shop/user-order/send-code', cookie, {
    lotId: other,
    quantity: 1,
  });
  expect([reserving.status, reserving.body.ERROR.code]).toEqual([401, 'session-over.bids-on']);
  expect((await confirm(shop.wrongCode(personId), other)).status).toBe(401);
  expect((await confirm(shop.wrongCode(personId))).body).toEqual({ verdict: 'code', problem: 'wrong' });
  expect((await confirm(shop.codeOf(personId))).body).toMatchObject({ verdict: 'bought', already: false });
  expect(await shop.stock(lotId)).toEqual({ units: 1, reserved: 0, sold: 1 });
  // Nothing is left to finish: the next sign-in is refused, and a second person ends this one.
  const second = { reason: REASON, evidence: 'Letter 6' };
  expect((await call('POST', `/api/console/accounts/${personId}/disable`, jasur, second)).status).toBe(200);
  expect((await confirm(shop.codeOf(personId))).status).toBe(401);
});

test('who bids nowhere loses all of the session to one person', async () => {
  const personId = await account('Nowhere');
  const { cookie } = await people.signIn({ personId });
  await endSessions(personId, nodira);
  const answer = await call('GET', '/api/shop/game-view/bid?lotId=1&bidId=unknown-1', cookie);
  expect(answer.status).toBe(401);
  expect(await people.sessions.list(personId)).toEqual([]);
});
