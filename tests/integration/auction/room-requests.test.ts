import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts } from '#server/domains/people/accounts/create-accounts.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { MINUTE_MS, startOfDay } from '#shared/time/tashkent.ts';
import { callServer, type CallOptions } from '../../fixtures/app.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { roomBidders, type RoomBidder } from '../../fixtures/room-bidders.ts';
import { shutAccount } from '../../fixtures/shut-account.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const REASON = 'Hujjatlar soxta chiqdi';
const DAY_MS = 86_400_000;

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let jasur: string;
let malika: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  const staff = async (name: string, role: 'operator' | 'administrator') =>
    (await people.signIn({ personId: randomUUID(), name, roles: [role] })).cookie;
  nodira = await staff('Nodira', 'operator');
  jasur = await staff('Jasur', 'administrator');
  malika = await staff('Malika', 'operator');
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  callServer(platform.url, method, path, options);
const post = (path: string, cookie: string, body?: unknown) =>
  call('POST', path, { cookie, ...(body === undefined ? {} : { body }) });

const { bidder, admitted, runningSale, onBoard, bid } = roomBidders({
  platform: () => platform,
  database: () => database,
  people: () => people,
  staff: () => nodira,
});

const askRevoke = ({ applicationId }: RoomBidder, cookie: string, lot: string) =>
  post(`/api/console/applications/${applicationId}/revoke-request`, cookie, { reason: REASON, lot });
const approve = (requestId: number, cookie: string) =>
  post(`/api/console/room-requests/${requestId}/approve`, cookie);
const requestsOf = async (lotId: number) => {
  const { body } = await call('GET', '/api/console/room-requests', { cookie: nodira });
  return (body as { id: number; lotId: number }[]).filter((request) => request.lotId === lotId);
};
const log = async (lotId: number) => {
  const { body } = await call('GET', `/api/console/rooms/${lotId}/actions`, { cookie: nodira });
  return (body as { action: string; by: string; result: string }[]).map(
    ({ action, by, result }) => `${action} ${by} ${result}`,
  );
};
const ended = (lotId: number) =>
  eventually(async () => {
    const { body } = await call('GET', `/api/shop/lot-card/details/${lotId}`);
    return body.result ? body : null;
  }, 'the outcome');
const openTasks = async (lotId: number) => {
  const { body } = await call('GET', '/api/console/tasks?size=100', { cookie: nodira });
  return (body.items as { id: number; lotId: number; kind: string }[]).filter((task) => task.lotId === lotId);
};

test('the leader of a running room is revoked by two persons, with the lot withdrawn and its repeat on the list', async () => {
  const lotId = await runningSale();
  const leader = await bidder(lotId);
  const other = await bidder(lotId);
  await admitted(leader);
  await admitted(other);
  expect(await bid(leader, lotId, 100_000_00)).toMatchObject({ verdict: 'accepted', leading: true });
  await onBoard(lotId, ({ leaderNumber }) => leaderNumber === leader.number);

  const asked = await askRevoke(leader, nodira, 'repeat');
  expect(asked.body).toMatchObject({ verdict: 'requested', already: false });
  const { requestId } = asked.body;
  expect(await requestsOf(lotId)).toMatchObject([
    { id: requestId, kind: 'revoke', bidderNumber: leader.number, alsoWithdraw: true, repeatWanted: true },
  ]);
  expect((await approve(requestId, nodira)).body.ERROR.code).toBe('console-rooms.second-person');
  // Nothing has happened so far: the price remains, and the leader may still be outbid.
  expect((await onBoard(lotId, () => true)).leaderNumber).toBe(leader.number);

  expect((await approve(requestId, jasur)).body).toEqual({ verdict: 'done' });
  expect(await ended(lotId)).toMatchObject({
    status: 10,
    result: { outcome: 'withdrawn', winnerNumber: null },
  });
  expect(await log(lotId)).toEqual([
    'withdraw Jasur done',
    'revoke Jasur done',
    'revoke-request Nodira done',
  ]);
  const [task] = await openTasks(lotId);
  expect(task).toMatchObject({ kind: 'repeat-lot', reason: REASON });

  const finish = (cookie: string) =>
    post(`/api/console/tasks/${task?.id}/done`, cookie, { note: 'Buyurtmachi bilan kelishildi' });
  expect((await finish(jasur)).body).toMatchObject({ done: { by: 'Jasur' } });
  const again = await finish(nodira);
  expect([again.status, again.body.ERROR.code]).toEqual([409, 'staff-tasks.done']);
  expect(await openTasks(lotId)).toEqual([]);
  await expect(
    database.pool.query("update staff_task set note = 'changed' where id = $1", [task?.id]),
  ).rejects.toThrow('was done');
});

test('confirmed prices stand when bidding goes on, and the room’s log says that the leader declines', async () => {
  const lotId = await runningSale();
  const leader = await bidder(lotId);
  const other = await bidder(lotId);
  await admitted(leader);
  await admitted(other);
  await bid(other, lotId, 100_000_00);
  await bid(leader, lotId, 105_000_00);
  const { requestId } = (await askRevoke(leader, jasur, 'continue')).body;
  expect((await approve(requestId, malika)).body).toEqual({ verdict: 'done' });
  expect(await onBoard(lotId, () => true)).toMatchObject({
    phase: 'running',
    leaderNumber: leader.number,
    priceTiyin: 105_000_00,
  });
  expect(await bid(leader, lotId, 120_000_00)).toMatchObject({ verdict: 'refused', reason: 'revoked' });
  const { rows } = await database.pool.query(
    'select status, deposit_state from trade_application where id = $1',
    [leader.applicationId],
  );
  expect(rows).toEqual([{ status: 'revoked', deposit_state: 'none' }]);
});

test('no one is revoked by one person, before a room opens or while it runs', async () => {
  const soon = await publishTestLot(database, {
    ruleSet: 'private',
    choices: { depositPercent: 0 },
    opensInMs: 60_000,
  });
  for (const lotId of [soon, await runningSale()]) {
    const person = await bidder(lotId);
    await admitted(person);
    const alone = await post(`/api/console/applications/${person.applicationId}/revoke`, nodira, {
      reason: REASON,
    });
    expect(alone.status).toBe(404);
    const { requestId } = (await askRevoke(person, nodira, 'continue')).body;
    expect((await approve(requestId, nodira)).body.ERROR.code).toBe('console-rooms.second-person');
    const { rows } = await database.pool.query('select status from trade_application where id = $1', [
      person.applicationId,
    ]);
    expect(rows).toEqual([{ status: 'admitted' }]);
  }
});

test('who is needed for the confirmed prices to count is revoked by two persons, and so is a further participant', async () => {
  const lotId = await runningSale(2);
  const [leader, other, third] = [await bidder(lotId), await bidder(lotId), await bidder(lotId)];
  for (const each of [leader, other, third]) await admitted(each);
  await bid(leader, lotId, 100_000_00);
  await onBoard(lotId, ({ leaderNumber }) => leaderNumber === leader.number);
  for (const each of [third, other]) {
    const { requestId } = (await askRevoke(each, nodira, 'continue')).body;
    expect((await approve(requestId, nodira)).status).toBe(403);
    expect((await approve(requestId, jasur)).body).toEqual({ verdict: 'done' });
  }
});

test('a lot whose room is not open is withdrawn by two, known to the core or not, and deposits go back', async () => {
  const far = { ruleSet: 'private', choices: { depositPercent: 10 }, opensInMs: 2 * DAY_MS } as const;
  const empty = await publishTestLot(database, far);
  const applied = await publishTestLot(database, far);
  const applicant = await bidder(applied, 10_000_00);
  await admitted(applicant);
  for (const lotId of [empty, applied]) {
    const { body } = await post(`/api/console/rooms/${lotId}/withdraw`, nodira, { reason: REASON });
    expect((await approve(body.requestId, nodira)).status).toBe(403);
    expect((await approve(body.requestId, jasur)).body).toEqual({ verdict: 'done' });
    expect(await ended(lotId)).toMatchObject({ status: 10, result: { outcome: 'withdrawn' } });
    expect(await log(lotId)).toEqual(['withdraw Jasur done', 'withdraw-request Nodira done']);
  }
  await eventually(
    async () => (await createWallet(database.db).balanceOf(applicant.personId)) === 10_000_00,
    'the deposit',
  );
  const unknown = await post('/api/console/rooms/999999/withdraw', nodira, { reason: REASON });
  expect(unknown.status).toBe(404);
  const over = await post(`/api/console/rooms/${empty}/withdraw`, nodira, { reason: REASON });
  expect(over.body.ERROR.code).toBe('console-rooms.closed');
  const soon = await publishTestLot(database, far);
  const extended = await post(`/api/console/rooms/${soon}/extend`, nodira, { reason: REASON, minutes: 5 });
  expect(extended.body.ERROR.code).toBe('console-rooms.not-open');
});

test.runIf(COMPLETE)(
  'anyone who is disabled while leading is not revoked by that: the request of two opens',
  async () => {
    const accounts = createAccounts({
      db: database.db,
      sessions: people.sessions,
      actions: createActionLog(database.db),
    });
    const { id: personId } = await accounts.prepare({
      issuer: 'https://id.example',
      subject: randomUUID(),
      kind: 'natural',
      name: 'Leader',
      phone: null,
      email: null,
      pinfl: null,
      stir: null,
      language: 'uz',
    });
    const led = await runningSale();
    const followed = await runningSale();
    const [leader, follower] = [await bidder(led, 0, { personId }), await bidder(followed, 0, { personId })];
    await admitted(leader);
    await admitted(follower);
    await bid(leader, led, 100_000_00);
    await shutAccount(database, people.sessions, personId, REASON);

    const [request] = await eventually(async () => {
      const found = await requestsOf(led);
      return found.length > 0 ? found : null;
    }, 'the request');
    expect(request).toMatchObject({ kind: 'revoke', cause: 'disabled', by: '', reason: REASON });
    expect(await openTasks(led)).toMatchObject([{ kind: 'decide-leader', bidderNumber: leader.number }]);
    const status = async ({ applicationId }: RoomBidder) =>
      (await createTradeApplicationsRepository(database.db).byId(applicationId))?.status;
    await eventually(
      async () => (await status(follower)) === 'revoked',
      'the end of the other participation',
    );
    expect(await status(leader)).toBe('admitted');

    // Opened by no one of the staff: one takes it over, another one approves.
    expect((await approve(request?.id ?? 0, nodira)).body).toEqual({ verdict: 'seconded' });
    expect((await approve(request?.id ?? 0, nodira)).status).toBe(403);
    expect(await status(leader)).toBe('admitted');
    expect((await approve(request?.id ?? 0, jasur)).body).toEqual({ verdict: 'done' });
    expect(await status(leader)).toBe('revoked');
  },
);

test.runIf(COMPLETE)(
  'what was approved while its process died is carried out by the worker, once',
  async () => {
    const lotId = await runningSale();
    await database.pool.query(
      `insert into room_request (lot_id, kind, reason, requested_by, requested_by_name, expires_at, decision,
      decided_by, decided_by_name, decided_at, repeat_wanted)
     values ($1, 'withdraw', $2, 'one', 'One', now(), 'approved', 'two', 'Two', now() - interval '1 minute', true)`,
      [lotId, REASON],
    );
    expect(await ended(lotId)).toMatchObject({ status: 10 });
    await eventually(async () => (await openTasks(lotId)).length === 1, 'the task');
    expect(await log(lotId)).toEqual(['withdraw Two done']);
  },
);

test.runIf(COMPLETE)(
  'more time an earlier release gave without writing that down is not given again',
  async () => {
    const [extended, withdrawn] = [await runningSale(), await runningSale()];
    const deadlineOf = async () => {
      const { body } = await call('GET', `/api/shop/game-view/over-time/${extended}`, { cookie: nodira });
      return body.deadlineMs as number;
    };
    const before = await deadlineOf();
    expect(before).toBeGreaterThan(0);
    for (const [lotId, kind, minutes] of [
      [extended, 'extend', 30],
      [withdrawn, 'withdraw', null],
    ])
      await database.pool.query(
        `insert into room_request (lot_id, kind, minutes, reason, requested_by, requested_by_name, expires_at, decision,
        decided_by, decided_at)
       values ($1, $2, $3, $4, 'one', 'One', now(), 'approved', 'two', now() - interval '1 minute')`,
        [lotId, kind, minutes, REASON],
      );
    // The worker takes them one after the other: once the second is done, the first has had its turn.
    await ended(withdrawn);
    expect(await deadlineOf()).toBe(before);
    expect(await log(extended)).toEqual([]);
  },
);

test('a pause is set to end at an instant, changed, called off, and proposed for the next working morning', async () => {
  const lotId = await runningSale();
  const asks = (body: object) =>
    post(`/api/console/rooms/${lotId}/resume-request`, nodira, { reason: REASON, ...body });
  const resume = async (body: object) => approve((await asks(body)).body.requestId, jasur);
  const suspend = () => post(`/api/console/rooms/${lotId}/suspend`, nodira, { reason: REASON });
  await suspend();
  expect(await onBoard(lotId, ({ phase }) => phase === 'paused')).toMatchObject({
    resumeAtMs: null,
    proposedResumeAtMs: null,
  });
  const atMs = Date.now() + 3_600_000;
  expect((await resume({ atMs })).body).toEqual({ verdict: 'done' });
  expect((await resume({ atMs })).body).toEqual({ verdict: 'done' });
  expect((await onBoard(lotId, () => true)).resumeAtMs).toBe(atMs);
  expect((await resume({ atMs: atMs + 60_000 })).body).toEqual({ verdict: 'done' });
  expect((await onBoard(lotId, () => true)).resumeAtMs).toBe(atMs + 60_000);
  // Staff call the resumption off: the pause waits for them again.
  await suspend();
  expect((await onBoard(lotId, () => true)).resumeAtMs).toBeNull();
  expect((await log(lotId)).filter((line) => line.startsWith('resume-at'))).toHaveLength(3);

  for (const wrong of [Date.now() + 30_000, Date.now() + 40 * DAY_MS, 5])
    expect((await asks({ atMs: wrong })).body.ERROR.code).toBe('console-rooms.resume-at');

  await database.pool.query(
    "update auction_interruption set began_us = began_us - $2 where lot_id = $1 and kind = 'suspended'",
    [lotId, 16 * MINUTE_MS * 1000],
  );
  const calendar = await createReferenceService(createReferenceRepository(database.db)).workingCalendar();
  const morning = new Date(startOfDay(Date.now()) + 600 * MINUTE_MS);
  const room = await onBoard(lotId, ({ proposedResumeAtMs }) => proposedResumeAtMs !== null);
  expect(room.proposedResumeAtMs).toBe(calendar.addWorkingDays(morning, 1).getTime());
  expect((await resume({})).body).toEqual({ verdict: 'done' });
  await onBoard(lotId, ({ phase }) => phase === 'running');
});

test('a sale at a fixed price is withdrawn by two persons, once, and has no room to extend', async () => {
  const lotId = await publishTestLot(database, { ruleSet: 'private', tradeType: 'fixed-price' });
  const ask = (what: string, body: object) => post(`/api/console/rooms/${lotId}/${what}`, nodira, body);
  expect((await ask('extend', { minutes: 5, reason: REASON })).body.ERROR.code).toBe(
    'console-rooms.not-open',
  );
  const requests = await Promise.all(
    [nodira, malika].map((by) => post(`/api/console/rooms/${lotId}/withdraw`, by, { reason: REASON })),
  );
  const [one, other] = requests.map(({ body }) => body.requestId as number);
  expect((await approve(one!, nodira)).body.ERROR.code).toBe('console-rooms.second-person');
  expect((await approve(one!, jasur)).body).toEqual({ verdict: 'done' });
  expect((await approve(other!, jasur)).body).toEqual({ verdict: 'refused', reason: 'closed' });
  expect((await ask('withdraw', { reason: REASON })).body.ERROR.code).toBe('console-rooms.closed');
  expect((await log(lotId)).toSorted()).toEqual([
    'withdraw Jasur closed',
    'withdraw Jasur done',
    'withdraw-request Malika done',
    'withdraw-request Nodira done',
  ]);
  const { rows } = await database.pool.query(
    'select to_status, by, reason from lot_flow where lot_id = $1 order by id desc limit 1',
    [lotId],
  );
  expect(rows).toEqual([{ to_status: 10, by: 'staff', reason: REASON }]);
});
