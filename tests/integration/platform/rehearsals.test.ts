import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createLotsRepository } from '#server/domains/trade/lots/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createRehearsals } from '#server/workflows/bidding/rehearsals.ts';
import type { Rehearsal } from '#shared/api/console/rehearsals.ts';
import { callServer, type CallOptions } from '../../fixtures/app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let operator: string;
let starter: string;
let colleague: string;
let moderator: string;
let buyer: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  const nodira = await people.signIn({ name: 'Nodira', roles: ['operator'] });
  operator = nodira.cookie;
  starter = nodira.person.personId;
  colleague = (await people.signIn({ name: 'Jasur', roles: ['administrator'] })).cookie;
  moderator = (await people.signIn({ name: 'Malika', roles: ['moderator'] })).cookie;
  const madina = await people.signIn({ name: 'Buyer', personId: randomUUID() });
  buyer = madina.cookie;
  await query(
    `insert into person (id, issuer, subject, kind, name, language)
     values ($1, 'test', 'buyer', 'natural', 'Buyer', 'uz')`,
    [madina.person.personId],
  );
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const PATH = '/api/console/rehearsals';
const WANTED = {
  ruleSet: 'private',
  startPriceTiyin: 1_000_000_00,
  stepTiyin: null,
  minutes: 30,
  bots: 3,
};
const REASON = 'Mashq tugadi, hamkasblar bilan';
const REHEARSALS_AT_ONCE = 5;

const call = (method: string, path: string, options: CallOptions = {}) =>
  callServer(platform.url, method, path, options);
const start = (more: object = {}, cookie = operator) =>
  call('POST', PATH, { cookie, body: { ...WANTED, ...more } });
const end = (lotId: number, cookie = operator) =>
  call('POST', `${PATH}/${lotId}/end`, { cookie, body: { reason: REASON } });
const listed = async (lotId: number): Promise<Rehearsal | undefined> =>
  ((await call('GET', PATH, { cookie: colleague })).body as Rehearsal[]).find((one) => one.lotId === lotId);
const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(text, values)).rows as Row[];

/** One that opens now, as after the minute in which staff gather. */
async function startOpen(more: object = {}): Promise<number> {
  const { db } = database;
  const { lotId } = await createRehearsals({
    db,
    lots: createLotsRepository(db),
    reference: createReferenceService(createReferenceRepository(db)),
    rooms: { withdraw: () => Promise.reject(new Error('not in this test')) },
    openRoom: () => Promise.resolve(),
    actions: createActionLog(db),
    texts: loadTexts(),
    now: () => Date.now() - 58_000,
  }).start(
    { ...WANTED, ruleSet: 'private', ...more },
    { personId: starter, name: 'Nodira', address: '127.0.0.1' },
  );
  return lotId;
}

async function endAll(): Promise<void> {
  const { body } = await call('GET', PATH, { cookie: operator });
  for (const { lotId, outcome } of body as Rehearsal[]) if (outcome === null) await end(lotId);
  await eventually(
    async () =>
      ((await call('GET', PATH, { cookie: operator })).body as Rehearsal[]).every(
        (one) => one.outcome !== null,
      ),
    'every rehearsal to be over',
  );
}

describe('a rehearsal', () => {
  test('is started by operators and administrators alone', async () => {
    for (const cookie of [moderator, buyer]) expect((await start({}, cookie)).status).toBe(403);
    expect((await call('GET', PATH, { cookie: buyer })).status).toBe(403);
  });

  test('is refused where the rules allow no such room, with the reason', async () => {
    const refusals = [
      [{ ruleSet: 'state-shop', stepTiyin: 1_000_00 }, 422, 'rehearsals.step-prescribed'],
      [{ ruleSet: 'practice', stepTiyin: 1_000_00 }, 422, 'rehearsals.step-prescribed'],
      [{ stepTiyin: 1_000_000_01 }, 422, 'rehearsals.step-too-large'],
      [{ ruleSet: 'state-live', startPriceTiyin: Number.MAX_SAFE_INTEGER }, 422, 'rehearsals.start-too-high'],
      [{ ruleSet: 'other' }, 400, 'malformed'],
      [{ startPriceTiyin: 0 }, 400, 'malformed'],
      [{ startPriceTiyin: 1.5 }, 400, 'malformed'],
      [{ minutes: 4 }, 400, 'malformed'],
      [{ minutes: 241 }, 400, 'malformed'],
      [{ bots: 11 }, 400, 'malformed'],
      [{ bots: -1 }, 400, 'malformed'],
    ] as const;
    for (const [more, status, code] of refusals) {
      const { status: answered, body } = await start(more);
      expect([more, answered, body.ERROR.code]).toEqual([more, status, code]);
    }
    expect(await query('select lot_id from rehearsal')).toEqual([]);
    expect(await query('select id from lot where rehearsal')).toEqual([]);
  });

  test('takes the step of its own where the rules leave it, and no deposit by any of them', async () => {
    const own = { kind: 'fixed', amount: 70_000_00 };
    const given: unknown = expect.objectContaining({ kind: expect.any(String) });
    for (const [ruleSet, stepTiyin, increment] of [
      ['state-shop', null, given],
      ['state-live', own.amount, own],
      ['private', own.amount, own],
      ['practice', null, given],
    ] as const) {
      const { status, body } = await start({ ruleSet, stepTiyin, bots: 0 });
      expect([ruleSet, status]).toEqual([ruleSet, 200]);
      const [lot] = await query<Record<string, unknown>>(
        `select rule_set_name, rules -> 'increment' as increment, practice, watchable, deposit_tiyin, deposit_bp,
           payment_working_days, closes_at - opens_at = interval '30 minutes' as planned,
           applications_until = closes_at as joinable from lot where id = $1`,
        [body.lotId],
      );
      expect(lot).toMatchObject({
        rule_set_name: ruleSet,
        practice: true,
        watchable: false,
        deposit_tiyin: 0,
        deposit_bp: 0,
        payment_working_days: 0,
        planned: true,
        joinable: true,
        increment,
      });
    }
    await endAll();
  });

  test('is one of few at once, also when many are started at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: REHEARSALS_AT_ONCE + 3 }, () => start({ bots: 0 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: REHEARSALS_AT_ONCE }, () => 200),
      ...Array.from({ length: 3 }, () => 409),
    ]);
    expect((await start()).body.ERROR.code).toBe('rehearsals.too-many');
    await endAll();
    expect((await start({ bots: 0 })).status).toBe(200);
    await endAll();
  });

  test('runs with bots and several of the staff, unseen by everybody else, moves no money, and ends early', async () => {
    const money = () => query('select count(*)::int as lines from ledger_entry');
    const before = await money();
    const lotId = await startOpen();
    const bid = await eventually(async () => {
      const one = await listed(lotId);
      return one?.phase === 'running' && one.count >= 2 ? one : null;
    }, 'the bots to offer prices');
    expect(bid).toMatchObject({ bots: 3, startedBy: 'Nodira', outcome: null, ruleSet: 'private' });

    // Staff watch it on the board, where it is marked, and bid in it.
    const { body: board } = await call('GET', '/api/console/rooms', { cookie: colleague });
    expect(board.rooms.find((room: { lotId: number }) => room.lotId === lotId)).toMatchObject({
      practice: true,
      rehearsal: true,
      title: { en: 'Rehearsal: private sale' },
    });
    const join = (cookie: string) =>
      call('POST', '/api/shop/user-order/join-practice', { cookie, body: { lotId } });
    for (const cookie of [operator, colleague])
      expect((await join(cookie)).body).toMatchObject({ verdict: 'admitted', lotId });
    const offered = await eventually(async () => {
      const info = await call('GET', `/api/shop/game-view/lot-game-info/${lotId}`, { cookie: operator });
      const { suggestedTiyin } = info.body.snapshot.head;
      const { body } = await call('POST', '/api/shop/game-view/place', {
        cookie: operator,
        body: { lotId, bidId: `rehearsed-${suggestedTiyin}`, amountTiyin: suggestedTiyin },
      });
      return body.verdict === 'accepted' ? body : null;
    }, 'an offer of staff to be accepted');
    expect(offered.verdict).toBe('accepted');
    // A person is answered.
    const { count } = (await listed(lotId)) as Rehearsal;
    await eventually(async () => ((await listed(lotId))?.count ?? 0) > count, 'a bot to answer');

    // Others neither see nor enter it.
    expect((await join(buyer)).status).toBe(404);
    const bodies = {
      'user-order/send-code': {},
      'user-order/create-user-order': { code: '123456' },
      'user-order/send-code-cancel-user-order': {},
      'cabinet/cancel_user_order': { code: '123456' },
    };
    for (const [name, body] of Object.entries(bodies))
      for (const more of name === 'user-order/send-code' ? [{}, { quantity: 2 }] : [{}]) {
        const path = `/api/shop/${name}`;
        const { status } = await call('POST', path, { cookie: buyer, body: { ...body, ...more, lotId } });
        expect([name, more, status]).toEqual([name, more, 404]);
      }
    const offer = async (of: number, cookie: string) => {
      const body = { lotId: of, bidId: 'looked-for-a-room', amountTiyin: 1_00 };
      const { status, body: answer } = await call('POST', '/api/shop/game-view/place', { cookie, body });
      return { status, ...answer, atMs: 0 };
    };
    expect(await offer(lotId, buyer)).toEqual(await offer(987_654_321, buyer));
    // Asked by somebody who has offered nothing: whether the operator leads depends on the bots.
    expect(await offer(lotId, colleague)).toMatchObject({ verdict: 'refused', reason: 'below-suggested' });
    for (const cookie of [buyer, undefined]) {
      const options = cookie ? { cookie } : {};
      for (const path of [
        `/api/shop/lot-card/details/${lotId}`,
        `/api/shop/shop-lots/result/${lotId}`,
        `/api/shop/shop-lots/flows/${lotId}`,
        `/api/shop/shop-lots/sub-lot-list/${lotId}`,
        `/api/shop/game-view/base/${lotId}`,
      ])
        expect([path, (await call('GET', path, options)).status]).toEqual([path, 404]);
      expect((await call('GET', `/api/shop/game-view/lot-game-info/${lotId}`, options)).status).toBe(403);
      for (const path of [
        `/api/shop/shop-lots/lot-list?q=${lotId}`,
        '/api/shop/shop-lots/lot-list?i=0&size=100',
        '/api/shop/shop-lots/lot-list?i=4&size=100',
      ])
        expect([path, (await call('GET', path, options)).body.total]).toEqual([path, 0]);
      expect((await call('GET', '/api/shop/shop-lots/active-lot-list', options)).body).toEqual([]);
    }
    expect((await call('GET', `/api/shop/lot-card/details/${lotId}`, { cookie: operator })).status).toBe(200);
    expect(
      (await call('POST', '/api/shop/favourite-lots/add', { cookie: buyer, body: { lotId } })).status,
    ).not.toBe(200);
    const sitemap = await fetch(`${platform.url}/sitemap.xml`);
    expect(await sitemap.text()).not.toContain('lots-');

    expect((await end(lotId)).body).toEqual({ ended: true });
    const over = await eventually(async () => {
      const one = await listed(lotId);
      return one?.outcome ? one : null;
    }, 'the rehearsal to be over');
    expect(over).toMatchObject({ outcome: 'withdrawn', endedBy: 'Nodira' });
    const again = await end(lotId);
    expect([again.status, again.body.ERROR.code]).toEqual([409, 'rehearsals.over']);
    expect((await end(1)).status).toBe(404);
    await eventually(
      async () =>
        (await query<{ status: number }>('select status from lot where id = $1', [lotId]))[0]?.status === 14,
      'the lot to be archived',
    );

    // Nothing followed from it.
    expect(await money()).toEqual(before);
    for (const table of ['settlement', 'protocol', 'webhook_delivery', 'staff_task'])
      expect([table, await query(`select from ${table} where lot_id = $1`, [lotId])]).toEqual([table, []]);
    expect(await query('select from lot where repeats_lot_id = $1', [lotId])).toEqual([]);
    const actions = await query<{ action: string }>(
      `select action from person_action where type = 'room' and reason like $1 order by id`,
      [`lot:${lotId} %`],
    );
    expect(actions.map(({ action }) => action)).toEqual(['rehearsal-started', 'rehearsal-ended']);
  });

  test('ends by itself, is not repeated, and counts nowhere', async () => {
    const lotId = await startOpen({ ruleSet: 'practice', minutes: 0.25, bots: 1 });
    const over = await eventually(
      async () => {
        const one = await listed(lotId);
        return one?.outcome ? one : null;
      },
      'the rehearsal to end',
      480_000,
    );
    expect(over).toMatchObject({ outcome: 'sold', endedBy: null });
    expect(over.priceTiyin).toBeGreaterThanOrEqual(WANTED.startPriceTiyin);
    expect(await query('select from lot where repeats_lot_id = $1', [lotId])).toEqual([]);
    expect(await query('select from settlement where lot_id = $1', [lotId])).toEqual([]);
    const { body } = await call('GET', '/api/shop/shop-lots/lot-list?i=2&size=100');
    expect(body.total).toBe(0);
    const figures = await call('GET', '/api/console/figures', { cookie: operator });
    expect(figures.body.total).toMatchObject({ auctions: 0 });
    const due = await query('select from anomaly_judgement where lot_id = $1', [lotId]);
    expect(due).toEqual([]);
  });
});
