import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { ACCOUNT, BACK, startRefundsApp, type RefundsApp, type Signed } from '../../fixtures/refunds-app.ts';

let fixture: RefundsApp;
let me: Signed;
let first: Signed;
let second: Signed;

beforeAll(async () => {
  fixture = await startRefundsApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  me = await fixture.signIn();
  first = await fixture.signIn(['operator']);
  second = await fixture.signIn(['administrator']);
  await fixture.credit(me.personId, 100_000_00);
});

const ask = (body: object = {}, cookie = me.cookie) => fixture.ask({ cookie }, body);
const asked = (body: object = {}) => fixture.asked(me, body);
const decide: RefundsApp['decide'] = (...decision) => fixture.decide(...decision);
const cancel = (id: number) => fixture.cancel(id, me);
const read = (id: number) => fixture.read(id, me);
const money = () => fixture.money(me);
const notices = () => fixture.notices(me);

describe('an application for money back', () => {
  test('holds the sum until the bank has paid', async () => {
    const id = await asked();
    expect(await money()).toEqual({ availableTiyin: 95_000_00, heldTiyin: 5_000_00 });
    expect(await read(id)).toMatchObject({
      status: 'created',
      amountTiyin: 5_000_00,
      mayCancel: true,
      destination: { kind: 'account', ...ACCOUNT },
    });
    expect((await decide(id, 'approve', first)).body).toMatchObject({
      status: 'under-review',
      approvalsNeeded: 2,
      twoBecause: null,
      may: ['refuse'],
    });
    expect((await decide(id, 'approve', second)).body).toMatchObject({
      status: 'sent-to-bank',
      // Who sent it does not note that it arrived.
      may: ['returned'],
    });
    expect(await money()).toEqual({ availableTiyin: 95_000_00, heldTiyin: 0 });
    const paid = await decide(id, 'paid', first, { bankDocument: '№ 417' });
    expect(paid.body.steps.map(({ action }: { action: string }) => action)).toEqual([
      'requested',
      'approved',
      'approved',
      'sent',
      'paid',
    ]);
    expect(await read(id)).toMatchObject({ status: 'paid', bankDocument: '№ 417', mayCancel: false });
    expect(await notices()).toEqual(['refund-requested', 'refund-paid']);
    const { rows } = await fixture.database.pool.query(
      `select action from person_action where person_id = any ($1) and type = 'refund' order by id`,
      [[me.personId, first.personId]],
    );
    expect(rows.map(({ action }) => action)).toEqual(['requested', 'approved', 'paid']);
  });

  test('is one however often the same intent is sent, in two tabs too', async () => {
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask({ requestId })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await money()).toMatchObject({ heldTiyin: 5_000_00 });
    const other = await ask({ requestId, amountTiyin: 6_000_00 });
    expect([other.status, other.body.ERROR.code]).toEqual([422, 'refunds.other-request']);
    // Another account of the same person is another request, also while the first one is still there.
    const { body } = await fixture.app.call('POST', '/api/shop/gateway/account', {
      cookie: me.cookie,
      body: { ...ACCOUNT, account: '20208000912345678002' },
    });
    const elsewhere = await ask({ requestId, destination: { kind: 'account', id: body.id } });
    expect([elsewhere.status, elsewhere.body.ERROR.code]).toEqual([422, 'refunds.other-request']);
  });

  test('is refused beyond the balance and says what is missing; nothing stays behind', async () => {
    const answer = await ask({ amountTiyin: 100_001_00 });
    expect([answer.status, answer.body.ERROR.code]).toEqual([422, 'refunds.short']);
    expect(answer.body.ERROR.details).toEqual({ missingTiyin: 1_00 });
    const { body } = await fixture.app.call('GET', BACK, { cookie: me.cookie });
    expect(body).toMatchObject({ items: [], total: 0 });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
  });

  test('of all that race for one balance passes exactly as often as it allows', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ amountTiyin: 40_000_00 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await money()).toEqual({ availableTiyin: 20_000_00, heldTiyin: 80_000_00 });
  });

  test('waits beside four others at most, also when six are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask({ amountTiyin: 1_000_00 })));
    const codes = answers.map(({ body }) => body.ERROR?.code ?? 'ok').toSorted();
    expect(codes).toEqual([...Array(5).fill('ok'), ...Array(2).fill('refunds.too-many-open')]);
    expect(await money()).toMatchObject({ heldTiyin: 5_000_00 });
  });

  test.each([
    ['a sum below the least', { amountTiyin: 999_99 }, 422, 'refunds.limits'],
    ['a sum above the largest', { amountTiyin: 1_000_000_01 }, 422, 'refunds.limits'],
    ['an account of no one', { destination: { kind: 'account', id: 4242 } }, 404, 'refunds.no-destination'],
    ['a card of no one', { destination: { kind: 'card', id: 1 } }, 404, 'refunds.no-destination'],
    ['a fraction', { amountTiyin: 1_000_00.5 }, 400, 'malformed'],
    ['a text for a sum', { amountTiyin: '100000' }, 400, 'malformed'],
    ['less than nothing', { amountTiyin: -5_000_00 }, 400, 'malformed'],
    ['a sum beyond counting', { amountTiyin: 2 ** 53 + 2 }, 400, 'malformed'],
    ['a status of one’s own', { status: 'paid' }, 400, 'malformed'],
    ['somebody else', { personId: 'x' }, 400, 'malformed'],
    ['no key', { requestId: 'again' }, 400, 'malformed'],
  ] as const)('is not taken with %s', async (_what, body, status, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.ERROR.code]).toEqual([status, code]);
    expect(await money()).toMatchObject({ heldTiyin: 0 });
  });

  test('asks for a sign-in that is fresh', async () => {
    const tired = await fixture.signIn(['buyer'], 5 * 60_000 + 1_000, me.personId);
    const answer = await ask({}, tired.cookie);
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    const { cookie } = await fixture.app.signIn({ personId: me.personId });
    expect((await ask({}, cookie)).body.ERROR.code).toBe('sign-in-again');
    expect((await ask({}, '')).status).toBe(401);
    expect(await money()).toMatchObject({ heldTiyin: 0 });
  });

  test('is taken back while no one has decided, once, and by its owner only', async () => {
    const id = await asked();
    const stranger = await fixture.signIn();
    for (const path of [`${BACK}/${id}`, `${BACK}/${id}/cancel`]) {
      const method = path.endsWith('cancel') ? 'POST' : 'GET';
      expect((await fixture.app.call(method, path, { cookie: stranger.cookie })).status).toBe(404);
      expect((await fixture.app.call(method, path)).status).toBe(401);
    }
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(answers.map(({ body }) => body.status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    expect((await decide(id, 'approve', first)).body.ERROR.code).toBe('refunds.decided');
  });

  test('taken back while staff approve ends in exactly one way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await asked({ amountTiyin: 1_000_00 });
      await decide(id, 'approve', second);
      const [cancelled, approved] = await Promise.all([cancel(id), decide(id, 'approve', first)]);
      const { status } = await read(id);
      expect([cancelled.status, approved.status].toSorted()).toEqual([200, 409]);
      expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'sent-to-bank');
    }
    expect(await checkLedger(fixture.database.db)).toEqual([]);
  });

  test('leaves nothing where the process ends before its commit', async () => {
    const requestKey = randomUUID();
    const attempt = { personId: me.personId, requestKey, amountTiyin: 5_000_00, address: '' };
    const { refunds } = fixture.refunding;
    await fixture.database.pool.query(`create function end_here() returns trigger language plpgsql as
      $$ begin raise exception 'the process ended here'; end $$`);
    for (const table of [
      'refund',
      'ledger_journal',
      'ledger_entry',
      'refund_step',
      'inbox_message',
      'person_action',
    ]) {
      await fixture.database.pool.query(
        `create trigger end_here after insert on ${table} for each row execute function end_here()`,
      );
      const crashed = refunds.create({ ...attempt, destination: { kind: 'account', id: 0 } });
      await expect(crashed, table).rejects.toThrow('the process ended here');
      await fixture.database.pool.query(`drop trigger end_here on ${table}`);
      expect(await money(), table).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    }
    await fixture.database.pool.query('drop function end_here');
    const done = await refunds.create({ ...attempt, destination: { kind: 'account', id: 0 } });
    expect(done.outcome).toBe('created');
  });
});

describe('my refunds', () => {
  test('are listed newest first, by status and by day in Tashkent', async () => {
    const [one, two, three] = [await asked(), await asked(), await asked()];
    await cancel(two);
    const list = async (query: string) =>
      (await fixture.app.call('GET', `${BACK}${query}`, { cookie: me.cookie })).body.items.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list('')).toEqual([three, two, one]);
    expect(await list('?size=1&page=2')).toEqual([two]);
    expect(await list('?status=cancelled')).toEqual([two]);
    await fixture.database.pool.query('update refund set created_at = $1 where id = $2', [
      '2026-03-09T18:59:59.999Z',
      one,
    ]);
    await fixture.database.pool.query('update refund set created_at = $1 where id = $2', [
      '2026-03-09T19:00:00.000Z',
      two,
    ]);
    expect(await list('?from=2026-03-09&to=2026-03-09')).toEqual([one]);
    expect(await list('?from=2026-03-10&to=2026-03-10')).toEqual([two]);
    expect((await fixture.app.call('GET', `${BACK}?status=lost`, { cookie: me.cookie })).status).toBe(400);
    const terms = await fixture.app.call('GET', `${BACK}/terms`, { cookie: me.cookie });
    expect(terms.body).toEqual({
      availableTiyin: 90_000_00,
      minTiyin: 1_000_00,
      maxTiyin: 1_000_000_00,
      openMax: 5,
      open: 2,
    });
  });
});
