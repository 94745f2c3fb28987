import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { ORDER_EVENTS } from '#server/domains/trade/orders/index.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { authenticationExtra } from '#server/platform/sessions/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createRenderer } from '#server/domains/content/notifications/render-message.ts';
import { START, type Lifecycle } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { attestStaff } from '../../fixtures/attested-staff.ts';
import { startModerationApp, type ModerationApp, type Somebody } from '../../fixtures/moderation-app.ts';

/** Dear enough for two moderators. */
const DEAR = {
  orderType: 'state',
  ruleSet: 'state-shop',
  categoryType: 'confiscated',
  choices: {},
  startPriceTiyin: 3_000_000_000_00,
  estimatedPriceTiyin: 2_500_000_000_00,
  paymentWorkingDays: 3,
};
const REMARKS = {
  reason: 'incomplete',
  remarks: [
    { field: 'title', text: 'Name the diameter of the pipes' },
    { field: 'photos', text: 'Show the ends of the pipes' },
  ],
};

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
const queue = (who: Somebody, query = '') => read(who, `orders?size=100${query}`);
const idsIn = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
const messages = async (person: Somebody) => {
  const { rows } = await app.database.pool.query(
    'select template, params from inbox_message where person_id = $1 order by id',
    [person.id],
  );
  return rows as { template: string; params: Record<string, unknown> }[];
};

const renderer = createRenderer(loadTexts(), () => undefined);
/** What the newest message says, as it is written down. */
async function lastText(person: Somebody, template: string, language: Language): Promise<string> {
  const message = (await messages(person)).at(-1)!;
  expect(message.template).toBe(template);
  return renderer.message(language, message as unknown as NotificationContent, null).text;
}

test('that is not sent yet is read on record, alone and in a list', async () => {
  const [draft, waiting] = [await app.written(customer, {}), await sent()];
  const reader = await app.signIn('Nodira Namuna', ['operator']);
  for (const path of [
    `orders/${waiting}`,
    `orders/${draft}`,
    'orders?size=100',
    'orders?size=100&status=created',
  ])
    await read(reader, path);
  const { rows } = await app.database.pool.query(
    `select reason from person_action where person_id = $1 and action = 'drafts-viewed' order by id`,
    [reader.id],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({ reason: `order:${draft}` });
  expect(rows[1].reason.split(' ')).toContain(`order:${draft}`);
  expect(rows[1].reason.split(' ')).not.toContain(`order:${waiting}`);
});

describe('the queue', () => {
  test('lists what waits, the longest first, with claim and checks, and filters it', async () => {
    const [one, two] = [await sent(), await sent(customer, { startPriceTiyin: 90_000_000_00 })];
    const list = await queue(first);
    expect(idsIn(list).indexOf(one)).toBeLessThan(idsIn(list).indexOf(two));
    const row = list.items.find(({ id }: { id: number }) => id === one);
    expect(row).toMatchObject({ customer: { name: 'Anvar Namuna' }, claim: null, awaitsSecond: false });
    expect(row.checks.passed + row.checks.failed).toBe(8);
    expect(list.service).toMatchObject({ waiting: list.total });
    expect(list.service.oldestSentAtMs).toBe(list.items[0].sentAtMs);

    await app.post(first, `/api/console/orders/${one}/claim`);
    expect(idsIn(await queue(first, '&claim=mine'))).toEqual([one]);
    expect(idsIn(await queue(second, '&claim=others'))).toEqual([one]);
    expect(idsIn(await queue(second, '&claim=free'))).not.toContain(one);
    expect(idsIn(await queue(first, `&order=${two}`))).toEqual([two]);
    expect(idsIn(await queue(first, '&fromTiyin=9000000000'))).toEqual([two]);
    expect(idsIn(await queue(first, `&category=${app.trade.categoryId}&customer=${customer.id}`))).toEqual(
      idsIn(await queue(first)),
    );
    expect(idsIn(await queue(first, '&category=1'))).toEqual([]);
    expect(idsIn(await queue(first, '&orderType=state'))).toEqual([]);
  });

  test('a claim is seen by colleagues and ends by itself, by the clock of the database', async () => {
    const id = await sent();
    const claim = (who: Somebody) => app.post(who, `/api/console/orders/${id}/claim`);
    const both = await Promise.all([claim(first), claim(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser] = both[0].status === 200 ? [first, second] : [second, first];
    const refused = both.find(({ status }) => status === 409)!.body.ERROR;
    expect(refused.code).toBe('console-orders.claimed');
    expect(refused.details.by).toMatch(/Moderator$/);
    expect((await read(loser, `orders/${id}`)).may).toEqual([]);
    expect((await read(winner, `orders/${id}`)).may).toEqual(['release', 'approve', 'return', 'reject']);
    expect((await app.decide(loser, id, 'approve')).body.ERROR.code).toBe('console-orders.claimed');
    await app.database.pool.query(
      `update customer_order set claimed_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect((await claim(loser)).status).toBe(200);
    // The first one gives back nothing that is not theirs.
    await app.post(winner, `/api/console/orders/${id}/release`);
    expect((await read(loser, `orders/${id}`)).claim).toMatchObject({ mine: true });
    await app.post(loser, `/api/console/orders/${id}/release`);
    expect((await read(loser, `orders/${id}`)).claim).toBeNull();
  });

  test('a claim is renewed by one person for two hours; then a colleague takes the order over', async () => {
    const id = await sent();
    const claim = (who: Somebody) => app.post(who, `/api/console/orders/${id}/claim`);
    const passed = (minutes: number) =>
      app.database.pool.query(
        `update customer_order set claims_since = claims_since - make_interval(mins => $2),
           claimed_until = claimed_until - make_interval(mins => $2) where id = $1`,
        [id, minutes],
      );
    await claim(first);
    await passed(20);
    expect((await claim(first)).status).toBe(200);
    // Given back and taken again is the same claim.
    await app.post(first, `/api/console/orders/${id}/release`);
    await passed(90);
    const { untilMs } = (await claim(first)).body;
    expect(untilMs).toBeLessThan(Date.now() + 11 * 60_000);
    await passed(15);
    expect((await claim(first)).body.ERROR.code).toBe('console-orders.claimed-long');
    expect((await claim(second)).status).toBe(200);
    expect((await claim(first)).body.ERROR.code).toBe('console-orders.claimed');
    await app.post(second, `/api/console/orders/${id}/release`);
    expect((await claim(first)).status).toBe(200);
  });
});

describe('the history that the customer reads', () => {
  const read = async (who: Somebody, id: number) =>
    app.app.call('GET', `/api/shop/order/flows/${id}`, { cookie: who.cookie });

  test('names the reason of each decision in four languages, with the words of the moderator', async () => {
    const id = await sent();
    await app.decide(first, id, 'return', REMARKS);
    await app.flows.answerRemarks(app.database.db, id, ['title', 'photos']);
    await app.done(customer, id, 'send');
    await app.decide(first, id, 'reject', { reason: 'encumbered', text: 'The pipes are pledged to a bank' });
    const { status, body } = await read(customer, id);
    expect(status).toBe(200);
    const [created, , returned, , rejected] = body.items;
    expect(created).toMatchObject({ by: 'customer', reason: null, remarks: [] });
    expect(returned).toMatchObject({
      to: 'returned',
      reason: {
        code: 'incomplete',
        name: {
          uz: 'maʼlumotlar yoki hujjatlar toʻliq emas',
          ru: 'сведения или документы неполные',
          'uz-Cyrl': 'маълумотлар ёки ҳужжатлар тўлиқ эмас',
          en: 'information or documents are incomplete',
        },
      },
      remarks: REMARKS.remarks.map((remark) => ({ ...remark, answered: true })),
    });
    expect(rejected).toMatchObject({
      to: 'rejected',
      reason: { code: 'encumbered', name: { en: 'the property is under arrest, pledge or dispute' } },
      why: 'The pipes are pledged to a bank',
    });
    // Which of the staff decided is not the customer's to know.
    expect(JSON.stringify(body)).not.toContain(first.id);
    expect(JSON.stringify(body)).not.toContain('Malika');
  });

  test('has nothing of a decision with an unknown reason, or one of another list', async () => {
    const id = await sent();
    for (const reason of ['mood', 'encumbered']) {
      const refused = await app.decide(first, id, 'return', { ...REMARKS, reason });
      expect([refused.status, refused.body.ERROR.code]).toEqual([422, 'lists.not-offered']);
    }
    expect((await read(customer, id)).body.items).toMatchObject([{ to: 'created' }, { to: 'sent' }]);
  });

  test('is read by its customer alone: staff have their own', async () => {
    const id = await sent();
    const stranger = await app.signIn('Begona', ['customer']);
    for (const who of [stranger, first]) expect((await read(who, id)).status).toBe(404);
    expect((await read({ ...customer, cookie: '' }, id)).status).toBe(401);
    expect((await read(customer, 999)).status).toBe(404);
  });
});

describe('a decision', () => {
  test('returns with remarks per field; the customer answers them and sends again', async () => {
    const id = await sent();
    expect((await app.decide(first, id, 'return', { ...REMARKS, remarks: [] })).status).toBe(400);
    expect((await app.decide(first, id, 'return', REMARKS)).status).toBe(200);
    const order = await read(first, `orders/${id}`);
    expect(order.status).toBe('returned');
    expect(order.remarks).toEqual(REMARKS.remarks.map((remark) => ({ ...remark, answered: false })));
    expect(order.flows.at(-1)).toMatchObject({
      from: 'sent',
      to: 'returned',
      by: 'staff',
      byName: 'Malika Moderator',
    });
    expect(order.flows.at(-1).reason).toMatchObject({
      code: 'incomplete',
      name: { ru: 'сведения или документы неполные' },
    });
    expect(order.flows.at(-1).remarks).toHaveLength(2);
    expect(await lastText(customer, 'order-returned', 'uz')).toBe(
      `Buyurtma № ${id} «Choʻyan quvurlar»: moderator uni tuzatish uchun qaytardi. Sabab: maʼlumotlar yoki hujjatlar toʻliq emas. ` +
        'Izohlar soni: 2. «Name the diameter of the pipes» «Show the ends of the pipes» Ularni bartaraf etib, buyurtmani qayta yuboring.',
    );
    expect(await lastText(customer, 'order-returned', 'ru')).toContain(
      'доработку. Причина: сведения или документы неполные. Замечаний: 2. «Name the diameter of the pipes» «Show',
    );
    await app.flows.answerRemarks(app.database.db, id, ['title']);
    const answered = (await app.flows.remarksOf(id)).map((remark) => remark.answered);
    expect(answered).toEqual([true, false]);
    expect((await app.done(customer, id, 'send')).order.status).toBe('sent');
    expect(await app.events(id)).toEqual(['create', 'send', 'return', 'send']);
  });

  test('rejects for good with a reason of the list and a text', async () => {
    const id = await sent();
    const why = { reason: 'encumbered', text: 'The pipes are pledged to a bank' };
    expect((await app.decide(first, id, 'reject', { ...why, reason: 'mood' })).body.ERROR.code).toBe(
      'lists.not-offered',
    );
    expect((await app.decide(first, id, 'reject', why)).status).toBe(200);
    expect((await app.order(id)).status).toBe('rejected');
    expect(await lastText(customer, 'order-rejected', 'uz')).toMatch(
      /rad etildi: mulk xatlangan, garovda yoki nizoli\. The pipes are pledged to a bank$/,
    );
    expect(await lastText(customer, 'order-rejected', 'ru')).toMatch(
      /отклонён: имущество под арестом, в залоге или является предметом спора\. The pipes are pledged to a bank$/,
    );
    expect((await app.act(customer, id, 'send')).body.ERROR.details.possible).toEqual(['duplicate']);
  });

  test('counts copies with the order: each rejects it once, and what two rejected is not sent again meanwhile', async () => {
    const why = { reason: 'encumbered', text: 'The pipes are pledged to a bank' };
    const copyOf = async (id: number) => (await app.done(customer, id, 'duplicate')).createdIds[0]!;
    const id = await sent();
    expect((await app.decide(first, id, 'reject', why)).status).toBe(200);
    const copy = await copyOf(await copyOf(id));
    expect((await app.done(customer, copy, 'send')).verdict).toBe('done');
    const again = await app.decide(first, copy, 'reject', why);
    expect([again.status, again.body.ERROR.code]).toEqual([409, 'turned-down-before']);
    expect((await app.decide(second, copy, 'reject', why)).status).toBe(200);
    const third = await copyOf(copy);
    for (const each of [third, await copyOf(id)])
      expect((await app.act(customer, each, 'send')).body).toMatchObject({
        verdict: 'refused',
        reason: 'rejected-before',
      });
    await app.database.pool.query(
      `update turned_down set at = at - interval '31 days' where matter = 'order-rejection:' || $1`,
      [id],
    );
    expect((await app.done(customer, third, 'send')).verdict).toBe('done');
  });

  test('counts copies with the order where it is returned, too', async () => {
    const orders = [await sent()];
    for (const _ of [1, 2]) {
      const { createdIds } = await app.done(customer, orders[0]!, 'duplicate');
      await app.done(customer, createdIds[0], 'send');
      orders.push(createdIds[0]);
    }
    const statuses = [];
    for (const id of orders) statuses.push((await app.decide(first, id, 'return', REMARKS)).status);
    expect(statuses).toEqual([200, 200, 409]);
  });

  test('goes on to name a reason that was retired since, which is offered no more', async () => {
    const before = await sent();
    const given = { ...REMARKS, reason: 'terms' };
    expect((await app.decide(first, before, 'return', given)).status).toBe(200);
    await app.database.pool.query(
      `update dictionary_list set entries = (
         select jsonb_agg(case when entry ->> 'code' = 'terms'
           then entry || '{"hidden": true, "name": {"uz": "x", "ru": "x", "uz-Cyrl": "x", "en": "x"}}' else entry end)
         from jsonb_array_elements(entries) entry)
       where name = 'order-returns'`,
    );
    app.parts.reference.forgetLists();
    const refused = await app.decide(first, await sent(), 'return', given);
    expect([refused.status, refused.body.ERROR.code]).toEqual([422, 'lists.not-offered']);
    const { flows } = await read(first, `orders/${before}`);
    const own = await app.app.call('GET', `/api/shop/order/flows/${before}`, { cookie: customer.cookie });
    for (const flow of [flows.at(-1), own.body.items.at(-1)])
      expect(flow.reason.name.en).toBe('the price or the terms of trade are not justified');
  });

  test('is approved by a moderator whose password was typed within 12 hours', async () => {
    const id = await sent();
    const typed = async (hoursAgo: number): Promise<Somebody> => ({
      ...first,
      cookie: (
        await app.app.signIn(
          { personId: first.id, name: first.name, roles: ['moderator'] },
          authenticationExtra({ atMs: Date.now() - hoursAgo * 3_600_000, secondFactor: false }),
        )
      ).cookie,
    });
    const late = await app.decide(await typed(12.1), id, 'approve');
    expect([late.status, late.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    expect((await app.decide(await typed(11.9), id, 'approve')).body.verdict).toBe('approved');
  });

  test('approves once, announces it once, and answers a repeat', async () => {
    const id = await sent();
    const { version } = await app.order(id);
    const approve = (who: Somebody) => app.post(who, `/api/console/orders/${id}/approve`, { version });
    const both = await Promise.all([approve(first), approve(second)]);
    expect(both.map(({ body }) => body.verdict)).toEqual(['approved', 'approved']);
    expect(await app.events(id)).toEqual(['create', 'send', 'approve']);
    const { rows } = await app.database.pool.query(
      `select from outbox where topic = $1 and payload ->> 'orderId' = $2`,
      [ORDER_EVENTS.approved, String(id)],
    );
    expect(rows).toHaveLength(1);
  });

  test('is refused after the customer took the order back, and about another version', async () => {
    const id = await sent();
    const { version } = await app.order(id);
    await app.done(customer, id, 'take-back');
    const late = await app.post(first, `/api/console/orders/${id}/approve`, { version });
    expect([late.status, late.body.ERROR.code]).toEqual([409, 'console-orders.not-waiting']);
    expect(late.body.ERROR.details).toEqual({ state: 'created' });
    await app.done(customer, id, 'send');
    const stale = await app.post(first, `/api/console/orders/${id}/approve`, { version });
    expect(stale.body.ERROR.code).toBe('orders.changed');
  });

  test('and a take-back at the same instant have one winner', async () => {
    const id = await sent();
    const { body: ready } = await app.act(customer, id, 'take-back');
    const [decision, back] = await Promise.all([
      app.decide(first, id, 'return', REMARKS),
      app.carryOut(customer, ready.token),
    ]);
    const { status } = await app.order(id);
    expect([
      ['returned', 200, 409],
      ['created', 409, 200],
    ]).toContainEqual([status, decision.status, back.status]);
  });

  test('is refused while what was sent is not what was signed', async () => {
    const id = await sent();
    await app.database.pool.query(
      `update customer_order set fields = jsonb_set(fields, '{startPriceTiyin}', '7000000000') where id = $1`,
      [id],
    );
    const { status, body } = await app.decide(first, id, 'approve');
    expect([status, body.ERROR.code]).toEqual([422, 'console-orders.checks-failed']);
    expect(body.ERROR.details).toEqual({ checks: ['signature'] });
  });

  test('is refused while the customer owes a penalty since the order was sent', async () => {
    const debtor = await app.signIn('Qarzdor', ['customer']);
    const id = await sent(debtor);
    const key = `order:${id}`;
    await createWallet(app.database.db).owePenalty({
      key,
      reference: key,
      personId: debtor.id,
      amountTiyin: 100,
      reason: 'withdrawn again',
      actor: debtor.id,
    });
    const { status, body } = await app.decide(first, id, 'approve');
    expect([status, body.ERROR.details]).toEqual([422, { checks: ['penalties'] }]);
  });

  test('is refused to customers, operators and auditors', async () => {
    const id = await sent();
    const others = [customer, await app.signIn('O', ['operator']), await app.signIn('A', ['auditor'])];
    for (const who of others) expect((await app.decide(who, id, 'approve')).status).toBe(403);
    expect((await read(others[2]!, `orders/${id}`)).may).toEqual([]);
    const unknown = await app.post(first, '/api/console/orders/999/approve', { version: 1 });
    expect(unknown.status).toBe(404);
  });

  test('is never about an order of one’s own', async () => {
    const id = await sent();
    await attestStaff(app.database, customer.id);
    const self: Somebody = {
      ...customer,
      cookie: (await app.app.signIn({ personId: customer.id, roles: ['moderator'] })).cookie,
    };
    const { status, body } = await app.decide(self, id, 'approve');
    expect([status, body.ERROR.code]).toEqual([403, 'conflict-of-interest']);
    expect((await app.post(self, `/api/console/orders/${id}/claim`)).status).toBe(403);
  });
});

/** Only how they begin is in the message. */
const LONG_REMARKS = Array.from({ length: 9 }, () => 'Show the whole building from the street'.repeat(9));

test('every message of an order has its words and its page in four languages', async () => {
  const about = { orderId: 1_000_001, orderTitle: { uz: 'Uy', ru: 'Дом', 'uz-Cyrl': 'Уй', en: 'Uy' } };
  const lot = { ...about, lotId: 7 };
  const contents = [
    // As earlier versions wrote it.
    { template: 'order-returned', params: { ...about, remarkCount: 2 } },
    {
      template: 'order-returned',
      params: { ...about, chosenReason: about.orderTitle, remarkCount: 9, remarks: LONG_REMARKS },
    },
    { template: 'order-rejected', params: { ...about, rejectReason: about.orderTitle, reason: 'Pledged' } },
    // As earlier versions wrote it.
    { template: 'order-rejected', params: { ...about, rejectReason: 'encumbered', reason: 'Pledged' } },
    { template: 'order-approved', params: about },
    { template: 'order-published', params: lot },
    { template: 'order-terms-impossible', params: about },
    { template: 'order-sold', params: { ...lot, priceTiyin: 500_00 } },
    { template: 'order-not-sold', params: lot },
    { template: 'order-withdrawn-by-staff', params: lot },
    { template: 'order-withdrawn', params: about },
    { template: 'order-penalty', params: { ...about, amountTiyin: 412_000_00 } },
  ] as const;
  for (const language of LANGUAGES) {
    for (const content of contents) {
      const { title, text, path } = renderer.message(language, content, null);
      expect(title, content.template).not.toMatch(/order-|\{\{/);
      expect(text, content.template).toContain('1000001');
      expect(text).not.toMatch(/\{\{|order-|  /);
      expect(text.length).toBeLessThan(600);
      expect(path).toContain('/profile/orders/');
    }
  }
});

test('service times are the median of decisions since the sending', async () => {
  const { service } = await queue(first);
  expect(service.decided).toBeGreaterThanOrEqual(3);
  expect(service.medianMs).toBeGreaterThan(0);
  expect(service.medianMs).toBeLessThan(600_000);
});

describe('a whole history', () => {
  const bySystem = { kind: 'system' } as const;

  async function approved(): Promise<number> {
    const id = await sent();
    expect((await app.decide(first, id, 'approve')).body.verdict).toBe('approved');
    return id;
  }
  async function onTrade(): Promise<{ orderId: number; lotId: number }> {
    const orderId = await approved();
    const listed = await app.trade.listing.list(orderId);
    if (listed.outcome !== 'published') throw new Error(listed.outcome);
    return { orderId, lotId: listed.lotId };
  }
  async function returned(): Promise<number> {
    const id = await sent();
    await app.decide(first, id, 'return', REMARKS);
    return id;
  }

  /** Ways from state to state that the tables allow and a call sets off. */
  const possible = Object.entries(ORDER.events as Lifecycle['events'])
    .filter(([, { calls }]) => calls.length > 0)
    .flatMap(([event, { from, to }]) =>
      from === START ? [`${event}: - ${to}`] : from.map((state) => `${event}: ${state} ${to}`),
    );

  test('takes every way that the table of orders allows, and none besides', async () => {
    for (const draft of [await app.written(customer), await returned()]) {
      const { version } = await app.order(draft);
      await app.orders.drafts.delete(customer.id, { orderId: draft, version }, '');
    }
    for (const id of [await app.written(customer), await returned(), await sent(), await approved()])
      expect((await app.done(customer, id, 'cancel')).order.status).toBe('cancelled');
    const late = await approved();
    await app.database.pool.query(
      `update customer_order set fields = jsonb_set(fields, '{choices,opensAtMs}', '1') where id = $1`,
      [late],
    );
    expect((await app.trade.listing.list(late)).outcome).toBe('returned');
    expect((await app.flows.remarksOf(late)).length).toBeGreaterThan(0);
    const sold = await onTrade();
    await app.move({ event: 'sell', ...sold, by: bySystem, priceTiyin: 60_000_000_00 });
    await app.move({ event: 'lose-sale', ...sold, by: bySystem });
    const handedOver = await onTrade();
    await app.move({ event: 'sell', ...handedOver, by: bySystem, priceTiyin: 60_000_000_00 });
    for (const event of ['dispute-hand-over', 'confirm-hand-over', 'finish'] as const)
      await app.move({ event, ...handedOver, by: bySystem });
    const noted = { orderId: handedOver.orderId, event: 'note-lost-result', from: 'finished' } as const;
    await app.trade.recordFlow({ ...noted, by: bySystem, why: 'result-cancelled' });
    const undone = await onTrade();
    await app.move({ event: 'sell', ...undone, by: bySystem, priceTiyin: 60_000_000_00 });
    await app.move({ event: 'lose-result', ...undone, by: bySystem });
    await app.move({ event: 'lose-result', ...(await onTrade()), by: bySystem });
    const repeated = await onTrade();
    await app.move({ event: 'end-unsold', ...repeated, by: bySystem });
    await app.move({ event: 'lose-result', ...repeated, by: bySystem });
    const plan = { ...repeated, by: bySystem, publishAtMs: Date.now(), priceTiyin: 50_000_000_00 };
    await app.move({ event: 'plan-repeat', ...plan });
    await app.move({ event: 'block-repeat', ...repeated, by: bySystem, obstacle: 'owes' });
    await app.move({ event: 'postpone-repeat', ...plan, why: 'a court' });
    await app.move({ event: 'stop-repeat', ...repeated, by: bySystem, why: 'a court' });
    await app.move({ event: 'trade-again', ...repeated, by: bySystem, priceTiyin: 50_000_000_00 });
    const closed = await onTrade();
    await app.move({ event: 'end-unsold', ...closed, by: bySystem });
    await app.move({ event: 'close', orderId: closed.orderId, by: bySystem, why: 'stay-over' });
    await app.move({ event: 'withdraw-by-staff', ...(await onTrade()), by: bySystem });
    const { orderId } = await onTrade();
    expect((await app.done(customer, orderId, 'withdraw-from-trade')).order.status).toBe('cancelled');

    const seller = await app.signIn('Katta Savdo', ['customer']);
    await app.post(first, `/api/console/authorised-sellers/${seller.id}`, {
      authorised: true,
      reason: 'a trade organisation',
    });
    expect((await app.decide(first, await sent(seller, DEAR), 'approve')).body.verdict).toBe('awaits-second');

    const { rows } = await app.database.pool.query<{ way: string }>(
      `select distinct event || ': ' || coalesce(from_state, '-') || ' ' || to_state as way from order_flow`,
    );
    expect(rows.map(({ way }) => way).toSorted()).toEqual(possible.toSorted());
    const templates = new Set((await messages(customer)).map(({ template }) => template));
    for (const template of ['order-published', 'order-terms-impossible', 'order-sold', 'order-not-sold'])
      expect([...templates]).toContain(template);
  });
});
