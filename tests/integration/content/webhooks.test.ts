import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registerConsoleWebhookRoutes, registerWebhookRoutes } from '#server/api/index.ts';
import {
  createWebhookDelivery,
  WEBHOOK_WAITS_MS,
} from '#server/domains/content/webhooks/deliver-webhooks.ts';
import { queueLotNews } from '#server/domains/content/webhooks/queue-lot-news.ts';
import { createTurningDown } from '#server/domains/people/accounts/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createStaffHosts } from '#server/domains/content/webhooks/staff-hosts.ts';
import { createStaffWebhooks } from '#server/domains/content/webhooks/staff-webhooks.ts';
import { createWebhooks } from '#server/domains/content/webhooks/webhooks.service.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import { createListenerCalls } from '#server/integrations/listeners/index.ts';
import { createSecretBox } from '#server/platform/secret-box/index.ts';
import { authenticationExtra } from '#server/platform/sessions/index.ts';
import { WEBHOOK_EVENTS, WEBHOOKS_MAX, type WebhookEvent } from '#shared/api/cabinet/webhooks.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { JUST_NOW_MS, startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PATH = '/api/shop/webhooks';
const HOUR_MS = 3_600_000;
const KEY = 'the first key of this test, 32 letters';

interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

let database: TestDatabase;
let app: TestApp;
let lots: ReturnType<typeof createLotsService>;
let clockMs = Date.now();
const received: Received[] = [];
/** What the listener answers; `never`: it takes the call and does not answer. */
let answers: number | 'never' = 204;
let listenerUrl: string;
const listener = createServer((req, res) => {
  let body = '';
  req.on('data', (part: Buffer) => (body += part.toString()));
  req.on('end', () => {
    received.push({ path: req.url ?? '', headers: req.headers as Record<string, string>, body });
    if (answers !== 'never') res.writeHead(answers, { location: '/elsewhere' }).end();
  });
});
const recorded: string[] = [];

const now = () => clockMs;
const calls = createListenerCalls({ toLoopback: true, timeoutMs: 2_000 });
const box = createSecretBox('webhooks', KEY);
const record = (action: { action: string }) => {
  recorded.push(action.action);
  return Promise.resolve();
};
const deliveryWith = (given: { box?: typeof box } = {}) => {
  const notifications = createNotifications(database.db);
  return createWebhookDelivery({
    db: database.db,
    calls,
    box,
    now,
    tellOwner: (tx, { personId, webhookId, url, atMs }) =>
      notifications.notify(tx, {
        personId,
        key: `webhook-failing:${webhookId}:${atMs}`,
        template: 'webhook-failing',
        params: { webhookUrl: url },
      }),
    onResult: () => undefined,
    ...given,
  });
};

const webhooksUnder = (sealed: typeof box) =>
  createWebhooks({
    db: database.db,
    calls,
    box: sealed,
    record,
    now,
    isFilter: ({ categoryId }) => Promise.resolve(categoryId === null || categoryId < 1_000_000),
  });

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  lots = createLotsService({
    lots: createLotsRepository(db),
    search: createLotSearchRepository(db),
    reference: createReferenceService(createReferenceRepository(db)),
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  listenerUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const notifications = createNotifications(db);
  const ofStaff: Parameters<typeof createStaffHosts>[0] = {
    db,
    now,
    record,
    turning: createTurningDown(isSamePerson),
    namesOf: (ids) => Promise.resolve(new Map(ids.map((id) => [id, 'Of the staff']))),
    tellOwner: (tx, { personId, webhookId, url, reason }) =>
      notifications.notify(tx, {
        personId,
        key: `webhook-off:${webhookId}`,
        template: 'webhook-off',
        params: { webhookUrl: url, reason },
      }),
  };
  app = await startTestApp((http) => {
    registerWebhookRoutes(http, webhooksUnder(box));
    registerConsoleWebhookRoutes(http, createStaffWebhooks(ofStaff), createStaffHosts(ofStaff));
  });
});
afterAll(async () => {
  listener.closeAllConnections();
  await new Promise((done) => listener.close(done));
  await app?.close();
  await database?.close();
});
afterEach(async () => {
  answers = 204;
  received.length = 0;
  clockMs = Date.now();
  await database.pool.query('delete from webhook');
  await database.pool.query('delete from switched_off_host');
  await database.pool.query('delete from outbox');
});

/** Somebody who has typed the password just now. */
async function owner() {
  const personId = randomUUID();
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language, roles)
     values ($1::uuid, 'test', $1::uuid::text, 'natural', 'Owner', 'uz', '{buyer}')`,
    [personId],
  );
  const typed = authenticationExtra({ atMs: JUST_NOW_MS, secondFactor: false });
  const { cookie } = await app.signIn({ personId }, typed);
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  return { personId, call };
}
type Owner = Awaited<ReturnType<typeof owner>>;

async function listenerOf(who: Owner, given: object = {}) {
  const wish = { url: `${listenerUrl}/hook`, events: WEBHOOK_EVENTS, ...given };
  const { status, body } = await who.call('POST', PATH, wish);
  expect([status, body.ERROR]).toEqual([200, undefined]);
  return body as { secret: string; shown: { id: number } };
}

const realLot = (given: object = {}) =>
  publishTestLot(database, {
    ruleSet: 'private',
    publishedAt: new Date(),
    opensInMs: 30 * 24 * HOUR_MS,
    ...given,
  });

/** As the worker does with each event of the outbox. */
async function handleNews(): Promise<string[]> {
  const { rows } = await database.pool.query(
    `delete from outbox where topic = 'webhooks.lot-news' returning payload`,
  );
  for (const { payload } of rows as { payload: { event: WebhookEvent; lotId: number } }[])
    await database.db.transaction().execute((tx) => queueLotNews(tx, lots, payload, now()));
  return rows.map(({ payload }) => payload.event as string);
}

const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers) as { type: string; data: { lot: { id: number } } };
const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
  `${status} ${body.ERROR?.code ?? ''}`.trim();
const stateOf = async (webhookId: number) =>
  (
    await database.pool.query(
      'select state, attempts, answer_status as status from webhook_delivery where webhook_id = $1',
      [webhookId],
    )
  ).rows as { state: string; attempts: number; status: number | null }[];
const messagesOf = async (personId: string) =>
  (await database.pool.query('select template from inbox_message where person_id = $1', [personId])).rows.map(
    ({ template }) => template as string,
  );

describe('news of a lot', () => {
  test('are announced once each as the lot goes on, are public facts, and are signed as the standard says', async () => {
    const who = await owner();
    const { secret, shown } = await listenerOf(who);
    const lotId = await realLot();
    await publishTestLot(database);
    expect(await handleNews()).toEqual(['lot.published']);
    const set = (change: string) => database.pool.query(`update lot set ${change} where id = $1`, [lotId]);
    await set(`status = ${LOT_STATUS.biddingNow}`);
    await set(`status = ${LOT_STATUS.suspended}`);
    await set(`status = ${LOT_STATUS.biddingNow}`);
    await set(
      `status = ${LOT_STATUS.priceFormed}, outcome = 'sold', ended_at = now(), room_phase = 'closed', room_price_tiyin = 5, winner_number = 7`,
    );
    await set(`status = ${LOT_STATUS.resultCancelled}`);
    expect(await handleNews()).toEqual(['auction.opened', 'lot.closed', 'result.cancelled']);
    expect(await deliveryWith()()).toBe(4);
    const news = received.map((each) => verified(secret, each));
    expect(news.map(({ type }) => type).toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
    const ended = JSON.parse(received.find(({ body }) => body.includes('result.cancelled'))!.body);
    expect(ended.data).toEqual(JSON.parse(JSON.stringify(await lots.result(lotId))));
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
    expect(() =>
      new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(
        received[0]!.body,
        received[0]!.headers,
      ),
    ).toThrow();
    const list = await who.call('GET', `${PATH}/${shown.id}/deliveries`);
    expect(list.body).toMatchObject({
      total: 4,
      items: [{ lotId, state: 'delivered', answerStatus: 204 }, {}, {}, {}],
    });
  });

  test('go to those who asked for them, and nothing is announced while there is no listener', async () => {
    await realLot();
    expect(await handleNews()).toEqual([]);
    const who = await owner();
    const lot = (await lots.result(await realLot()))!.lot;
    await listenerOf(who, { url: `${listenerUrl}/group`, categoryId: lot.groupId });
    await listenerOf(who, { url: `${listenerUrl}/other`, categoryId: lot.categoryId + 1 });
    await listenerOf(who, {
      url: `${listenerUrl}/region`,
      regionId: lot.regionId,
      events: ['lot.published'],
    });
    await listenerOf(who, { url: `${listenerUrl}/ends`, events: ['lot.closed'] });
    await realLot();
    await handleNews();
    await deliveryWith()();
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/group', '/region']);
  });
});

describe('a listener that does not take them', () => {
  test.each([500, 302, 410] as const)(
    'and answers %i is called again later, at longer and longer intervals, until the message is given up',
    async (status) => {
      const who = await owner();
      const { shown } = await listenerOf(who);
      await realLot();
      await handleNews();
      answers = status;
      const deliver = deliveryWith();
      for (const [done, waitMs] of WEBHOOK_WAITS_MS.entries()) {
        await deliver();
        expect(received).toHaveLength(done + 1);
        clockMs += waitMs - 1_000;
        await deliver();
        expect(received).toHaveLength(done + 1);
        clockMs += 1_000;
      }
      expect(clockMs - Date.now()).toBeGreaterThan(2.8 * 24 * HOUR_MS);
      await deliver();
      expect(received).toHaveLength(WEBHOOK_WAITS_MS.length + 1);
      expect(new Set(received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)).size).toBe(1);
      expect(await stateOf(shown.id)).toEqual([{ state: 'given-up', attempts: 12, status }]);
      expect((await who.call('GET', PATH)).body).toMatchObject([{ off: null }]);
      expect(await messagesOf(who.personId)).toEqual([]);
    },
  );

  /** News of so many lots, at their last attempt. */
  async function atLastAttempt(lotsOfNews: number): Promise<void> {
    for (let nth = 0; nth < lotsOfNews; nth += 1) await realLot();
    await handleNews();
    await database.pool.query(`update webhook_delivery set attempts = $1 where state = 'waiting'`, [
      WEBHOOK_WAITS_MS.length,
    ]);
  }
  const offOf = async (who: Owner) => (await who.call('GET', PATH)).body[0].off as { why: string } | null;

  test('is switched off after three messages over three days, and its owner gets a message', async () => {
    const who = await owner();
    const { shown } = await listenerOf(who);
    const deliver = deliveryWith();
    answers = 500;
    await atLastAttempt(4);
    await deliver();
    expect(await stateOf(shown.id)).toMatchObject(Array.from({ length: 4 }, () => ({ state: 'given-up' })));
    expect(await offOf(who)).toBeNull();
    clockMs += 3 * 24 * HOUR_MS - 1_000;
    await atLastAttempt(1);
    await deliver();
    expect(await offOf(who)).toBeNull();
    clockMs += 1_000;
    await atLastAttempt(1);
    await realLot();
    await handleNews();
    await deliver();
    expect(await offOf(who)).toMatchObject({ why: 'failing' });
    expect(await messagesOf(who.personId)).toEqual(['webhook-failing']);
    expect((await stateOf(shown.id)).every(({ state }) => state === 'given-up')).toBe(true);

    await realLot();
    expect(await handleNews()).toEqual([]);
    const [item] = (await who.call('GET', `${PATH}/${shown.id}/deliveries`)).body.items;
    const replay = () => who.call('POST', `/api/shop/webhook-deliveries/${item.id}/replay`);
    expect(codeOf(await replay())).toBe('409 webhooks.off');
    expect(codeOf(await who.call('POST', `${PATH}/${shown.id}/switch-on`))).toBe('200');
    // What failed before does not count any more.
    await atLastAttempt(1);
    await deliver();
    expect(await offOf(who)).toBeNull();
    answers = 200;
    expect((await replay()).body).toMatchObject({ state: 'waiting', messageId: item.messageId });
    expect(await deliver()).toBe(1);
    expect(received.at(-1)!.headers['webhook-id']).toBe(item.messageId);
  });

  test('stays on where it took a message in between, also where that one is sent again', async () => {
    const who = await owner();
    const { shown } = await listenerOf(who);
    const deliver = deliveryWith();
    answers = 500;
    await atLastAttempt(2);
    await deliver();
    clockMs += HOUR_MS;
    answers = 200;
    await atLastAttempt(1);
    expect(await deliver()).toBe(1);
    answers = 500;
    const [taken] = (await who.call('GET', `${PATH}/${shown.id}/deliveries`)).body.items;
    expect(taken.state).toBe('delivered');
    expect(codeOf(await who.call('POST', `/api/shop/webhook-deliveries/${taken.id}/replay`))).toBe('200');
    clockMs += 4 * 24 * HOUR_MS;
    await atLastAttempt(1);
    await deliver();
    expect(await offOf(who)).toBeNull();
    clockMs += 3 * 24 * HOUR_MS;
    await atLastAttempt(1);
    await deliver();
    expect(await offOf(who)).toMatchObject({ why: 'failing' });
  });

  test('is switched off once where its last messages are given up at the same time', async () => {
    const who = await owner();
    await listenerOf(who);
    answers = 500;
    await atLastAttempt(1);
    await deliveryWith()();
    clockMs += 3 * 24 * HOUR_MS;
    await atLastAttempt(2);
    await Promise.all([deliveryWith()(), deliveryWith()()]);
    expect(await offOf(who)).toMatchObject({ why: 'failing' });
    expect(await messagesOf(who.personId)).toEqual(['webhook-failing']);
  });

  test.each(['disabled_at', 'erased_at'])(
    'whose owner has an account with %s gets nothing: what waits is given up with that reason',
    async (column) => {
      const who = await owner();
      const { shown } = await listenerOf(who);
      await realLot();
      await handleNews();
      await database.pool.query(`update person set ${column} = now() where id = $1`, [who.personId]);
      await realLot();
      expect(await handleNews()).toEqual(['lot.published']);
      expect(await stateOf(shown.id)).toHaveLength(1);
      expect(await deliveryWith()()).toBe(0);
      expect(received).toEqual([]);
      const { rows } = await database.pool.query(
        'select state, attempts, last_error as error from webhook_delivery where webhook_id = $1',
        [shown.id],
      );
      expect(rows).toEqual([{ state: 'given-up', attempts: 0, error: 'the account of its owner is shut' }]);
    },
  );

  test('a process that dies between sending and noting it: it is sent again under the same id', async () => {
    const who = await owner();
    const { shown } = await listenerOf(who);
    await realLot();
    await handleNews();
    answers = 'never';
    // Not waited for, as a process that is gone is not.
    const dying = deliveryWith()();
    await eventually(() => Promise.resolve(received.length === 1 || null), 'the first call');
    answers = 200;
    expect(await deliveryWith()()).toBe(0);
    clockMs += 61_000;
    expect(await deliveryWith()()).toBe(1);
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
    expect(await stateOf(shown.id)).toEqual([{ state: 'delivered', attempts: 2, status: 200 }]);
    await dying;
    expect(await stateOf(shown.id)).toEqual([{ state: 'delivered', attempts: 2, status: 200 }]);
  });
});

describe('secrets', () => {
  test('are shown once, stored encrypted, and rotated with a day in which both sign', async () => {
    const who = await owner();
    const { secret, shown } = await listenerOf(who);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify((await who.call('GET', PATH)).body)).not.toContain(secret);
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const { rows } = await database.pool.query('select secret from webhook where id = $1', [shown.id]);
    expect((rows[0].secret as Buffer).includes(raw)).toBe(false);
    const { body } = await who.call('POST', `${PATH}/${shown.id}/rotate`);
    const rotated = (body as { secret: string }).secret;
    const deliver = deliveryWith();
    await realLot();
    await handleNews();
    await deliver();
    for (const each of [secret, rotated]) expect(verified(each, received[0]!).type).toBe('lot.published');
    clockMs += 24 * HOUR_MS + 1;
    await realLot();
    await handleNews();
    await deliver();
    const { headers } = received[1]!;
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(headers['webhook-signature']).not.toBe(received[0]!.headers['webhook-signature']);
    await webhooksUnder(box).renewSecrets();
    const left = await database.pool.query('select previous_secret from webhook where id = $1', [shown.id]);
    expect(left.rows).toEqual([{ previous_secret: null }]);
  });

  test('go on signing when the key of the installation is changed', async () => {
    const who = await owner();
    const { secret } = await listenerOf(who);
    const NEW = 'the second key of this test, 32 letters';
    await webhooksUnder(createSecretBox('webhooks', NEW, KEY)).renewSecrets();
    await realLot();
    await handleNews();
    expect(await deliveryWith({ box: createSecretBox('webhooks', NEW) })()).toBe(1);
    expect(verified(secret, received[0]!).type).toBe('lot.published');
  });
});

describe('listeners of a person', () => {
  test('ask for a password typed just now, are five, and have an address and filters that there are', async () => {
    const who = await owner();
    const wish = { url: `${listenerUrl}/hook`, events: ['lot.closed'] };
    const { cookie } = await app.signIn({ personId: who.personId });
    expect(codeOf(await app.call('POST', PATH, { cookie, body: wish }))).toBe('403 sign-in-again');
    const trying = async (given: object) => codeOf(await who.call('POST', PATH, { ...wish, ...given }));
    expect(await trying({ categoryId: 1_000_000 })).toBe('422 webhooks.unknown-filter');
    expect(await trying({ url: 'https://10.0.0.1/' })).toBe('422 webhooks.address');
    expect(await trying({ events: [] })).toBe('400 malformed');
    const all = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 2 }, () => trying({})));
    expect(all.filter((each) => each === '200')).toHaveLength(WEBHOOKS_MAX);
    expect(all.filter((each) => each === '422 webhooks.too-many')).toHaveLength(2);
  });

  test('are no one else’s', async () => {
    const who = await owner();
    const other = await owner();
    const { shown } = await listenerOf(who);
    await realLot();
    await handleNews();
    await deliveryWith()();
    const [item] = (await who.call('GET', `${PATH}/${shown.id}/deliveries`)).body.items;
    expect((await other.call('GET', PATH)).body).toEqual([]);
    for (const [method, path] of [
      ['GET', `${PATH}/${shown.id}/deliveries`],
      ['POST', `${PATH}/${shown.id}/rotate`],
      ['POST', `${PATH}/${shown.id}/switch-on`],
      ['DELETE', `${PATH}/${shown.id}`],
      ['POST', `/api/shop/webhook-deliveries/${item.id}/replay`],
    ] as const)
      expect(codeOf(await other.call(method, path)), path).toBe('404 not-found');
    expect((await who.call('DELETE', `${PATH}/${shown.id}`)).body).toEqual({ deleted: true });
    expect(await stateOf(shown.id)).toEqual([]);
  });

  test('are switched off by staff with a reason, and then not on again by their owner', async () => {
    const who = await owner();
    const { shown } = await listenerOf(who);
    await realLot();
    await handleNews();
    const { cookie } = await app.signIn({ roles: ['operator'] });
    const list = await app.call('GET', '/api/console/webhook-deliveries?state=waiting', { cookie });
    expect(list.body).toMatchObject({ total: 1, items: [{ webhookId: shown.id, off: false }] });
    const path = `/api/console/people/${who.personId}/webhooks/${shown.id}/switch-off`;
    const off = () => app.call('POST', path, { cookie, body: { reason: 'Floods a neighbour' } });
    const hidden = await app.call('POST', path, { cookie, body: { reason: 'Floods a \u202Eneighbour' } });
    expect(codeOf(hidden)).toBe('400 hidden-marks');
    expect(hidden.body.ERROR.details).toEqual({
      fields: [{ field: 'body.reason', problem: 'hidden-marks' }],
    });
    recorded.length = 0;
    expect((await off()).body).toEqual({ off: true });
    expect((await off()).body).toEqual({ off: true });
    expect(recorded).toEqual(['webhook-off', 'switched-webhook-off']);
    expect((await who.call('GET', PATH)).body).toMatchObject([
      { off: { why: 'staff', reason: 'Floods a neighbour' } },
    ]);
    expect(codeOf(await who.call('POST', `${PATH}/${shown.id}/switch-on`))).toBe('409 webhooks.off-by-staff');
    expect(await messagesOf(who.personId)).toEqual(['webhook-off']);
    expect(await deliveryWith()()).toBe(0);
    expect(received).toEqual([]);
  });
});

test('one member of staff switches five listeners of a person off within 30 days, a colleague the next', async () => {
  const who = await owner();
  const operatorOf = async () =>
    (await app.signIn({ personId: (await owner()).personId, roles: ['operator'] })).cookie;
  const [one, colleague] = [await operatorOf(), await operatorOf()];
  const off = async (cookie: string) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into webhook (person_id, url, events, secret) values ($1, 'https://n.example/', '{lot.closed}', '\\x00') returning id::int`,
      [who.personId],
    );
    const path = `/api/console/people/${who.personId}/webhooks/${rows[0]!.id}/switch-off`;
    return codeOf(await app.call('POST', path, { cookie, body: { reason: 'Floods a neighbour' } }));
  };
  for (let count = 0; count < 5; count += 1) expect(await off(one)).toBe('200');
  expect(await off(one)).toBe('409 turned-down-before');
  expect(await off(colleague)).toBe('200');
});

describe('a host that staff has switched off', () => {
  const HOSTS = '/api/console/switched-off-hosts';
  const reason = 'Floods a neighbour';
  async function staff() {
    const { personId } = await owner();
    const { cookie } = await app.signIn({ personId, roles: ['operator'] });
    const turn = (to: 'on' | 'off', host: string) =>
      app.call('POST', `${HOSTS}/switch-${to}`, { cookie, body: { host, reason } });
    return { turn, list: async () => (await app.call('GET', HOSTS, { cookie })).body };
  }
  const deliveryOf = async (webhookId: number) =>
    (
      await database.pool.query(
        'select state, last_error as error from webhook_delivery where webhook_id = $1',
        [webhookId],
      )
    ).rows;

  test('is off for everybody, with what waits, until staff switches it on again', async () => {
    const [who, other] = [await owner(), await owner()];
    const { shown } = await listenerOf(who);
    const { shown: elsewhere } = await listenerOf(other, { url: 'http://127.0.0.2:9/hook' });
    await realLot();
    await handleNews();
    const { turn, list } = await staff();
    recorded.length = 0;
    expect((await turn('off', '127.0.0.1')).body).toEqual({ off: true });
    expect((await turn('off', '127.0.0.1')).body).toEqual({ off: true });
    expect(recorded).toEqual(['switched-host-off', 'webhook-off']);
    expect(await list()).toMatchObject([{ host: '127.0.0.1', by: 'Of the staff', reason }]);
    expect(await messagesOf(who.personId)).toEqual(['webhook-off']);
    expect(await messagesOf(other.personId)).toEqual([]);
    expect(await deliveryOf(shown.id)).toEqual([
      { state: 'given-up', error: 'staff has switched its host off' },
    ]);
    expect(await deliveryOf(elsewhere.id)).toEqual([{ state: 'waiting', error: null }]);

    expect((await who.call('GET', PATH)).body).toMatchObject([{ off: { why: 'host', reason } }]);
    expect((await who.call('POST', `${PATH}/${shown.id}/rotate`)).body.shown.off.why).toBe('host');
    const wish = { url: `${listenerUrl}/again`, events: ['lot.closed'] };
    expect(codeOf(await other.call('POST', PATH, wish))).toBe('422 webhooks.host-off');
    expect((await other.call('GET', PATH)).body).toHaveLength(1);
    expect(codeOf(await who.call('POST', `${PATH}/${shown.id}/switch-on`))).toBe('422 webhooks.host-off');
    const [item] = (await who.call('GET', `${PATH}/${shown.id}/deliveries`)).body.items;
    const replay = () => who.call('POST', `/api/shop/webhook-deliveries/${item.id}/replay`);
    expect(codeOf(await replay())).toBe('422 webhooks.host-off');
    await realLot();
    await handleNews();
    expect(await deliveryOf(shown.id)).toHaveLength(1);

    expect((await turn('on', '127.0.0.1')).body).toEqual({ off: false });
    expect((await turn('on', '127.0.0.1')).body).toEqual({ off: false });
    expect(recorded.filter((action) => action === 'switched-host-on')).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect((await who.call('GET', PATH)).body).toMatchObject([{ off: null }]);
    expect(codeOf(await other.call('POST', PATH, wish))).toBe('200');
    expect(codeOf(await replay())).toBe('200');
    expect(await deliveryWith()()).toBe(1);
  });

  test('goes off and on by one person as often as colleagues undo it twice, whatever part of its name is written', async () => {
    const [one, other, third] = [await staff(), await staff(), await staff()];
    for (const host of ['hooks.neighbour.example', 'neighbour.example']) {
      expect(codeOf(await one.turn('off', host))).toBe('200');
      expect(codeOf(await other.turn('on', host))).toBe('200');
    }
    for (const host of ['neighbour.example', 'hooks.neighbour.example', 'a.hooks.neighbour.example'])
      expect(codeOf(await one.turn('off', host)), host).toBe('409 asked-before');
    expect(codeOf(await one.turn('off', 'others.example'))).toBe('200');
    expect(codeOf(await one.turn('on', 'others.example'))).toBe('200');
    expect(codeOf(await third.turn('off', 'neighbour.example'))).toBe('200');
    expect(codeOf(await other.turn('on', 'neighbour.example'))).toBe('409 turned-down-before');
    const words = { host: 'neighbour.example', reason: 'Pay the fee to 8600 1234 5678 9012' };
    const operator = (await app.signIn({ roles: ['operator'] })).cookie;
    const named = await app.call('POST', `${HOSTS}/switch-on`, { cookie: operator, body: words });
    expect(codeOf(named)).toBe('400 account-digits');
    expect(codeOf(await one.turn('on', 'neighbour.example'))).toBe('200');
  });

  test('gets nothing that was written at the same instant', async () => {
    const who = await owner();
    const { shown } = await listenerOf(who);
    await realLot();
    await handleNews();
    await database.pool.query(
      `insert into switched_off_host (host, switched_by, reason) values ('127.0.0.1', $1, 'for the test')`,
      [who.personId],
    );
    expect(await deliveryWith()()).toBe(0);
    expect(received).toEqual([]);
    expect(await deliveryOf(shown.id)).toEqual([
      { state: 'given-up', error: 'staff has switched its host off' },
    ]);
  });

  test('is off however it is written, with the names below it and listeners without a name of their host', async () => {
    const who = await owner();
    const urls = [
      'https://Listener.Example./a',
      'https://b.listener.example:8443/',
      'https://otherlistener.example/',
    ];
    for (const url of urls)
      await database.pool.query(
        `insert into webhook (person_id, url, events, secret) values ($1, $2, '{lot.closed}', '\\x00')`,
        [who.personId, url],
      );
    const { turn, list } = await staff();
    for (const host of ['example', 'a/b', 'user@listener.example', 'listener.example:8443', 'a b.uz'])
      expect(codeOf(await turn('off', host)), host).toBe('422 webhooks.not-a-host');
    expect(codeOf(await turn('off', ' LISTENER.example. '))).toBe('200');
    expect(await list()).toMatchObject([{ host: 'listener.example' }]);
    const shown = (await who.call('GET', PATH)).body as { url: string; off: unknown }[];
    expect(shown.map(({ url, off }) => [url, off !== null])).toEqual([
      [urls[2], false],
      [urls[1], true],
      [urls[0], true],
    ]);
  });
});
