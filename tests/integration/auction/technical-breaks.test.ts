import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createNotifyParticipants } from '#server/workflows/bidding/notify-participants.ts';
import type { TechnicalBreak } from '#shared/api/console/technical-breaks.ts';
import { callServer, type CallOptions } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { roomBidders } from '../../fixtures/room-bidders.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const REASON = 'Serverga texnik xizmat';
const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let jasur: string;
let auditor: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  const staff = async (name: string, role: 'operator' | 'administrator' | 'auditor') =>
    (await people.signIn({ personId: randomUUID(), name, roles: [role] })).cookie;
  nodira = await staff('Nodira', 'operator');
  jasur = await staff('Jasur', 'administrator');
  auditor = await staff('Tekshiruvchi', 'auditor');
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  callServer(platform.url, method, path, options);
const begin = (cookie = nodira, reason = REASON) =>
  call('POST', '/api/console/technical-breaks', { cookie, body: { reason } });
const end = (id: number, body: object = { reason: REASON }, cookie = jasur) =>
  call('POST', `/api/console/technical-breaks/${id}/end`, { cookie, body });
const read = async (id: number): Promise<TechnicalBreak> => {
  const { body } = await call('GET', '/api/console/technical-breaks', { cookie: auditor });
  return (body.breaks as TechnicalBreak[]).find((each) => each.id === id)!;
};
const log = async (lotId: number) =>
  (
    (await call('GET', `/api/console/rooms/${lotId}/actions`, { cookie: nodira })).body as {
      action: string;
      by: string;
      result: string;
    }[]
  ).map(({ action, by, result }) => `${action} ${by} ${result}`);
const post = (lotId: number, verb: string) =>
  call('POST', `/api/console/rooms/${lotId}/${verb}`, { cookie: nodira, body: { reason: REASON } });

const { bidder, admitted, runningSale, onBoard, bid } = roomBidders({
  platform: () => platform,
  database: () => database,
  people: () => people,
  staff: () => nodira,
});
/** A round of the worker, which comes once a minute. */
const notify = () =>
  createNotifyParticipants({ db: database.db, notifications: createNotifications(database.db) })();
const inPhase = (lotId: number, wanted: string) => onBoard(lotId, ({ phase }) => phase === wanted);

test('every room is suspended at once and goes on with its time, except those that staff had paused before', async () => {
  const [one, two, before] = [await runningSale(), await runningSale(), await runningSale()];
  const person = await bidder(one);
  await admitted(person);
  expect((await post(before, 'suspend')).body).toEqual({ verdict: 'done' });

  const begun = await begin();
  expect(begun.body).toMatchObject({ begunBy: 'Nodira', reason: REASON, suspended: 2, overAtMs: null });
  for (const lotId of [one, two]) await inPhase(lotId, 'paused');
  expect(await bid(person, one, 100_000_00)).toMatchObject({ verdict: 'refused' });
  const again = await begin(jasur);
  expect([again.status, again.body.ERROR.code]).toEqual([409, 'technical-breaks.open']);

  // One that opens meanwhile waits too; one that staff resume by itself is left alone from then on.
  const opening = await publishTestLot(database, {
    ruleSet: 'private',
    choices: { depositPercent: 0, overtime: null, applicationsUntil: 'close', minParticipants: 1 },
    opensInMs: 0,
  });
  await eventually(async () => (await read(begun.body.id)).suspended === 3, 'the room that opens');
  expect((await post(two, 'resume')).body).toEqual({ verdict: 'done' });
  await inPhase(two, 'running');

  const done = await end(begun.body.id);
  expect(done.body).toMatchObject({ endedBy: 'Jasur', suspended: 3, resumed: 3, waiting: 0, problems: [] });
  expect(done.body.overAtMs).not.toBeNull();
  for (const lotId of [one, two, opening]) await inPhase(lotId, 'running');
  expect(await bid(person, one, 100_000_00)).toMatchObject({ verdict: 'accepted' });
  await inPhase(before, 'paused');
  expect(await log(one)).toEqual(['resume Jasur done', 'suspend Nodira done']);
  const late = await end(begun.body.id);
  expect([late.status, late.body.ERROR.code]).toEqual([409, 'technical-breaks.ended']);
});

test('rooms go on at an instant that is announced, and each person reads of the break and of its end once', async () => {
  const [one, two] = [await runningSale(), await runningSale()];
  const person = await bidder(one);
  const alone = await bidder(two);
  const both = await bidder(two, 0, person);
  for (const each of [person, alone, both]) await admitted(each);
  const { body: begun } = await begin();
  expect(begun.suspended).toBeGreaterThanOrEqual(2);
  const messages = async (personId: string) => {
    const { rows } = await database.pool.query<{ template: string; params: { count: number } }>(
      "select template, params from inbox_message where person_id = $1 and template like 'technical-%' order by id",
      [personId],
    );
    return rows.map(({ template, params }) => `${template} ${params.count}`);
  };
  await notify();
  expect(await messages(person.personId)).toEqual(['technical-break 2']);

  const atMs = Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000;
  const asked = { kind: 'end-technical-break', reason: REASON, document: null };
  const payload = { breakId: begun.id, resumeAtMs: atMs };
  const at = (path: string, cookie: string, body?: unknown) =>
    callServer(platform.url, 'POST', `/api/console/decisions/${path}`, { cookie, body });
  const early = { breakId: begun.id, resumeAtMs: Date.now() + 5_000 };
  const refused = await at('propose', nodira, { ...asked, payload: early });
  expect(refused.body.ERROR.details.why).toBe('resume-instant');
  const { body: proposed } = await at('propose', nodira, { ...asked, payload });
  expect((await at(`${proposed.id}/decide`, jasur)).body).toMatchObject({ state: 'decided' });
  expect(await read(begun.id)).toMatchObject({ endedBy: 'Jasur', resumeAtMs: atMs });
  for (const lotId of [one, two]) await onBoard(lotId, ({ resumeAtMs }) => resumeAtMs === atMs);
  await notify();
  expect(await messages(person.personId)).toEqual(['technical-break 2', 'technical-break-over 2']);
  expect(await messages(alone.personId)).toEqual(['technical-break 1', 'technical-break-over 1']);
  for (const lotId of [one, two]) expect((await post(lotId, 'resume')).body).toEqual({ verdict: 'done' });
});

test('two begin it at the same time: there is one; two end it: it ends once', async () => {
  const lotId = await runningSale();
  const begun = await Promise.all([begin(nodira), begin(jasur)]);
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { id } = begun.find(({ status }) => status === 200)!.body;
  const ended = await Promise.all([end(id), end(id), end(id)]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await inPhase(lotId, 'running');
  expect(await log(lotId)).toHaveLength(2);
});

test('what a process began is completed by the worker', async () => {
  const lotId = await runningSale();
  // As a process leaves it that is killed after the row.
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into technical_break (reason, begun_by, begun_by_name) values ($1, 'x', 'Nodira') returning id`,
    [REASON],
  );
  const { id } = rows[0]!;
  await inPhase(lotId, 'paused');
  await database.pool.query(
    `update technical_break set end_reason = $2, ended_by = 'x', ended_by_name = 'Jasur', ended_at = now() where id = $1`,
    [id, REASON],
  );
  await inPhase(lotId, 'running');
  await eventually(async () => (await read(id)).overAtMs !== null, 'the end of the break');
});

test('is for those who control rooms, with a reason', async () => {
  expect((await begin(auditor)).status).toBe(403);
  expect((await begin(nodira, 'x')).status).toBe(400);
  expect((await end(999_999)).status).toBe(404);
  const list = await call('GET', '/api/console/technical-breaks', { cookie: auditor });
  expect(list.body.proposedResumeAtMs).toBeGreaterThan(Date.now());
});
