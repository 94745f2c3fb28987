import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicantsOf, type PlatformApplicant } from '../../fixtures/applicants.ts';
import { callServer } from '../../fixtures/app.ts';
import { publishTestLot, ROOM_END_LIMIT_MS } from '../../fixtures/lots.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const DEPOSIT = 10_000_00;
const START = 100_000_00;

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
const applicant = applicantsOf(
  () => platform,
  () => database,
  () => people,
);

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const paidLot = (more: Parameters<typeof publishTestLot>[1] = {}) =>
  publishTestLot(database, {
    ruleSet: 'private',
    choices: { depositPercent: 10, minParticipants: 2 },
    startPriceTiyin: START,
    opensInMs: 3_600_000,
    ...more,
  });

const base = async (lotId: number, person: PlatformApplicant) =>
  (await person.call('GET', `/api/shop/game-view/base/${lotId}`)).body;

const room = async (lotId: number, person: PlatformApplicant) =>
  (await person.call('GET', `/api/shop/game-view/lot-game-info/${lotId}`)).body.snapshot;

/** The minute between two codes to one phone is over. */
const pausePassed = () =>
  database.pool.query("update one_time_code_send set sent_at = sent_at - interval '5 minutes'");

let bids = 0;
const bid = (person: PlatformApplicant, lotId: number, amountTiyin: number) =>
  eventually(async () => {
    bids += 1;
    const { body } = await person.call('POST', '/api/shop/game-view/place', {
      lotId,
      bidId: `deposit-${String(bids).padStart(6, '0')}`,
      amountTiyin,
    });
    return ['held', 'fenced', 'not-open-yet'].includes(body.reason) ? null : body;
  }, 'a verdict');

describe('a lot with a deposit', () => {
  test('is applied for with a code, and the balance carries the person exactly so far in the room', async () => {
    const lotId = await paidLot();
    const person = await applicant(25_000_00);
    expect((await person.apply(lotId)).body).toMatchObject({
      verdict: 'applied',
      already: false,
      application: { status: 'accepted', deposit: 'held', depositTiyin: DEPOSIT },
    });
    expect(await person.available()).toBe(15_000_00);
    expect((await base(lotId, person)).me).toMatchObject({
      role: 'bidder',
      status: 'admitted',
      depositHeldTiyin: DEPOSIT,
    });
    expect((await room(lotId, person)).me.limitTiyin).toBe(500_000_00);
    await person.topUp(5_000_00);
    await eventually(
      async () => (await room(lotId, person)).me.limitTiyin === 600_000_00,
      'the room to hear of the balance',
    );
    const mine = (await person.call('GET', '/api/shop/cabinet/my-application')).body;
    expect(mine).toMatchObject({
      total: 1,
      items: [{ lotId, status: 'accepted', cancelUntilMs: expect.any(Number) }],
    });
    const { body } = await person.call('GET', '/api/shop/user/balance');
    expect(body).toBe(20_000);
  });

  test('is left with a code: the room lets go, the money is back, and one may come back', async () => {
    const lotId = await paidLot();
    const person = await applicant(DEPOSIT);
    await person.apply(lotId);
    await pausePassed();
    await person.call('POST', '/api/shop/user-order/send-code-cancel-user-order', { lotId });
    const code = await person.code();
    expect((await person.call('POST', '/api/shop/cabinet/cancel_user_order', { lotId, code })).body).toEqual({
      verdict: 'cancelled',
      already: false,
      releasedTiyin: DEPOSIT,
    });
    expect(await person.available()).toBe(DEPOSIT);
    expect((await room(lotId, person)).me.role).not.toBe('bidder');
    expect((await base(lotId, person)).me).toMatchObject({ status: 'cancelled', needs: 'application' });
    await pausePassed();
    expect((await person.apply(lotId)).body).toMatchObject({ verdict: 'applied', already: false });
    expect((await room(lotId, person)).me.role).toBe('bidder');
  });

  test('is not left with an auto-bid, nor after a confirmed price, even when two others have outbid it', async () => {
    const lotId = await paidLot({ opensInMs: 9_000 });
    await database.pool.query('update lot set applications_until = closes_at where id = $1', [lotId]);
    const [first, second, third] = [
      await applicant(DEPOSIT),
      await applicant(DEPOSIT),
      await applicant(DEPOSIT),
    ];
    for (const person of [first, second, third]) await person.apply(lotId);
    const why = async (person: PlatformApplicant) =>
      (await person.call('POST', '/api/shop/user-order/send-code-cancel-user-order', { lotId })).body.reason;
    await eventually(async () => {
      const { body } = await third.call('POST', '/api/shop/game-view/auto-bid', {
        lotId,
        bidId: `auto-${(bids += 1)}-00000`,
        maximumTiyin: START,
      });
      return body.verdict === 'accepted';
    }, 'the auto-bid');
    expect(await why(third)).toBe('auto-bid');
    await eventually(async () => {
      const { body } = await third.call('DELETE', '/api/shop/game-view/auto-bid', {
        lotId,
        bidId: `clear-${(bids += 1)}-0000`,
      });
      return body.verdict === 'accepted';
    }, 'the auto-bid to go');
    let price = START;
    for (const person of [first, second, third]) {
      const verdict = await bid(person, lotId, price);
      expect(verdict).toMatchObject({ verdict: 'accepted', leading: true });
      price = verdict.suggestedTiyin;
    }
    expect(await why(first)).toBe('has-price');
  });

  test('names the missing sum, and no one else’s application is seen by number or list', async () => {
    const lotId = await paidLot();
    const poor = await applicant(DEPOSIT - 1_00);
    expect((await poor.call('POST', '/api/shop/user-order/send-code', { lotId })).body).toMatchObject({
      verdict: 'refused',
      reason: 'short-balance',
      missingTiyin: 1_00,
      depositTiyin: DEPOSIT,
    });
    const rich = await applicant(DEPOSIT);
    await rich.apply(lotId);
    expect((await poor.call('GET', `/api/shop/cabinet/my-application?lot=${lotId}`)).body.total).toBe(0);
    const cancel = await poor.call('POST', '/api/shop/cabinet/cancel_user_order', { lotId, code: '123456' });
    expect(cancel.body).toEqual({ verdict: 'refused', reason: 'no-application' });
    expect((await poor.call('POST', '/api/shop/user-order/send-code', { lotId: 999 })).status).toBe(404);
    expect((await poor.call('GET', '/api/console/applications')).status).toBe(403);
    expect((await callServer(platform.url, 'GET', '/api/shop/cabinet/my-application')).status).toBe(401);
    const { cookie } = await people.signIn({ roles: ['auditor'] });
    const all = await callServer(platform.url, 'GET', `/api/console/applications?lot=${lotId}`, { cookie });
    expect(all.body).toMatchObject({ total: 1, items: [{ deposit: 'held', person: { id: rich.personId } }] });
  });
});

test('the loser of an auction has the deposit back within seconds of the hammer, the winner’s stays', async () => {
  const lotId = await paidLot({
    opensInMs: 6_000,
    lengthMs: 8_000,
    rules: { overtime: null },
  });
  const [loser, winner] = [await applicant(DEPOSIT), await applicant(DEPOSIT)];
  for (const person of [loser, winner]) await person.apply(lotId);
  expect(await bid(loser, lotId, START)).toMatchObject({ verdict: 'accepted' });
  const { head } = await room(lotId, winner);
  expect(await bid(winner, lotId, head.suggestedTiyin)).toMatchObject({ verdict: 'accepted', leading: true });
  const fate = async () => {
    const { rows } = await database.pool.query<{ phase: string }>(
      `select concat_ws(' ', phase, pause_cause, pause_reason) as phase from auction_lot where lot_id = $1`,
      [lotId],
    );
    return { available: await loser.available(), room: rows[0]?.phase };
  };
  await expect
    .poll(fate, { timeout: ROOM_END_LIMIT_MS, interval: 200 })
    .toEqual({ available: DEPOSIT, room: 'closed' });
  const { rows } = await database.pool.query(
    `select extract(epoch from j.posted_at - l.closed_at) as seconds
     from ledger_journal j, auction_lot l where j.kind = 'release' and j.person_id = $1 and l.lot_id = $2`,
    [loser.personId, lotId],
  );
  // A few on a quiet machine; no one waits for a daily round.
  expect(Number(rows[0].seconds)).toBeLessThan(30);
  expect(await winner.available()).toBe(0);
  const mine = async (person: PlatformApplicant) =>
    (await person.call('GET', '/api/shop/cabinet/my-application?state=ended')).body.items[0];
  expect(await mine(loser)).toMatchObject({ status: 'not-won', deposit: 'released' });
  expect(await mine(winner)).toMatchObject({ status: 'won', deposit: 'held' });
});
