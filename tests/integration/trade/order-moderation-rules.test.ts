import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallAnswer } from '../../fixtures/app.ts';
import type { Role } from '#shared/api/contract.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { startModerationApp, type ModerationApp, type Somebody } from '../../fixtures/moderation-app.ts';

let app: ModerationApp;
let customer: Somebody;
let first: Somebody;
let second: Somebody;

beforeAll(async () => {
  app = await startModerationApp();
  customer = await app.signIn('Anvar Namuna', ['customer']);
  first = await app.signIn('Malika Moderator', ['moderator']);
  second = await app.signIn('Davron Moderator', ['administrator']);
});
afterAll(() => app.close());

async function sent(person = customer, given = {}): Promise<number> {
  const id = await app.written(person, given);
  const done = await app.done(person, id, 'send');
  if (done.verdict !== 'done') throw new Error(JSON.stringify(done));
  return id;
}

const read = async (who: Somebody, path: string) =>
  (await app.app.call('GET', `/api/console/${path}`, { cookie: who.cookie })).body;

describe('bank requisites', () => {
  const ACCOUNT = '20208000900123456789';
  const account = (digits: string) =>
    ({
      kind: 'account',
      bankName: 'Namuna bank',
      account: digits,
      mfo: '00014',
      holderName: 'Anvar Namuna',
    }) as const;

  test('and every change of them are whole for those who pay, masked for everyone else', async () => {
    const id = await sent(customer, { requisites: account(ACCOUNT) });
    await app.database.pool.query(
      `insert into order_requisites_change (order_id, person_id, before, after) values ($1, $2, null, $3), ($1, $2, $3, $4)`,
      [id, customer.id, account(ACCOUNT), { kind: 'card', cardId: 1 }],
    );
    const shownTo = async (role: Role) => read(await app.signIn('Staff', [role]), `orders/${id}`);
    for (const role of ['moderator', 'operator', 'administrator'] as const) {
      const whole = await shownTo(role);
      expect(whole.fields.requisites, role).toEqual(account(ACCOUNT));
      expect(whole.requisitesChanges).toMatchObject([
        { before: account(ACCOUNT), after: { kind: 'card', cardId: 1 } },
        { before: null, after: account(ACCOUNT) },
      ]);
    }
    const isUsual = (order: { checkList: { check: string; passed: boolean }[] }) =>
      order.checkList.find(({ check }) => check === 'requisites')!.passed;
    expect(isUsual(await shownTo('moderator'))).toBe(false);
    await app.database.pool.query(
      `insert into person (id, issuer, subject, kind, name, language)
       values ($1::uuid, 'test', $1::uuid::text, 'natural', 'Anvar Namuna', 'uz') on conflict do nothing`,
      [customer.id],
    );
    await app.database.pool.query(
      `insert into person_profile (person_id, bank_name, bank_account, bank_mfo) values ($1, 'Namuna bank', $2, '00014')
       on conflict (person_id) do update set bank_name = 'Namuna bank', bank_account = $2, bank_mfo = '00014'`,
      [customer.id, ACCOUNT],
    );
    expect(isUsual(await shownTo('moderator'))).toBe(true);
    const masked = await shownTo('auditor');
    expect(JSON.stringify(masked)).not.toContain(ACCOUNT);
    const hidden = { ...account(ACCOUNT), account: '20208 •••• 6789' };
    expect(masked.fields.requisites).toEqual(hidden);
    expect(masked.requisitesChanges.map(({ before }: { before: object | null }) => before)).toEqual([
      hidden,
      null,
    ]);
  });
});

test('the database goes away in the middle of an action: an answer says so, nothing is half done, a repeat does it once', async () => {
  /** The connection is lost at the last write of the call: all others are done by then. */
  async function cut(call: () => Promise<CallAnswer>): Promise<CallAnswer> {
    const lock = await app.database.pool.connect();
    try {
      await lock.query('begin');
      await lock.query('lock table person_action in exclusive mode');
      const answer = call();
      await app.trade.waitsForLock();
      await lock.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return await answer;
    } finally {
      await lock.query('rollback');
      lock.release();
    }
  }
  const remarks = [{ field: 'title', text: 'Name the diameter of the pipes' }];
  const calls: [string, (id: number) => Promise<() => Promise<CallAnswer>>][] = [
    ['return', async (id) => () => app.decide(first, id, 'return', { reason: 'other', remarks })],
    ['approve', async (id) => () => app.decide(first, id, 'approve')],
    [
      'take-back',
      async (id) => {
        const { token } = (await app.act(customer, id, 'take-back')).body;
        return () => app.carryOut(customer, token);
      },
    ],
  ];
  for (const [event, prepare] of calls) {
    const id = await sent();
    const call = await prepare(id);
    const before = await app.order(id);
    const gone = await cut(call);
    expect([gone.status, gone.body.ERROR.code], event).toEqual([503, 'unavailable']);
    expect(await app.order(id)).toEqual(before);
    expect((await call()).status, event).toBe(200);
    expect(await app.events(id)).toEqual(['create', 'send', event]);
  }
});

describe('trade that begins sooner than a day ahead', () => {
  const HOUR_MS = 3_600_000;
  const soon = (hours: number): Partial<OrderFields> => {
    const opensAtMs = Date.now() + hours * HOUR_MS;
    return { choices: { opensAtMs, closesAtMs: opensAtMs + HOUR_MS, depositPercent: 10 } };
  };
  const allow = (who: Somebody, id: number, allowed = true) =>
    app.post(who, `/api/console/orders/${id}/allow-early-start`, { allowed, reason: 'agreed by phone' });

  test('is sent, approved and published once staff allow it', async () => {
    const id = await app.written(customer, soon(6));
    expect((await app.act(customer, id, 'send')).body.problems).toMatchObject([
      { problem: 'opens-too-soon', details: { hours: 24 } },
    ]);
    expect((await read(first, `orders/${id}`)).earlyStart).toEqual({ allowed: false });
    const both = await Promise.all([allow(first, id), allow(second, id)]);
    expect(both.map(({ body }) => body.changed).toSorted()).toEqual([false, true]);
    expect((await app.done(customer, id, 'send')).verdict).toBe('done');
    expect((await app.decide(first, id, 'approve')).body.verdict).toBe('approved');
    expect(await app.trade.listing.list(id)).toMatchObject({ outcome: 'published' });
    const late = await allow(first, id, false);
    expect([late.status, late.body.ERROR.code]).toEqual([409, 'console-orders.not-waiting']);
    const { rows } = await app.database.pool.query(
      `select action, reason from person_action where reason like $1 and action like 'early%'`,
      [`order:${id}:%`],
    );
    expect(rows).toEqual([{ action: 'early-start-allowed', reason: `order:${id}:agreed by phone` }]);
  });

  test('is at least two hours ahead all the same, and for this order alone', async () => {
    const id = await app.written(customer, soon(1));
    await allow(first, id);
    expect((await app.act(customer, id, 'send')).body.problems).toMatchObject([
      { problem: 'opens-too-soon', details: { hours: 2 } },
    ]);
    const { createdIds } = await app.done(customer, id, 'duplicate', { copies: 1 });
    expect((await read(first, `orders/${createdIds[0]}`)).earlyStart).toEqual({ allowed: false });
  });

  test('is not approved any more when staff end it, nor changed while a colleague examines the order', async () => {
    const id = await app.written(customer, soon(6));
    await allow(first, id);
    await app.done(customer, id, 'send');
    await app.post(second, `/api/console/orders/${id}/claim`);
    expect((await allow(first, id, false)).body.ERROR.code).toBe('console-orders.claimed');
    expect((await allow(second, id, false)).body).toEqual({ allowed: false, changed: true });
    expect((await app.decide(second, id, 'approve')).body.ERROR.details).toEqual({ checks: ['fields'] });
    expect((await allow(customer, id)).status).toBe(403);
  });

  test('is ended twice within 30 days by one member of staff, then by a colleague', async () => {
    const id = await app.written(customer, soon(6));
    for (let n = 0; n < 2; n += 1) {
      await allow(first, id);
      expect((await allow(first, id, false)).body).toEqual({ allowed: false, changed: true });
    }
    await allow(first, id);
    const third = await allow(first, id, false);
    expect([third.status, third.body.ERROR.code]).toEqual([409, 'turned-down-before']);
    expect((await read(first, `orders/${id}`)).earlyStart).toEqual({ allowed: true });
    expect((await allow(second, id, false)).body).toEqual({ allowed: false, changed: true });
    // Of another order it is not ended before.
    const other = await app.written(customer, soon(6));
    await allow(first, other);
    expect((await allow(first, other, false)).body).toEqual({ allowed: false, changed: true });
  });
});

describe('an order that staff sent with a file of lots', () => {
  /** As the import of a file records it. */
  async function imported(by: Somebody, given: Partial<OrderFields> = {}): Promise<number> {
    const id = await sent(customer, given);
    await app.database.pool.query(
      `insert into order_flow (order_id, event, from_state, to_state, by_kind, by_person_id, why)
       values ($1, 'send', 'created', 'sent', 'staff', $2, 'imported')`,
      [id, by.id],
    );
    return id;
  }
  const verdict = async (who: Somebody, id: number) => {
    const { body } = await app.decide(who, id, 'approve');
    return body.verdict ?? body.ERROR.code;
  };

  test('is not put on trade by the one who imported it, under any account, and is by a colleague', async () => {
    const id = await imported(second);
    expect((await read(second, `orders/${id}`)).may).not.toContain('approve');
    expect(await verdict(second, id)).toBe('console-orders.own-import');
    const twins = [await app.signIn('M', ['administrator']), await app.signIn('M2', ['moderator'])] as const;
    for (const { id: personId } of twins)
      await app.database.pool.query(`update person set pinfl = '30101990000036' where id = $1`, [personId]);
    const other = await imported(twins[0]);
    expect(await verdict(twins[1], other)).toBe('console-orders.own-import');
    for (const each of [id, other]) {
      expect((await app.order(each)).status).toBe('sent');
      expect((await read(first, `orders/${each}`)).may).toContain('approve');
      expect(await verdict(first, each)).toBe('approved');
    }
  });

  test('is not put on trade by who uploaded the file that a colleague signed', async () => {
    const id = await imported(first);
    await app.database.pool.query(
      `insert into order_flow (order_id, event, from_state, to_state, by_kind, by_person_id, why)
       values ($1, 'create', null, 'created', 'staff', $2, 'imported')`,
      [id, second.id],
    );
    expect((await read(second, `orders/${id}`)).may).not.toContain('approve');
    for (const each of [first, second]) expect(await verdict(each, id)).toBe('console-orders.own-import');
    const third = await app.signIn('Uchinchi', ['moderator']);
    expect(await verdict(third, id)).toBe('approved');
  });

  test.each(['columns', 'photos'])(
    'is not put on trade by who gave the %s of the file that colleagues uploaded and signed',
    async (part) => {
      const [id, gave] = [await imported(first), await app.signIn('To‘rtinchi', ['moderator'])];
      await app.database.pool.query(
        `with made as (
           insert into order_import (person_id, state, file_name, file_bytes, file_sha256, uploaded_by)
           values ($1, 'ready', 'lots.csv', 1, '', $2) returning id
         ), line as (
           insert into order_import_row (import_id, line, last_line, person_id, number, title, state, order_id)
           select id, 2, 2, $1, $5, 'Lot', 'sent', $3 from made
         )
         insert into order_import_contributor (import_id, part, person_id) select id, $5, $4 from made`,
        [customer.id, first.id, id, gave.id, part],
      );
      expect((await read(gave, `orders/${id}`)).may).not.toContain('approve');
      expect((await read(second, `orders/${id}`)).may).toContain('approve');
      expect(await verdict(gave, id)).toBe('console-orders.own-import');
      expect(await verdict(second, id)).toBe('approved');
    },
  );

  test('is its customer’s own once they have taken it back and sent it themselves', async () => {
    const id = await imported(second);
    await app.done(customer, id, 'take-back');
    await app.done(customer, id, 'send');
    expect(await verdict(second, id)).toBe('approved');
  });
});

describe('property for state benefit', () => {
  const STATE: Partial<OrderFields> = {
    orderType: 'state',
    ruleSet: 'state-shop',
    categoryType: 'confiscated',
    choices: {},
    startPriceTiyin: 3_000_000_000_00,
    estimatedPriceTiyin: 2_500_000_000_00,
    paymentWorkingDays: 3,
  };
  const mark = (who: Somebody, id: string, authorised: boolean) =>
    app.post(who, `/api/console/authorised-sellers/${id}`, { authorised, reason: 'contract of the bureau' });

  test('is offered by those whom staff marked, with the record of it', async () => {
    const seller = await app.signIn('Davlat Savdo', ['customer']);
    const id = await app.written(seller, STATE);
    const problems = async () => {
      const { body } = await app.act(seller, id, 'send');
      return (body.problems ?? []).map(({ problem }: { problem: string }) => problem);
    };
    expect(await problems()).toContain('not-authorised');
    expect((await mark(first, first.id, true)).status).toBe(403);
    const buyer = await app.signIn('Buyer', ['buyer']);
    expect((await mark(first, buyer.id, true)).body.ERROR.code).toBe('console-orders.not-a-customer');
    expect((await mark(first, '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d052', true)).status).toBe(404);
    const twice = await Promise.all([mark(first, seller.id, true), mark(second, seller.id, true)]);
    expect(twice.map(({ body }) => body.changed).sort()).toEqual([false, true]);
    expect((await read(first, 'authorised-sellers')).items).toMatchObject([
      { person: { name: 'Davlat Savdo' }, reason: 'contract of the bureau' },
    ]);
    expect(await problems()).not.toContain('not-authorised');
    expect((await mark(first, seller.id, false)).body).toEqual({ authorised: false, changed: true });
    expect((await read(first, 'authorised-sellers')).total).toBe(0);
    expect(await problems()).toContain('not-authorised');
  });

  test('is not taken from a seller, nor opened to a friend, by one moderator again and again', async () => {
    const third = await app.signIn('Zilola Moderator', ['moderator']);
    const seller = await app.signIn('Navbatli Savdo', ['customer']);
    for (const giver of [first, third]) {
      expect((await mark(giver, seller.id, true)).body.changed).toBe(true);
      expect((await mark(second, seller.id, false)).body.changed).toBe(true);
    }
    expect((await mark(first, seller.id, true)).body.changed).toBe(true);
    expect((await mark(second, seller.id, false)).body.ERROR.code).toBe('turned-down-before');
    expect((await mark(third, seller.id, false)).body.changed).toBe(true);
    expect((await mark(first, seller.id, true)).body.ERROR.code).toBe('asked-before');
    expect((await mark(third, seller.id, true)).body.changed).toBe(true);
    expect((await mark(third, seller.id, false)).body.changed).toBe(true);
  });

  test('above 5 000 base amounts takes two moderators', async () => {
    const seller = await app.signIn('Katta Savdo', ['customer']);
    await mark(first, seller.id, true);
    const id = await sent(seller, STATE);
    expect((await read(first, `orders/${id}`)).needsSecond).toBe(true);
    expect((await app.decide(first, id, 'approve')).body.verdict).toBe('awaits-second');
    expect((await app.decide(first, id, 'approve')).body.ERROR.code).toBe('console-orders.second-person');
    const order = await read(second, `orders/${id}`);
    expect(order).toMatchObject({
      awaitsSecond: true,
      firstApproval: { by: 'Malika Moderator', mine: false },
    });
    expect((await app.decide(second, id, 'approve')).body.verdict).toBe('approved');
    expect(await app.events(id)).toEqual(['create', 'send', 'approve-first', 'approve']);
  });

  test('of a seller whom a moderator has marked is not approved by that one alone, whatever its price', async () => {
    const seller = await app.signIn('Kichik Savdo', ['customer']);
    await mark(first, seller.id, true);
    const cheap = { ...STATE, startPriceTiyin: 30_000_000_00, estimatedPriceTiyin: 25_000_000_00 };
    const [one, other] = [await sent(seller, cheap), await sent(seller, cheap)];
    expect((await read(first, `orders/${one}`)).needsSecond).toBe(true);
    expect((await read(second, `orders/${one}`)).needsSecond).toBe(false);
    expect((await app.decide(first, one, 'approve')).body.verdict).toBe('awaits-second');
    expect((await app.decide(first, one, 'approve')).body.ERROR.code).toBe('console-orders.second-person');
    expect((await app.decide(second, one, 'approve')).body.verdict).toBe('approved');
    expect((await app.decide(second, other, 'approve')).body.verdict).toBe('approved');
  });

  test('of a seller to whom a moderator has given another name is not approved by that one alone', async () => {
    const seller = await app.signIn('Oddiy Sotuvchi', ['customer']);
    for (const { id } of [seller, first, second])
      await app.database.pool.query(
        `insert into person (id, issuer, subject, kind, name, language, roles)
         values ($1::uuid, 'test', $1::text, 'natural', 'S', 'ru', '{moderator}') on conflict do nothing`,
        [id],
      );
    const renamed = (name: string | null, status: string, by: string) =>
      app.database.pool.query(
        `insert into person_edit_request (person_id, status, changes, before, reason, decided_at, decided_by, decision_reason)
         values ($1, $2, jsonb_build_object('name', $3::text), '{}', 'the name has changed', now(), $4, 'as the paper says')`,
        [seller.id, status, name, by],
      );
    await renamed(null, 'approved', second.id);
    await renamed('Boshqa', 'refused', second.id);
    await renamed('«Ishonchli savdo» MChJ', 'approved', first.id);
    const [one, other] = [await sent(seller, {}), await sent(seller, {})];
    expect((await read(first, `orders/${one}`)).needsSecond).toBe(true);
    expect((await app.decide(first, one, 'approve')).body.verdict).toBe('awaits-second');
    expect((await app.decide(first, one, 'approve')).body.ERROR.code).toBe('console-orders.second-person');
    expect((await app.decide(second, one, 'approve')).body.verdict).toBe('approved');
    expect((await app.decide(second, other, 'approve')).body.verdict).toBe('approved');
  });

  test('is not approved by one person under two accounts at the same instant', async () => {
    const seller = await app.signIn('Qosh Savdo', ['customer']);
    await mark(first, seller.id, true);
    const id = await sent(seller, STATE);
    const twins = [await app.signIn('M', ['moderator']), await app.signIn('M2', ['moderator'])];
    for (const { id: personId } of twins)
      await app.database.pool.query(`update person set pinfl = '30101990000028' where id = $1`, [personId]);
    // Both have passed the check of conflicts before either has approved.
    const lock = await app.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from customer_order where id = $1 for update', [id]);
    const both = Promise.all(twins.map((who) => app.decide(who, id, 'approve')));
    await app.trade.waitsForLock(2);
    await lock.query('commit');
    lock.release();
    const codes = (await both).map(({ body }) => body.verdict ?? body.ERROR.code);
    expect(codes.toSorted()).toEqual(['awaits-second', 'console-orders.second-person']);
    expect((await app.order(id)).status).toBe('sent');
  });

  test.each([
    ['dismissed', `'{}', null`],
    ['shut', `'{moderator}', now()`],
  ])('does not count a moderator who was %s: the next one is the first', async (_what, left) => {
    const seller = await app.signIn('Ketgan Savdo', ['customer']);
    await mark(first, seller.id, true);
    const id = await sent(seller, STATE);
    const gone = await app.signIn('Ketgan Moderator', ['moderator']);
    expect((await app.decide(gone, id, 'approve')).body.verdict).toBe('awaits-second');
    await app.database.pool.query(`update person set (roles, disabled_at) = (${left}) where id = $1`, [
      gone.id,
    ]);
    expect(await read(first, `orders/${id}`)).toMatchObject({ awaitsSecond: false, firstApproval: null });
    expect((await app.decide(first, id, 'approve')).body.verdict).toBe('awaits-second');
    expect((await app.decide(second, id, 'approve')).body.verdict).toBe('approved');
  });

  test('loses the first approval when it is taken back and sent again', async () => {
    const seller = await app.signIn('Yana Savdo', ['customer']);
    await mark(first, seller.id, true);
    const id = await sent(seller, STATE);
    await app.decide(first, id, 'approve');
    await app.done(seller, id, 'take-back');
    await app.done(seller, id, 'send');
    expect((await app.decide(second, id, 'approve')).body.verdict).toBe('awaits-second');
  });
});
