import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keptAuthentication } from '#server/domains/accounts/index.ts';
import { createRefunding, type Refunding } from '#server/domains/payments/index.ts';
import { checkLedger, createWallet, createWalletView } from '#server/domains/wallet/index.ts';
import { createPretendCardTokens } from '#server/integrations/card-tokens/index.ts';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { somebody, startTestApp, type TestApp } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/services.ts';

const BACK = '/api/shop/payment-back';
const DESK = '/api/console/refunds';
const ACCOUNT = { bankName: 'Namuna bank', mfo: '00444', account: '20208000912345678001' };
const CARD = '8600490000000018';
const LIMITS = { minTiyin: 1_000_00, maxTiyin: 1_000_000_00, secondPersonTiyin: 10_000_00 };

let database: TestDatabase;
let app: TestApp;
let refunding: Refunding;
const wallet = () => createWallet(database.db);

beforeAll(async () => {
  database = await testDatabase('template', 20);
  refunding = createRefunding({
    db: database.db,
    walletIn: createWallet,
    balanceOf: (personId) => wallet().balanceOf(personId),
    requisitesOf: () => Promise.resolve(ACCOUNT),
    namesOf: (ids) => Promise.resolve(new Map(ids.map((id) => [id, `Name of ${id}`]))),
    cardTokens: createPretendCardTokens(),
    limits: LIMITS,
  });
  app = await startTestApp((http) => refunding.registerRoutes(http));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Somebody whose password was typed this long ago. */
async function signIn(roles: Role[] = ['buyer'], agoMs = 0, personId: string = randomUUID()) {
  const person = somebody({ roles, name: `${roles[0]}`, personId });
  const { secret } = await app.sessions.create(person, keptAuthentication(Date.now() - agoMs));
  return { cookie: `${sessionCookieName(false)}=${secret}`, personId: person.personId };
}
type Signed = Awaited<ReturnType<typeof signIn>>;

let me: Signed;
let first: Signed;
let second: Signed;
beforeEach(async () => {
  me = await signIn();
  first = await signIn(['operator']);
  second = await signIn(['administrator']);
  await credit(me.personId, 100_000_00);
});

const credit = (personId: string, amountTiyin: number) =>
  wallet().topUp({
    ...{ personId, amountTiyin, key: randomUUID(), provider: 'cash-desk', reference: 'cash' },
    ...{ reason: 'a test', actor: 'system' },
  });
const money = (personId = me.personId) => createWalletView(database.db).balances(personId);
const ask = (body: object = {}, cookie = me.cookie) =>
  app.call('POST', BACK, {
    cookie,
    body: {
      ...{ requestId: randomUUID(), amountTiyin: 5_000_00, destination: { kind: 'account', id: 0 } },
      ...body,
    },
  });
const asked = async (body: object = {}) => {
  const answer = await ask(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id as number;
};
const decide = (id: number, what: string, who: Signed, body?: object) =>
  app.call('POST', `${DESK}/${id}/${what}`, { cookie: who.cookie, ...(body ? { body } : {}) });
const cancel = (id: number, cookie = me.cookie) => app.call('POST', `${BACK}/${id}/cancel`, { cookie });
const read = async (id: number) => (await app.call('GET', `${BACK}/${id}`, { cookie: me.cookie })).body;
const told = async (personId = me.personId) =>
  (
    await database.pool.query('select template from inbox_message where person_id = $1 order by id', [
      personId,
    ])
  ).rows.map(({ template }) => template);

describe('an application for money back', () => {
  test('holds the sum until the bank has paid', async () => {
    const id = await asked();
    expect(await money()).toEqual({ availableTiyin: 95_000_00, heldTiyin: 5_000_00 });
    expect(await read(id)).toMatchObject({
      ...{ status: 'created', amountTiyin: 5_000_00, mayCancel: true },
      destination: { kind: 'account', ...ACCOUNT },
    });
    expect((await decide(id, 'approve', first)).body).toMatchObject({
      status: 'sent-to-bank',
      may: ['paid', 'returned'],
    });
    expect(await money()).toEqual({ availableTiyin: 95_000_00, heldTiyin: 0 });
    const paid = await decide(id, 'paid', first, { bankDocument: '№ 417' });
    expect(paid.body.steps.map(({ action }: { action: string }) => action)).toEqual([
      'requested',
      'approved',
      'sent',
      'paid',
    ]);
    expect(await read(id)).toMatchObject({ status: 'paid', bankDocument: '№ 417', mayCancel: false });
    expect(await told()).toEqual(['refund-requested', 'refund-paid']);
    const { rows } = await database.pool.query(
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
    expect([other.status, other.body.ERROR.code]).toEqual([409, 'refunds.other-request']);
  });

  test('is refused beyond the balance and says what is missing; nothing stays behind', async () => {
    const answer = await ask({ amountTiyin: 100_001_00 });
    expect([answer.status, answer.body.ERROR.code]).toEqual([422, 'refunds.short']);
    expect(answer.body.ERROR.details).toEqual({ missingTiyin: 1_00 });
    const { body } = await app.call('GET', BACK, { cookie: me.cookie });
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
    ['an account of nobody', { destination: { kind: 'account', id: 4242 } }, 404, 'refunds.no-destination'],
    ['a card of nobody', { destination: { kind: 'card', id: 1 } }, 404, 'refunds.no-destination'],
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
    const tired = await signIn(['buyer'], 5 * 60_000 + 1_000, me.personId);
    const answer = await ask({}, tired.cookie);
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    const { cookie } = await app.signIn({ personId: me.personId });
    expect((await ask({}, cookie)).body.ERROR.code).toBe('sign-in-again');
    expect((await ask({}, '')).status).toBe(401);
    expect(await money()).toMatchObject({ heldTiyin: 0 });
  });

  test('is taken back while nobody has decided, once, and by its owner only', async () => {
    const id = await asked();
    const stranger = await signIn();
    for (const path of [`${BACK}/${id}`, `${BACK}/${id}/cancel`]) {
      const method = path.endsWith('cancel') ? 'POST' : 'GET';
      expect((await app.call(method, path, { cookie: stranger.cookie })).status).toBe(404);
      expect((await app.call(method, path)).status).toBe(401);
    }
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(answers.map(({ body }) => body.status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    expect((await decide(id, 'approve', first)).body.ERROR.code).toBe('refunds.decided');
  });

  test('taken back while staff approve ends in exactly one way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await asked({ amountTiyin: 1_000_00 });
      const [cancelled, approved] = await Promise.all([cancel(id), decide(id, 'approve', first)]);
      const { status } = await read(id);
      expect([cancelled.status, approved.status].toSorted()).toEqual([200, 409]);
      expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'sent-to-bank');
    }
    expect(await checkLedger(database.db)).toEqual([]);
  });

  test('leaves nothing where the process ends before its commit', async () => {
    const requestKey = randomUUID();
    const attempt = { personId: me.personId, requestKey, amountTiyin: 5_000_00, address: '' };
    const crashing = createRefunding({
      db: database.db,
      walletIn: createWallet,
      balanceOf: () => Promise.resolve(0),
      requisitesOf: () => Promise.resolve(ACCOUNT),
      namesOf: () => Promise.resolve(new Map()),
      cardTokens: null,
      limits: LIMITS,
    });
    await database.pool.query(`create function end_here() returns trigger language plpgsql as
      $$ begin raise exception 'the process ended here'; end $$`);
    for (const table of [
      'refund',
      'ledger_journal',
      'ledger_entry',
      'refund_step',
      'inbox_message',
      'person_action',
    ]) {
      await database.pool.query(
        `create trigger end_here after insert on ${table} for each row execute function end_here()`,
      );
      const crashed = crashing.refunds.create({ ...attempt, destination: { kind: 'account', id: 0 } });
      await expect(crashed, table).rejects.toThrow('the process ended here');
      await database.pool.query(`drop trigger end_here on ${table}`);
      expect(await money(), table).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    }
    await database.pool.query('drop function end_here');
    const done = await crashing.refunds.create({ ...attempt, destination: { kind: 'account', id: 0 } });
    expect(done.outcome).toBe('created');
  });
});

describe('staff', () => {
  test('of a large sum two people approve, never the same one twice', async () => {
    const id = await asked({ amountTiyin: 10_000_01 });
    expect((await decide(id, 'approve', first)).body).toMatchObject({
      ...{ status: 'under-review', approvalsNeeded: 2, may: ['refuse'] },
    });
    const again = await decide(id, 'approve', first);
    expect([again.status, again.body.ERROR.code]).toEqual([409, 'refunds.second-person']);
    expect(await money()).toMatchObject({ heldTiyin: 10_000_01 });
    expect((await decide(id, 'approve', second)).body.status).toBe('sent-to-bank');
    // Pressed twice by the one whose approval sent it.
    expect((await decide(id, 'approve', second)).body.status).toBe('sent-to-bank');
  });

  test('approving at the same moment, two people send a large sum once', async () => {
    const id = await asked({ amountTiyin: 20_000_00 });
    const answers = await Promise.all([decide(id, 'approve', first), decide(id, 'approve', second)]);
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['sent-to-bank', 'under-review']);
    const { rows } = await database.pool.query(
      `select count(*)::int as sent from ledger_journal where kind = 'pay-out' and reference = $1`,
      [`refund:${id}`],
    );
    expect(rows[0].sent).toBe(1);
  });

  test('one person twice at the same moment is one approval', async () => {
    const id = await asked({ amountTiyin: 20_000_00 });
    await Promise.all(Array.from({ length: 5 }, () => decide(id, 'approve', first)));
    expect((await read(id)).status).toBe('under-review');
  });

  test('never decide about money of their own', async () => {
    const owner = await signIn(['operator', 'buyer']);
    await credit(owner.personId, 50_000_00);
    const id = (await ask({}, owner.cookie)).body.id;
    for (const [what, body] of [
      ['approve', undefined],
      ['refuse', { reason: 'because' }],
      ['paid', { bankDocument: '1' }],
      ['returned', { reason: 'because' }],
    ] as const) {
      const answer = await decide(id, what, owner, body);
      expect([answer.status, answer.body.ERROR.code], what).toEqual([403, 'refunds.own']);
    }
    const { body } = await app.call('GET', `${DESK}?size=100`, { cookie: owner.cookie });
    expect(body.items.find((each: { id: number }) => each.id === id).may).toEqual([]);
  });

  test('refuse with a reason, and the money is free again', async () => {
    const id = await asked();
    expect((await decide(id, 'refuse', first, { reason: '' })).status).toBe(400);
    expect((await decide(id, 'refuse', first, { reason: 'The account is closed' })).body).toMatchObject({
      ...{ status: 'rejected', reason: 'The account is closed', may: [] },
    });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
    expect(await told()).toEqual(['refund-requested', 'refund-refused']);
    for (const what of ['approve', 'refuse', 'paid', 'returned']) {
      const body = {
        refuse: { reason: 'again' },
        returned: { reason: 'again' },
        paid: { bankDocument: '1' },
      }[what];
      expect((await decide(id, what, second, body)).status, what).toBe(409);
    }
  });

  test('note what the bank sent back', async () => {
    const id = await asked();
    expect((await decide(id, 'returned', first, { reason: 'Too early' })).status).toBe(409);
    await decide(id, 'approve', first);
    await decide(id, 'returned', second, { reason: 'No such account' });
    expect(await read(id)).toMatchObject({ status: 'rejected', reason: 'No such account' });
    expect(await money()).toEqual({ availableTiyin: 100_000_00, heldTiyin: 0 });
  });

  test('are told what waits, the oldest first, and may look without deciding as auditors', async () => {
    const [one, two] = [await asked(), await asked()];
    const auditor = await signIn(['auditor']);
    const { body } = await app.call('GET', `${DESK}?size=100`, { cookie: auditor.cookie });
    const ids = body.items.map(({ id }: { id: number }) => id);
    expect(ids.indexOf(one)).toBeLessThan(ids.indexOf(two));
    expect(body.items.find(({ id }: { id: number }) => id === one)).toMatchObject({
      person: { id: me.personId, name: `Name of ${me.personId}` },
      may: [],
    });
    for (const who of [auditor, me, await signIn(['moderator'])]) {
      const answer = await decide(one, 'approve', who);
      expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'not-allowed']);
    }
    expect((await app.call('GET', DESK, { cookie: me.cookie })).status).toBe(403);
    expect((await app.call('GET', DESK)).status).toBe(401);
    expect((await decide(1, 'approve', first)).status).toBe(404);
  });

  test('the steps of a refund are never changed', async () => {
    const id = await asked();
    for (const statement of [
      `update refund_step set actor = 'x' where refund_id = ${id}`,
      `delete from refund_step where refund_id = ${id}`,
    ])
      await expect(database.pool.query(statement)).rejects.toMatchObject({ code: 'LG001' });
    // Not even by hand does anybody approve what is theirs.
    await expect(
      database.pool.query(
        `insert into refund_step (refund_id, person_id, action, actor) values (${id}, '${me.personId}', 'approved', '${me.personId}')`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('my refunds', () => {
  test('are listed newest first, by status and by day in Tashkent', async () => {
    const [one, two, three] = [await asked(), await asked(), await asked()];
    await cancel(two);
    const list = async (query: string) =>
      (await app.call('GET', `${BACK}${query}`, { cookie: me.cookie })).body.items.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list('')).toEqual([three, two, one]);
    expect(await list('?size=1&page=2')).toEqual([two]);
    expect(await list('?status=cancelled')).toEqual([two]);
    await database.pool.query('update refund set created_at = $1 where id = $2', [
      '2026-03-09T18:59:59.999Z',
      one,
    ]);
    await database.pool.query('update refund set created_at = $1 where id = $2', [
      '2026-03-09T19:00:00.000Z',
      two,
    ]);
    expect(await list('?from=2026-03-09&to=2026-03-09')).toEqual([one]);
    expect(await list('?from=2026-03-10&to=2026-03-10')).toEqual([two]);
    expect((await app.call('GET', `${BACK}?status=lost`, { cookie: me.cookie })).status).toBe(400);
    const terms = await app.call('GET', `${BACK}/terms`, { cookie: me.cookie });
    expect(terms.body).toEqual({
      ...{ availableTiyin: 90_000_00, minTiyin: 1_000_00, maxTiyin: 1_000_000_00, openMax: 5, open: 2 },
    });
  });
});

describe('where money may go', () => {
  const accounts = async (who = me) =>
    (await app.call('GET', '/api/shop/gateway/account', { cookie: who.cookie })).body.items;
  const addAccount = (body: object, who = me) =>
    app.call('POST', '/api/shop/gateway/account', { cookie: who.cookie, body });
  const other = { bankName: 'Boshqa bank', mfo: '01095', account: '20208000912345678002' };

  test('accounts: the profile’s first, then those added; each once', async () => {
    expect(await accounts()).toEqual([{ ...ACCOUNT, id: 0, fromProfile: true }]);
    const added = await Promise.all([addAccount(other), addAccount(other)]);
    expect(added.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accounts()).toHaveLength(2);
    expect((await addAccount(ACCOUNT)).body.id).toBe(0);
    const { id } = added[0]!.body;
    const refund = await asked({ destination: { kind: 'account', id } });
    const stranger = await signIn();
    const remove = (who: Signed) =>
      app.call('DELETE', `/api/shop/gateway/account/${id}`, { cookie: who.cookie });
    expect((await remove(stranger)).status).toBe(404);
    expect((await ask({ destination: { kind: 'account', id } }, stranger.cookie)).status).toBe(404);
    expect((await remove(me)).body).toEqual({ removed: true });
    expect((await remove(me)).status).toBe(404);
    expect(await accounts()).toHaveLength(1);
    expect((await read(refund)).destination).toEqual({ kind: 'account', ...other });
  });

  test.each([
    ['an account in dollars', { ...other, account: '20208840912345678002' }, 422],
    ['19 digits', { ...other, account: '2020800091234567800' }, 400],
    ['letters', { ...other, mfo: '0109O' }, 400],
    ['no bank', { ...other, bankName: ' ' }, 400],
  ] as const)('accounts: not %s', async (_what, body, status) => {
    expect((await addAccount(body)).status).toBe(status);
  });

  const cards = async (who = me) =>
    (await app.call('GET', '/api/shop/gateway/uzcard-cards', { cookie: who.cookie })).body;
  const begin = (body: object = {}, who = me) =>
    app.call('POST', '/api/shop/gateway/uzcard-cards', {
      cookie: who.cookie,
      body: { number: CARD, expiry: '1299', ...body },
    });
  const confirm = (bindingId: string, code = '111111', who = me) =>
    app.call('POST', '/api/shop/gateway/uzcard-cards/confirm', {
      cookie: who.cookie,
      body: { bindingId, code },
    });

  test('cards: proven by a code, of which five may be tried; only mask and token are kept', async () => {
    const { body, status } = await begin();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ type: 'uzcard', mask: '8600 49** **** 0018' });
    const stranger = await signIn();
    expect((await confirm(body.bindingId, '111111', stranger)).status).toBe(409);
    const wrong = await Promise.all(Array.from({ length: 4 }, () => confirm(body.bindingId, '000000')));
    expect(wrong.every((answer) => answer.body.ERROR.code === 'refunds.code-wrong')).toBe(true);
    const kept = await confirm(body.bindingId);
    expect(kept.body).toMatchObject({ type: 'uzcard', mask: '8600 49** **** 0018' });
    expect((await confirm(body.bindingId)).body.ERROR.code).toBe('refunds.code-over');
    expect((await cards()).items).toEqual([kept.body]);
    const refund = await asked({ destination: { kind: 'card', id: kept.body.id } });
    expect((await read(refund)).destination).toEqual({
      kind: 'card',
      type: 'uzcard',
      mask: '8600 49** **** 0018',
    });
    const tables = await database.pool.query(
      `select (select json_agg(d)::text from payout_destination d) || (select json_agg(r)::text from refund r)
         || coalesce((select json_agg(b)::text from card_binding b), '') as everything`,
    );
    expect(tables.rows[0].everything).toContain('8600 49** **** 0018');
    expect(tables.rows[0].everything).not.toContain(CARD);
    const gone = await app.call('DELETE', `/api/shop/gateway/uzcard-cards/${kept.body.id}`, {
      cookie: me.cookie,
    });
    expect(gone.body).toEqual({ removed: true });
    expect((await cards()).items).toEqual([]);
  });

  test('cards: after five wrong codes even the right one comes too late', async () => {
    const { bindingId } = (await begin()).body;
    const tries = await Promise.all(Array.from({ length: 20 }, () => confirm(bindingId, '000000')));
    expect(tries.filter(({ body }) => body.ERROR.code === 'refunds.code-wrong')).toHaveLength(5);
    expect((await confirm(bindingId)).body.ERROR.code).toBe('refunds.code-over');
  });

  test.each([
    ['a wrong check digit', { number: '8600490000000017' }, 422],
    ['a foreign card', { number: '4111111111111111' }, 422],
    ['a card that is over', { expiry: '0120' }, 422],
    ['a month that is none', { expiry: '1399' }, 422],
    ['15 digits', { number: '860049000000001' }, 400],
  ] as const)('cards: not %s', async (_what, body, status) => {
    const answer = await begin(body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain(CARD);
  });
});
