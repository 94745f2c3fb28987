import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemOfCard } from '#shared/validation/card-number.ts';
import {
  ACCOUNT,
  NO_BANK,
  startRefundsApp,
  type RefundsApp,
  type Signed,
} from '../../fixtures/refunds-app.ts';

const CARD = '8600490000000018';

let fixture: RefundsApp;
let me: Signed;

beforeAll(async () => {
  fixture = await startRefundsApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  me = await fixture.signIn();
  await fixture.credit(me.personId, 100_000_00);
});

const ask = (body: object = {}, cookie = me.cookie) => fixture.ask({ cookie }, body);
const asked = (body: object = {}) => fixture.asked(me, body);
const read = (id: number) => fixture.read(id, me);

describe('where money may go', () => {
  const accounts = async (who = me) =>
    (await fixture.app.call('GET', '/api/shop/gateway/account', { cookie: who.cookie })).body.items;
  const addAccount = (body: object, who = me) =>
    fixture.app.call('POST', '/api/shop/gateway/account', { cookie: who.cookie, body });
  const other = { bankName: 'Boshqa bank', mfo: '01095', account: '20208000912345678002' };

  test('accounts: the profile’s first, then those added; each once', async () => {
    expect(await accounts()).toEqual([{ ...ACCOUNT, id: 0, fromProfile: true }]);
    const added = await Promise.all([addAccount(other), addAccount(other)]);
    expect(added.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accounts()).toHaveLength(2);
    expect((await addAccount(ACCOUNT)).body.id).toBe(0);
    const { id } = added[0].body;
    const refund = await asked({ destination: { kind: 'account', id } });
    const stranger = await fixture.signIn();
    const remove = (who: Signed) =>
      fixture.app.call('DELETE', `/api/shop/gateway/account/${id}`, { cookie: who.cookie });
    expect((await remove(stranger)).status).toBe(404);
    expect((await ask({ destination: { kind: 'account', id } }, stranger.cookie)).status).toBe(404);
    expect((await remove(me)).body).toEqual({ removed: true });
    expect((await remove(me)).status).toBe(404);
    expect(await accounts()).toHaveLength(1);
    expect((await read(refund)).destination).toEqual({ kind: 'account', ...other });
  });

  test('accounts: ten, also when twenty are added at one instant', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        addAccount({ ...other, account: `202080009123456${78_100 + at}` }),
      ),
    );
    // One of the ten is that of the profile.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.ERROR.code)).toEqual(
      Array.from({ length: 11 }, () => 'refunds.too-many-kept'),
    );
    expect(await accounts()).toHaveLength(10);
  });

  test.each([
    ['an account in dollars', { ...other, account: '20208840912345678002' }, 422],
    ['a bank that the directory does not have', { ...other, mfo: NO_BANK }, 422],
    ['19 digits', { ...other, account: '2020800091234567800' }, 400],
    ['letters', { ...other, mfo: '0109O' }, 400],
    ['no bank', { ...other, bankName: ' ' }, 400],
  ] as const)('accounts: not %s', async (_what, body, status) => {
    expect((await addAccount(body)).status).toBe(status);
  });

  const cards = async (who = me) =>
    (await fixture.app.call('GET', '/api/shop/gateway/uzcard-cards', { cookie: who.cookie })).body;
  const begin = (body: object = {}, who = me) =>
    fixture.app.call('POST', '/api/shop/gateway/uzcard-cards', {
      cookie: who.cookie,
      body: { number: CARD, expiry: '1299', ...body },
    });
  const confirm = (bindingId: string, code = '111111', who = me) =>
    fixture.app.call('POST', '/api/shop/gateway/uzcard-cards/confirm', {
      cookie: who.cookie,
      body: { bindingId, code },
    });

  test('cards: proven by a code, of which five may be tried; only mask and token are stored', async () => {
    const { body, status } = await begin();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ type: 'uzcard', mask: '8600 49** **** 0018' });
    const stranger = await fixture.signIn();
    expect((await confirm(body.bindingId, '111111', stranger)).status).toBe(409);
    const wrong = await Promise.all(Array.from({ length: 4 }, () => confirm(body.bindingId, '000000')));
    expect(wrong.every((answer) => answer.body.ERROR.code === 'refunds.code-wrong')).toBe(true);
    const stored = await confirm(body.bindingId);
    expect(stored.body).toMatchObject({ type: 'uzcard', mask: '8600 49** **** 0018' });
    expect((await confirm(body.bindingId)).body.ERROR.code).toBe('refunds.code-over');
    expect((await cards()).items).toEqual([stored.body]);
    const refund = await asked({ destination: { kind: 'card', id: stored.body.id } });
    expect((await read(refund)).destination).toEqual({
      kind: 'card',
      type: 'uzcard',
      mask: '8600 49** **** 0018',
    });
    const tables = await fixture.database.pool.query(
      `select (select json_agg(d)::text from payout_destination d) || (select json_agg(r)::text from refund r)
         || coalesce((select json_agg(b)::text from card_binding b), '') as everything`,
    );
    expect(tables.rows[0].everything).toContain('8600 49** **** 0018');
    expect(tables.rows[0].everything).not.toContain(CARD);
    const gone = await fixture.app.call('DELETE', `/api/shop/gateway/uzcard-cards/${stored.body.id}`, {
      cookie: me.cookie,
    });
    expect(gone.body).toEqual({ removed: true });
    expect((await cards()).items).toEqual([]);
  });

  test('cards: ten, also when twenty are proven at one instant', async () => {
    const withCheckDigit = (digits: string) => {
      const last = [...Array(10).keys()].find((digit) => problemOfCard(`${digits}${digit}`) === null);
      return `${digits}${last}`;
    };
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, at) => begin({ number: withCheckDigit(`8600490000000${10 + at}`) })),
    );
    const answers = await Promise.all(begun.map(({ body }) => confirm(body.bindingId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)?.body.ERROR.code).toBe('refunds.too-many-kept');
    expect((await cards()).items).toHaveLength(10);
  });

  test('cards: many at once are each of the person who has it, whatever was written in place of its number', async () => {
    const { id } = (await confirm((await begin()).body.bindingId)).body;
    const stranger = await fixture.signIn();
    const haveCards = (ids: number[], who = me) =>
      fixture.refunding.destinations.haveCards(ids.map((cardId) => ({ personId: who.personId, cardId })));
    expect(await haveCards([id, id + 1, 0.5, 1e300, -1])).toEqual([true, false, false, false, false]);
    expect(await haveCards([id], stranger)).toEqual([false]);
    await fixture.app.call('DELETE', `/api/shop/gateway/uzcard-cards/${id}`, { cookie: me.cookie });
    expect(await haveCards([id])).toEqual([false]);
    expect(await haveCards([])).toEqual([]);
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
