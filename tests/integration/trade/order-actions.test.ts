import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startModerationApp, type ModerationApp, type Somebody } from '../../fixtures/moderation-app.ts';

const BHM_TIYIN = 412_000_00;

let app: ModerationApp;
let customer: Somebody;
let other: Somebody;
let moderator: Somebody;

beforeAll(async () => {
  app = await startModerationApp();
  customer = await app.signIn('Anvar Namuna', ['customer']);
  other = await app.signIn('Botir Boshqa', ['customer']);
  moderator = await app.signIn('Malika Moderator', ['moderator']);
});
afterAll(() => app.close());

describe('sending', () => {
  test('archives the signature over the canonical order and tells the same to a repeat', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'send');
    expect(ready).toMatchObject({ verdict: 'ready', consequence: { to: 'sent', penaltyTiyin: 0 } });
    const document = JSON.parse(
      Buffer.from(ready.consequence.toSign.documentBase64, 'base64').toString('utf8'),
    );
    expect(document).toMatchObject({ version: 1, order: { orderId: id } });
    expect(document.order.files).toHaveLength(4);
    const signed = await app.signature(customer, ready.consequence.toSign);
    const done = await app.carryOut(customer, ready.token, signed);
    expect(done.body).toMatchObject({
      verdict: 'done',
      repeated: false,
      action: 'send',
      order: { id, status: 'sent', version: 2 },
    });
    const again = await app.carryOut(customer, ready.token, signed);
    expect(again.body).toEqual({ ...done.body, repeated: true });
    expect(await app.events(id)).toEqual(['create', 'send']);
    const row = await app.order(id);
    const { rows } = await app.database.pool.query(
      'select kind, subject from signed_document where id = $1',
      [row.signed_document_id],
    );
    expect(rows).toEqual([{ kind: 'order', subject: String(id) }]);
  });

  test('happens once when the same token comes five times at once', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'send');
    const signed = await app.signature(customer, ready.consequence.toSign);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.carryOut(customer, ready.token, signed)),
    );
    expect(answers.map(({ body }) => body.verdict)).toEqual(Array(5).fill('done'));
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    expect(await app.events(id)).toEqual(['create', 'send']);
  });

  test('asks for the signature, and takes none of another request', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'send');
    const { body: missing } = await app.carryOut(customer, ready.token);
    expect(missing).toEqual({ verdict: 'signature', reason: 'missing' });
    const { body: second } = await app.act(customer, id, 'send');
    const foreign = await app.signature(customer, second.consequence.toSign);
    const { body: refused } = await app.carryOut(customer, ready.token, foreign);
    expect(refused).toEqual({ verdict: 'signature', reason: 'other-document' });
    const mixed = { ...foreign, requestId: ready.consequence.toSign.requestId };
    expect((await app.carryOut(customer, ready.token, mixed)).body.verdict).toBe('signature');
    expect((await app.order(id)).status).toBe('created');
  });

  test('is refused while a rule is broken, with every problem', async () => {
    const id = await app.written(customer, { paymentWorkingDays: 2, title: { uz: 'Ж', ru: '' } });
    const { body } = await app.act(customer, id, 'send');
    expect(body.verdict).toBe('incomplete');
    const fields = body.problems.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['paymentWorkingDays', 'title']));
  });

  const answered = (agreed: boolean) => (person: Somebody) =>
    app.database.pool.query(
      `insert into consent_answer (person_id, version, agreed, document_id)
       select person_id, version, $2, case when $2 then max(document_id) end from consent_answer
       where person_id = $1 group by person_id, version`,
      [person.id, agreed],
    );
  const withRoles = (roles: string) => (person: Somebody) =>
    app.database.pool.query('update person set roles = $2 where id = $1', [person.id, roles]);
  const barred = async ({ id, name }: Somebody) => {
    const { pinfl } = (await app.parts.accounts.byId(id))!;
    await app.parts.sanctions.bar({
      kind: 'pinfl',
      value: pinfl!,
      person: { kind: 'natural', name },
      lotId: null,
      cause: 'unpaid',
      startDate: '2026-11-01',
      endDate: '2099-11-01',
      reason: 'the rules',
      by: 'rules',
    });
  };
  const freed = () => app.database.pool.query(`update barred_person set end_date = '2026-11-02'`);
  test.each([
    ['role', withRoles('{buyer}'), withRoles('{buyer,customer}')],
    ['offer', answered(false), answered(true)],
    ['barred', barred, freed],
  ])('is refused at that moment: %s', async (reason, begin, end) => {
    const person = await app.signIn('Obid Oferta', ['customer']);
    const id = await app.written(person);
    const { body: ready } = await app.act(person, id, 'send');
    const signed = await app.signature(person, ready.consequence.toSign);
    await begin(person);
    const { body } = await app.carryOut(person, ready.token, signed);
    expect(body).toMatchObject({ verdict: 'refused', reason });
    await end(person);
    expect((await app.carryOut(person, ready.token, signed)).body.verdict).toBe('done');
  });

  test('of a version that was changed in another tab is refused with the present version', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'send');
    const signed = await app.signature(customer, ready.consequence.toSign);
    await app.database.pool.query('update customer_order set version = version + 1 where id = $1', [id]);
    const { status, body } = await app.carryOut(customer, ready.token, signed);
    expect([status, body.ERROR.code, body.ERROR.details]).toEqual([409, 'orders.changed', { version: 2 }]);
    const { rows } = await app.database.pool.query(
      `select from signed_document where kind = 'order' and subject = $1`,
      [String(id)],
    );
    expect(rows).toHaveLength(0);
  });
});

describe('a token', () => {
  test('is worth nothing to others, or after its time', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'cancel');
    expect((await app.carryOut(other, ready.token)).status).toBe(404);
    await app.database.pool.query(
      `update order_action_token set expires_at = now() - interval '1 second' where order_id = $1`,
      [id],
    );
    const { status, body } = await app.carryOut(customer, ready.token);
    expect([status, body.ERROR.code]).toEqual([409, 'order-action.expired']);
    expect((await app.order(id)).status).toBe('created');
  });

  test('is stored as its hash', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'edit');
    const { rows } = await app.database.pool.query(
      'select token_hash from order_action_token where order_id = $1',
      [id],
    );
    expect(rows[0].token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0].token_hash).not.toContain(ready.token);
  });
});

describe('the state decides', () => {
  test('orders of others do not exist', async () => {
    const id = await app.written(customer);
    expect((await app.act(other, id, 'cancel')).status).toBe(404);
    const unknown = { orderId: 999, version: 1, action: 'cancel' };
    expect((await app.post(customer, '/api/shop/order-action/do-act', unknown)).status).toBe(404);
  });

  test('what is possible now is named', async () => {
    const id = await app.written(customer);
    await app.done(customer, id, 'send');
    const { status, body } = await app.act(customer, id, 'edit');
    expect([status, body.ERROR.code]).toEqual([409, 'order-action.not-possible']);
    expect(body.ERROR.details).toEqual({ state: 'sent', possible: ['take-back', 'cancel', 'duplicate'] });
    expect(body.ERROR.message).toContain('moderatsiyada');
    for (const action of ['accept-protest', 'reject-protest', 'repeat', 'send'] as const)
      expect((await app.act(customer, id, action)).body.ERROR.code).toBe('order-action.not-possible');
  });

  test('an order is taken back until a moderator examines it', async () => {
    const id = await app.written(customer);
    await app.done(customer, id, 'send');
    expect((await app.done(customer, id, 'take-back')).order.status).toBe('created');
    await app.done(customer, id, 'send');
    const { body: ready } = await app.act(customer, id, 'take-back');
    expect((await app.post(moderator, `/api/console/orders/${id}/claim`)).status).toBe(200);
    expect((await app.carryOut(customer, ready.token)).body).toMatchObject({
      verdict: 'refused',
      reason: 'claimed',
    });
    await app.database.pool.query(
      `update customer_order set claimed_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await app.carryOut(customer, ready.token)).body).toMatchObject({ verdict: 'done' });
    expect(await app.events(id)).toEqual(['create', 'send', 'take-back', 'send', 'take-back']);
  });

  test('cancelling costs nothing before trade', async () => {
    const id = await app.written(customer);
    await app.done(customer, id, 'send');
    expect(await app.done(customer, id, 'cancel')).toMatchObject({
      order: { status: 'cancelled' },
      penaltyTiyin: 0,
    });
  });

  test('a duplicate makes the announced copies, once', async () => {
    const id = await app.written(customer);
    const { body: ready } = await app.act(customer, id, 'duplicate', { copies: 3 });
    expect(ready.consequence.copies).toBe(3);
    const { body: first } = await app.carryOut(customer, ready.token);
    expect(new Set(first.createdIds).size).toBe(3);
    const { body: again } = await app.carryOut(customer, ready.token);
    expect(again).toEqual({ ...first, repeated: true });
    for (const copies of [0, 11, 1.5])
      expect((await app.act(customer, id, 'duplicate', { copies })).status).toBe(400);
  });
});

describe('withdrawal from trade', () => {
  /** An order of the person with a lot on trade. */
  async function onTrade(person: Somebody): Promise<number> {
    const id = await app.written(person);
    await app.done(person, id, 'send');
    expect((await app.decide(moderator, id, 'approve')).body.verdict).toBe('approved');
    await app.move({ event: 'publish', orderId: id, lotId: 1, by: { kind: 'system' } });
    return id;
  }

  test('costs 1, 3 and 10 base amounts from the 3rd, 5th and 7th on, and blocks sending until paid', async () => {
    const person = await app.signIn('Vali Voz', ['customer']);
    const penalties: number[] = [];
    for (let n = 1; n <= 7; n += 1) {
      // A debt stops sending, not the withdrawal of what is on trade already.
      const id = await onTrade(person);
      const { body: ready } = await app.act(person, id, 'withdraw-from-trade');
      expect(ready.consequence).toMatchObject({ to: 'cancelled', withdrawalCount: n });
      const { body } = await app.carryOut(person, ready.token);
      expect(body).toMatchObject({ verdict: 'done', order: { status: 'cancelled' } });
      expect(body.penaltyTiyin).toBe(ready.consequence.penaltyTiyin);
      penalties.push(body.penaltyTiyin / BHM_TIYIN);
      if (body.penaltyTiyin === 0) continue;
      const next = await app.written(person);
      const blocked = await app.act(person, next, 'send');
      expect(blocked.body).toMatchObject({ reason: 'owes', owedTiyin: body.penaltyTiyin });
      const { body: list } = await app.app.call('GET', '/api/shop/user/debts', { cookie: person.cookie });
      const pay = () => app.post(person, '/api/shop/user/debts/pay', { ids: list.ownUnpaidIds });
      expect((await pay()).body).toEqual({ verdict: 'short', missingTiyin: body.penaltyTiyin });
      await app.topUp(person, body.penaltyTiyin);
      const paid = await Promise.all([pay(), pay(), pay()]);
      expect(paid.map((each) => each.body.verdict)).toEqual(['paid', 'paid', 'paid']);
      expect(paid.filter((each) => !each.body.repeated)).toHaveLength(1);
      expect(paid[0].body.owedTiyin).toBe(0);
      const { body: shown } = await app.app.call('GET', '/api/shop/order-action/withdrawals', {
        cookie: person.cookie,
      });
      expect(shown.owedTiyin).toBe(0);
      expect(shown.items[0].paidAtMs).toEqual(expect.any(Number));
      expect((await app.act(person, next, 'send')).body.reason).toBeUndefined();
    }
    expect(penalties).toEqual([0, 0, 1, 1, 3, 3, 10]);
    expect(await createWallet(app.database.db).balanceOf(person.id)).toBe(0);
  });

  test('costs no more than was said: with a higher penalty the person is asked again', async () => {
    const person = await app.signIn('Ikki Oyna', ['customer']);
    await app.done(person, await onTrade(person), 'withdraw-from-trade');
    const tabs = [await onTrade(person), await onTrade(person)];
    const ready = await Promise.all(tabs.map((id) => app.act(person, id, 'withdraw-from-trade')));
    expect(ready.map(({ body }) => body.consequence.penaltyTiyin)).toEqual([0, 0]);
    expect((await app.carryOut(person, ready[0]!.body.token)).body.verdict).toBe('done');
    const other = await app.carryOut(person, ready[1]!.body.token);
    expect([other.status, other.body.ERROR.code]).toEqual([409, 'order-action.expired']);
    expect((await app.order(tabs[1]!)).status).toBe('on-trade');
    expect((await app.done(person, tabs[1]!, 'withdraw-from-trade')).penaltyTiyin).toBe(BHM_TIYIN);
  });

  test('costs no more than was said where it is carried out after another one', async () => {
    const person = await app.signIn('Kech Kechov', ['customer']);
    await app.done(person, await onTrade(person), 'withdraw-from-trade');
    const [first, late] = [await onTrade(person), await onTrade(person)];
    const { body: ready } = await app.act(person, late, 'withdraw-from-trade');
    expect(ready.consequence.penaltyTiyin).toBe(0);
    // The room is slow with this one: the wish is recorded, and the other order is withdrawn meanwhile.
    app.room.answer = 'busy';
    expect((await app.carryOut(person, ready.token)).body).toMatchObject({ reason: 'busy' });
    app.room.answer = 'withdrawn';
    expect((await app.done(person, first, 'withdraw-from-trade')).penaltyTiyin).toBe(0);
    const by = { kind: 'customer', personId: person.id } as const;
    await app.move({ event: 'withdraw', orderId: late, lotId: 1, atMostTiyin: 0, by });
    const { body: list } = await app.app.call('GET', '/api/shop/order-action/withdrawals', {
      cookie: person.cookie,
    });
    expect(list).toMatchObject({ owedTiyin: 0 });
    expect(list.items[0]).toMatchObject({ count: 3, penaltyTiyin: 0 });
  });

  test('is carried out, and costs, each time the order is on trade again, and once by each confirmation', async () => {
    const person = await app.signIn('Qayta Savdo', ['customer']);
    const id = await onTrade(person);
    const penalties: number[] = [];
    for (const lotId of [1, 2, 3, 4]) {
      app.room.lotId = lotId;
      // What was sold of the lot before was undone, and the lot is repeated.
      await app.database.pool.query(`update customer_order set status = 'on-trade' where id = $1`, [id]);
      const { body: ready } = await app.act(person, id, 'withdraw-from-trade');
      const { body } = await app.carryOut(person, ready.token);
      expect(body).toMatchObject({ verdict: 'done', repeated: false, order: { status: 'cancelled' } });
      expect((await app.order(id)).status).toBe('cancelled');
      expect((await app.carryOut(person, ready.token)).body).toMatchObject({ repeated: true });
      penalties.push(body.penaltyTiyin / BHM_TIYIN);
    }
    app.room.lotId = 1;
    expect(penalties).toEqual([0, 0, 1, 1]);
    const { body: list } = await app.app.call('GET', '/api/shop/order-action/withdrawals', {
      cookie: person.cookie,
    });
    expect(list).toMatchObject({ owedTiyin: 2 * BHM_TIYIN });
    expect(list.items.map(({ count }: { count: number }) => count)).toEqual([4, 3, 2, 1]);
  });

  test('is refused once a price is confirmed', async () => {
    const person = await app.signIn('Narx Narxov', ['customer']);
    const id = await onTrade(person);
    const { body: ready } = await app.act(person, id, 'withdraw-from-trade');
    app.room.answer = 'has-price';
    expect((await app.carryOut(person, ready.token)).body).toMatchObject({ reason: 'has-price' });
    expect((await app.order(id)).status).toBe('on-trade');
    app.room.answer = 'withdrawn';
    expect((await app.carryOut(person, ready.token)).body.verdict).toBe('done');
  });

  test('of somebody else is neither seen nor paid', async () => {
    expect((await app.post(other, '/api/shop/user/debts/pay', { ids: [1] })).status).toBe(404);
    const { body: list } = await app.app.call('GET', '/api/shop/order-action/withdrawals', {
      cookie: other.cookie,
    });
    expect(list).toEqual({ items: [], owedTiyin: 0, nextPenaltyTiyin: 0 });
  });
});

test('the history is never changed', async () => {
  const id = await app.written(customer);
  const change = app.database.pool.query(`update order_flow set why = 'x' where order_id = $1`, [id]);
  await expect(change).rejects.toMatchObject({ code: 'OF001' });
});

describe('closing an order without a sale', () => {
  /** Traded, its lot ended; the time for protests ends then. */
  async function traded(protestUntil: string): Promise<number> {
    const id = await app.written(customer);
    const lotId = await publishTestLot(app.database, { ruleSet: 'private', customerPersonId: customer.id });
    await app.database.pool.query(
      `update lot set order_id = $2, status = 9, outcome = 'not-held', room_phase = 'closed', ended_at = now(),
         protest_until = now() + $3::interval where id = $1`,
      [lotId, id, protestUntil],
    );
    await app.database.pool.query(`update customer_order set status = 'traded' where id = $1`, [id]);
    return id;
  }

  test('finishes it, once, and only for its customer', async () => {
    const id = await traded('-1 minute');
    expect((await app.act(other, id, 'close')).status).toBe(404);
    const { body: ready } = await app.act(customer, id, 'close');
    expect(ready).toMatchObject({ verdict: 'ready', consequence: { to: 'finished', penaltyTiyin: 0 } });
    const answers = await Promise.all([1, 2, 3].map(() => app.carryOut(customer, ready.token)));
    expect(answers.map(({ body }) => body.verdict)).toEqual(Array(3).fill('done'));
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    expect((await app.order(id)).status).toBe('finished');
    expect((await app.events(id)).filter((event) => event === 'close')).toHaveLength(1);
    expect((await app.act(customer, id, 'close')).status).toBe(409);
  });

  test('waits for the end of the time for protests, also when that was set after it was announced', async () => {
    const early = await traded('1 hour');
    expect((await app.act(customer, early, 'close')).body).toMatchObject({
      verdict: 'refused',
      reason: 'protest-window',
      protestUntilMs: expect.any(Number),
    });
    const later = await traded('-1 minute');
    const { body: ready } = await app.act(customer, later, 'close');
    await app.database.pool.query(
      `update lot set protest_until = now() + interval '1 hour' where order_id = $1`,
      [later],
    );
    expect((await app.carryOut(customer, ready.token)).body).toMatchObject({ reason: 'protest-window' });
    expect((await app.order(later)).status).toBe('traded');
  });
});
