import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { callServer, type CallOptions } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  callServer(platform.url, method, path, options);
const join = (lotId: number, cookie?: string) =>
  call('POST', '/api/shop/user-order/join-practice', { body: { lotId }, ...(cookie ? { cookie } : {}) });
const admitted = (lotId: number, cookie: string) =>
  eventually(async () => {
    const { body } = await join(lotId, cookie);
    return body.verdict === 'admitted' ? body : null;
  }, 'the admission');
const base = async (lotId: number, cookie?: string) =>
  (await call('GET', `/api/shop/game-view/base/${lotId}`, cookie ? { cookie } : {})).body;

describe('joining a practice room', () => {
  test('gives one number, however often and however fast it is asked', async () => {
    const lotId = await publishTestLot(database);
    const { cookie } = await people.signIn();
    await admitted(lotId, cookie);
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(lotId, cookie)));
    const numbers = new Set(answers.map(({ body }) => body.number));
    expect(numbers.size).toBe(1);
    expect(answers.every(({ body }) => body.already === true)).toBe(true);
    const { rows } = await database.pool.query(
      "select count(*)::int as admissions from auction_entry where lot_id = $1 and kind = 'admitted'",
      [lotId],
    );
    expect(rows[0].admissions).toBe(1);
  });

  test('opens a room that starts later, at the first admission', async () => {
    const lotId = await publishTestLot(database, { opensInMs: 5 * 3_600_000 });
    const { cookie } = await people.signIn();
    await admitted(lotId, cookie);
    const { body } = await call('GET', `/api/shop/game-view/lot-game-info/${lotId}`, { cookie });
    expect(body.snapshot).toMatchObject({
      head: { phase: 'waiting', applicants: 1 },
      me: { role: 'bidder' },
    });
  });

  test('is refused for paid lots, ended lots and strangers', async () => {
    const { cookie } = await people.signIn();
    const paid = await publishTestLot(database, { ruleSet: 'private' });
    expect((await join(paid, cookie)).body).toEqual({
      verdict: 'refused',
      lotId: paid,
      reason: 'not-practice',
    });
    const ended = await publishTestLot(database);
    await database.pool.query('update lot set status = 9 where id = $1', [ended]);
    expect((await join(ended, cookie)).body).toMatchObject({ verdict: 'refused', reason: 'closed' });
    expect((await join(ended)).status).toBe(401);
    expect((await join(999, cookie)).status).toBe(404);
  });
});

describe('numbers', () => {
  test('are drawn without a collision when many apply at once', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 86_400_000 });
    const applications = createTradeApplicationsRepository(database.db);
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => applications.request(lotId, `many-${i % 30}`, null)),
    );
    expect(new Set(made.map(({ number }) => number)).size).toBe(30);
  });
});

test('waiting applications are handed to the core by the worker', async () => {
  const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 3_600_000 });
  const { cookie, person } = await people.signIn();
  expect((await base(lotId, cookie)).me).toEqual({
    role: 'observer',
    number: null,
    status: 'none',
    depositHeldTiyin: null,
    cancelUntilMs: null,
    needs: 'application',
  });
  const applications = createTradeApplicationsRepository(database.db);
  const { number } = await applications.request(lotId, person.personId, null);
  const me = await eventually(async () => {
    const answer = await base(lotId, cookie);
    return answer.me.status === 'admitted' ? answer.me : null;
  }, 'the admission');
  expect(me).toMatchObject({
    role: 'bidder',
    number,
    status: 'admitted',
    needs: null,
    depositHeldTiyin: null,
    cancelUntilMs: expect.any(Number),
  });
  const { body } = await call('GET', '/api/shop/user/game-cnt', { cookie });
  expect(body).toEqual({ count: 1, running: 0 });
});

test('an application that comes after the close is turned down', async () => {
  const lotId = await publishTestLot(database, { lengthMs: 300 });
  await eventually(async () => (await base(lotId)).result, 'the hammer', 20_000);
  const applications = createTradeApplicationsRepository(database.db);
  const { id } = await applications.request(lotId, 'late', null);
  const row = await eventually(async () => {
    const found = await applications.find(lotId, 'late');
    return found?.status === 'requested' ? null : found;
  }, 'the decision');
  expect(row).toMatchObject({ id, status: 'turned-down', reason: 'closed' });
});

test('the room tells each visitor what is missing for taking part', async () => {
  const practice = await publishTestLot(database);
  const operator = await people.signIn({ roles: ['operator'] });
  const { cookie } = await people.signIn();
  expect((await base(practice)).me).toMatchObject({ role: 'visitor', needs: 'sign-in' });
  expect((await base(practice, cookie)).me).toMatchObject({ role: 'observer', needs: 'join-practice' });
  expect((await base(practice, operator.cookie)).me).toMatchObject({ role: 'operator', needs: null });
  const late = await publishTestLot(database, { ruleSet: 'private' });
  expect((await base(late, cookie)).me).toMatchObject({ role: 'observer', needs: 'applications-closed' });
  expect((await call('GET', '/api/shop/game-view/base/999')).status).toBe(404);
  expect((await call('GET', '/api/shop/game-view/lot-game-info/999')).status).toBe(404);
});
