import { afterAll, beforeAll, expect, test } from 'vitest';
import { callServer, type CallOptions } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let jasur: string;
let buyer: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  nodira = (await people.signIn({ name: 'Nodira', roles: ['operator'] })).cookie;
  jasur = (await people.signIn({ name: 'Jasur', roles: ['administrator'] })).cookie;
  buyer = (await people.signIn({ name: 'Buyer' })).cookie;
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  callServer(platform.url, method, path, options);
const act = (lotId: number, action: string, cookie: string, body: unknown) =>
  call('POST', `/api/console/rooms/${lotId}/${action}`, { cookie, body });
const REASON = 'Texnik nosozlik tekshirilmoqda';

async function onBoard(lotId: number, phase: string) {
  return eventually(async () => {
    const { body } = await call('GET', '/api/console/rooms', { cookie: nodira });
    return body.rooms.find(
      (room: { lotId: number; phase: string }) => room.lotId === lotId && room.phase === phase,
    );
  }, `the room to be ${phase}`);
}

async function runningRoom(): Promise<number> {
  const lotId = await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 });
  await eventually(async () => {
    const { body } = await call('POST', '/api/shop/user-order/join-practice', {
      body: { lotId },
      cookie: buyer,
    });
    return body.verdict === 'admitted';
  }, 'the admission');
  await onBoard(lotId, 'running');
  return lotId;
}

test('staff suspend and resume a room, with who, when and why on record', async () => {
  const lotId = await runningRoom();
  expect((await act(lotId, 'suspend', nodira, { reason: REASON })).body).toEqual({ verdict: 'done' });
  expect(await onBoard(lotId, 'paused')).toMatchObject({
    pauseCause: 'staff',
    pauseReason: REASON,
    participants: 1,
  });
  const card = await eventually(async () => {
    const { body } = await call('GET', `/api/shop/lot-card/details/${lotId}`);
    return body.status === 8 ? body : null;
  }, 'status 8 on the card');
  expect(card.room.phase).toBe('paused');
  expect((await act(lotId, 'resume', jasur, { reason: 'Nosozlik bartaraf etildi' })).body).toEqual({
    verdict: 'done',
  });
  await onBoard(lotId, 'running');
  const { body: log } = await call('GET', `/api/console/rooms/${lotId}/actions`, { cookie: nodira });
  expect(log).toMatchObject([
    { action: 'resume', by: 'Jasur', result: 'done' },
    { action: 'suspend', by: 'Nodira', reason: REASON, result: 'done' },
  ]);
});

test('more time needs a second person, moves the end once, and is refused to the one who asked', async () => {
  const lotId = await runningRoom();
  const before = (await onBoard(lotId, 'running')) as { deadlineMs: number };
  const asked = await act(lotId, 'extend', nodira, { minutes: 20, reason: REASON });
  expect(asked.status).toBe(200);
  const approve = (cookie: string) =>
    call('POST', `/api/console/room-requests/${asked.body.requestId}/approve`, { cookie });

  const own = await approve(nodira);
  expect([own.status, own.body.ERROR.code]).toEqual([403, 'console-rooms.second-person']);
  const { body: pending } = await call('GET', '/api/console/room-requests', { cookie: nodira });
  expect(pending).toMatchObject([
    { id: asked.body.requestId, lotId, kind: 'extend', minutes: 20, mine: true },
  ]);

  expect((await approve(jasur)).body).toEqual({ verdict: 'done' });
  const again = await approve(jasur);
  expect([again.status, again.body.ERROR.code]).toEqual([409, 'console-rooms.already-decided']);
  const after = (await onBoard(lotId, 'running')) as { deadlineMs: number };
  expect(after.deadlineMs).toBe(before.deadlineMs + 20 * 60_000);
});

test('a lot is withdrawn by two, and then shows it', async () => {
  const lotId = await runningRoom();
  const asked = await act(lotId, 'withdraw', jasur, { reason: REASON });
  await call('POST', `/api/console/room-requests/${asked.body.requestId}/approve`, { cookie: nodira });
  const card = await eventually(async () => {
    const { body } = await call('GET', `/api/shop/lot-card/details/${lotId}`);
    return body.result ? body : null;
  }, 'the outcome');
  expect(card).toMatchObject({
    status: 10,
    result: { outcome: 'withdrawn', priceTiyin: null, winnerNumber: null },
  });
  expect((await act(lotId, 'suspend', nodira, { reason: REASON })).body).toEqual({
    verdict: 'refused',
    reason: 'closed',
  });
});

test('of an approval and a rejection at the same time only one happens', async () => {
  const lotId = await runningRoom();
  const before = (await onBoard(lotId, 'running')) as { deadlineMs: number };
  const { requestId } = (await act(lotId, 'extend', nodira, { minutes: 30, reason: REASON })).body;
  const decide = (what: string) =>
    call('POST', `/api/console/room-requests/${requestId}/${what}`, { cookie: jasur });
  const [approved, rejected] = await Promise.all([decide('approve'), decide('reject')]);
  expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
  const after = (await onBoard(lotId, 'running')) as { deadlineMs: number };
  expect(after.deadlineMs - before.deadlineMs).toBe(approved.status === 200 ? 30 * 60_000 : 0);
});

test('a rejected or expired request can no longer be approved', async () => {
  const lotId = await runningRoom();
  const rejected = (await act(lotId, 'extend', nodira, { minutes: 5, reason: REASON })).body.requestId;
  expect(
    (await call('POST', `/api/console/room-requests/${rejected}/reject`, { cookie: nodira })).status,
  ).toBe(200);
  const expired = (await act(lotId, 'extend', nodira, { minutes: 5, reason: REASON })).body.requestId;
  await database.pool.query(
    "update room_request set expires_at = now() - interval '1 second' where id = $1",
    [expired],
  );
  for (const [id, code] of [
    [rejected, 'console-rooms.already-decided'],
    [expired, 'console-rooms.expired'],
    [999_999, 'not-found'],
  ] as const) {
    const { body } = await call('POST', `/api/console/room-requests/${id}/approve`, { cookie: jasur });
    expect(body.ERROR.code).toBe(code);
  }
});

test('who bids in a lot under another account reads neither what is asked for its room nor what was done to it', async () => {
  const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 3_600_000 });
  const serves = await people.signIn({ name: 'Sardor', roles: ['operator'] });
  const { rows } = await database.pool.query<{ id: string }>(
    `with shared as (update person set phone = $2 where id = $1 returning phone)
     insert into person (issuer, subject, kind, name, phone, language)
     select 'test', 'sardor', 'natural', 'Sardor', phone, 'uz' from shared returning id`,
    [serves.person.personId, '+998901112266'],
  );
  const bids = rows[0]!.id;
  await database.pool.query(
    `insert into trade_application (lot_id, person_id, number, status, confirmed_at) values ($1, $2, 1, 'admitted', now())`,
    [lotId, bids],
  );
  await eventually(
    async () => (await act(lotId, 'withdraw', nodira, { reason: REASON })).status === 200,
    'the room',
  );
  const read = async (cookie: string) => {
    const [asked, done] = await Promise.all([
      call('GET', '/api/console/room-requests', { cookie }),
      call('GET', `/api/console/rooms/${lotId}/actions`, { cookie }),
    ]);
    const requests = (asked.body as { lotId: number }[]).filter((request) => request.lotId === lotId);
    return [requests.length, done.body.length];
  };
  expect(await read(jasur)).toEqual([1, 1]);
  expect(await read(serves.cookie)).toEqual([0, 0]);
});

test('others may not, and nonsense is refused', async () => {
  const lotId = await runningRoom();
  const auditor = (await people.signIn({ roles: ['auditor'] })).cookie;
  expect((await call('GET', '/api/console/rooms', { cookie: auditor })).status).toBe(200);
  for (const cookie of [auditor, buyer])
    expect((await act(lotId, 'suspend', cookie, { reason: REASON })).status).toBe(403);
  expect(
    (await call('POST', `/api/console/rooms/${lotId}/suspend`, { body: { reason: REASON } })).status,
  ).toBe(401);
  expect((await call('GET', '/api/console/rooms', { cookie: buyer })).status).toBe(403);
  for (const body of [{}, { reason: 'ab' }, { reason: REASON, more: 1 }, { reason: 'x'.repeat(501) }])
    expect((await act(lotId, 'suspend', nodira, body)).status).toBe(400);
  for (const minutes of [0, -5, 1.5, 1441, '5', null])
    expect((await act(lotId, 'extend', nodira, { minutes, reason: REASON })).status).toBe(400);
  expect((await act(999, 'suspend', nodira, { reason: REASON })).status).toBe(404);
  expect((await onBoard(lotId, 'running')).pauseCause).toBeNull();
});

/** As the journal leaves a room of which PostgreSQL came back without answered bids. */
async function lostBids(lotId: number): Promise<void> {
  await act(lotId, 'suspend', nodira, { reason: REASON });
  const { rows } = await database.pool.query(
    `insert into auction_rewind (lot_id, redis_epoch, epoch, seq, head_hash, lost_through, needs_choice)
     select lot_id, epoch, epoch + 1001, seq, head_hash, seq + 2, true from auction_lot where lot_id = $1
     returning id, seq`,
    [lotId],
  );
  const [{ id, seq }] = rows as [{ id: number; seq: string }];
  await database.pool.query(
    `insert into auction_lost_entry (rewind_id, seq, epoch, hash, entry)
     values ($1, $2, 1, 'x', $3)`,
    [
      id,
      Number(seq) + 1,
      { kind: 'price', seq: Number(seq) + 1, epoch: 1, person: 'p', amountTiyin: 777, atUs: 1_000 },
    ],
  );
}
const choiceOf = async (lotId: number) => {
  const { rows } = await database.pool.query(
    'select choice, request_id from auction_rewind where lot_id = $1',
    [lotId],
  );
  return rows[0];
};
const approve = (requestId: number, cookie: string) =>
  call('POST', `/api/console/room-requests/${requestId}/approve`, { cookie });

test('a room that lost answered bids is resumed by two of staff alone, who see what was lost', async () => {
  const lotId = await runningRoom();
  expect((await act(lotId, 'continue', nodira, { reason: REASON })).status).toBe(409);
  await lostBids(lotId);
  expect((await onBoard(lotId, 'paused')).loss).toEqual({
    count: 2,
    prices: [{ amountTiyin: 777, atMs: 1 }],
  });

  for (const what of ['resume', 'resume-request'])
    expect((await act(lotId, what, jasur, { reason: REASON })).body.ERROR.code).toBe(
      'console-rooms.two-choose',
    );
  const asked = await act(lotId, 'continue', nodira, { reason: REASON });
  expect((await approve(asked.body.requestId, nodira)).status).toBe(403);
  expect(await choiceOf(lotId)).toMatchObject({ choice: null });

  expect((await approve(asked.body.requestId, jasur)).body).toEqual({ verdict: 'done' });
  expect(await choiceOf(lotId)).toMatchObject({ choice: 'continue', request_id: asked.body.requestId });
  const room = await onBoard(lotId, 'paused');
  expect(room.loss).toBeNull();
  expect(room.resumeAtMs).toBeGreaterThan(Date.now());
  expect((await act(lotId, 'resume', jasur, { reason: REASON })).body).toEqual({ verdict: 'done' });
});

test('a room that lost answered bids is withdrawn by two of staff as well, which is the other choice', async () => {
  const lotId = await runningRoom();
  await lostBids(lotId);
  const asked = await act(lotId, 'withdraw', nodira, { reason: REASON, repeat: true });
  expect((await approve(asked.body.requestId, jasur)).body).toEqual({ verdict: 'done' });
  expect(await choiceOf(lotId)).toMatchObject({ choice: 'void', request_id: asked.body.requestId });
});
