import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerConsoleAccountRoutes } from '#server/api/index.ts';
import { createNotificationDelivery } from '#server/domains/content/notifications/notifications.ts';
import { createEndSessions } from '#server/domains/people/accounts/account-changes/end-sessions.ts';
import { createFindAccounts } from '#server/domains/people/accounts/account-changes/find-accounts.ts';
import { authenticationDetails } from '#server/domains/people/accounts/fresh-sign-in.ts';
import { createStaffProofs } from '#server/domains/people/accounts/staff-proofs/staff-proofs.ts';
import {
  createConflicts,
  takesPart,
} from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { runningRoomsOf } from '#server/domains/people/conflicts-of-interest/running-rooms.repository.ts';
import { accountsOf } from '#server/domains/people/conflicts-of-interest/same-person.repository.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { somebody, startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { accountChangesIn } from '../../fixtures/shut-account.ts';

const GROUNDS = { reason: 'Soxta hujjatlar bilan kirgan', evidence: 'Letter 17 of 20 November 2026' };
const ACCOUNTS = '/api/console/accounts';
const CHANGES = '/api/console/account-changes';

interface Signed {
  id: string;
  cookie: string;
  phone: string;
}

let database: TestDatabase;
let app: TestApp;
let admin: Signed;
let second: Signed;
let operator: Signed;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  app = await startTestApp(() => undefined);
  const { sessions } = app;
  const actions = createActionLog(db);
  registerConsoleAccountRoutes(
    app.app,
    accountChangesIn(database, sessions),
    createFindAccounts({
      db,
      actions,
      sessions,
      takesPart,
      runningRoomsOf,
      barredUntil: async () => '2027-01-31',
      staffProofs: createStaffProofs(db, { sandboxes: false }),
    }),
    createEndSessions({
      db,
      sessions,
      actions,
      isSamePerson,
      accountsOf,
      runningRoomsOf,
      notify: createNotifications(db).notify,
    }),
  );
  admin = await person(['administrator']);
  second = await person(['administrator']);
  operator = await person(['operator']);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

let made = 0;
async function person(
  roles: Role[],
  { phone = `+99893${2_000_000 + (made += 1)}`, typedAgoMs = 0 } = {},
): Promise<Signed> {
  const { rows } = await database.pool.query(
    `insert into person (issuer, subject, kind, name, phone, email, pinfl, language, roles)
     values ('test', $1, 'natural', 'Sinov Namunayev', $2, $3, null, 'uz', $4) returning id`,
    [randomUUID(), phone, `a${made}@example.uz`, roles],
  );
  const { id } = rows[0];
  const { secret } = await app.sessions.create(
    somebody({ personId: id, roles, name: 'Sinov Namunayev' }),
    authenticationDetails(Date.now() - typedAgoMs),
  );
  return { id, phone, cookie: `${sessionCookieName(false)}=${secret}` };
}

const decide = async (who: Signed, whom: string, what: string, more: object = {}) => {
  const body = { ...GROUNDS, ...more };
  const answer = await app.call('POST', `${ACCOUNTS}/${whom}/${what}`, { cookie: who.cookie, body });
  return answer.body.ERROR?.code ?? answer.body;
};
const close = async (who: Signed, id: number, what: 'approve' | 'refuse', body: object = {}) => {
  const answer = await app.call('POST', `${CHANGES}/${id}/${what}`, { cookie: who.cookie, body });
  return answer.body.ERROR?.code ?? answer.body.state;
};
const ask = async ({ cookie }: Signed, path: string) => (await app.call('GET', path, { cookie })).body;
const rolesOf = async (id: string) =>
  (await database.pool.query('select roles, offered_roles, disabled_at from person where id = $1', [id]))
    .rows[0];

describe('an account', () => {
  test('is found by its whole phone, e-mail, PINFL or id, and by no part of one', async () => {
    const { id, phone } = await person(['buyer']);
    await database.pool.query('update person set pinfl = $1 where id = $2', ['30101000000005', id]);
    const { rows } = await database.pool.query('select email from person where id = $1', [id]);
    const found = async (text: string) =>
      (
        await app.call('POST', `${ACCOUNTS}/find`, { cookie: operator.cookie, body: { find: text } })
      ).body.items.map((each: { id: string }) => each.id);
    for (const text of [phone, phone.slice(4), rows[0].email.toUpperCase(), '30101000000005', id])
      expect(await found(text), text).toEqual([id]);
    const marked = (text: string) => `\u202a${text}\u202c`;
    for (const text of [phone, phone.replace(/(\d\d)$/, '\u2011$1'), rows[0].email, '30101000000005', id])
      expect(await found(marked(text)), text).toEqual([id]);
    for (const text of [phone.slice(0, 9), rows[0].email.slice(1), '3010100000000', id.slice(0, 8), 'Sinov'])
      expect(await found(text), text).toEqual([]);
    // Every search is on record too, with what it found.
    const searched = await createActionLog(database.db).ofType(operator.id, 'account', 10);
    expect(searched.map(({ action, reason }) => [action, reason])).toEqual([
      ...Array.from({ length: 5 }, () => ['searched', null]),
      ...Array.from({ length: 5 }, () => ['searched', `person:${id}`]),
    ]);
    const account = await ask(operator, `${ACCOUNTS}/${id}`);
    expect(account).toMatchObject({
      barredUntil: '2027-01-31',
      takesPart: false,
      may: ['disable', 'end-sessions'],
    });
    expect(JSON.stringify(account)).not.toContain('30101000000005');
    // Who looked is on record.
    const looked = await createActionLog(database.db).ofType(operator.id, 'account', 1);
    expect(looked).toMatchObject([{ action: 'viewed', reason: `person:${id}` }]);
  });

  test('of somebody who trades is shut and opened by one person, with sessions, message and log', async () => {
    const buyer = await person(['buyer']);
    expect(await decide(operator, buyer.id, 'disable', { reason: 'x' })).toBe('malformed');
    expect((await decide(operator, buyer.id, 'disable')).disabled).toBe(true);
    const refused = await app.call('GET', CHANGES, { cookie: buyer.cookie });
    expect([refused.status, refused.body.ERROR.code]).toEqual([401, 'account-disabled']);
    expect(await decide(operator, buyer.id, 'disable')).toBe('accounts.already');
    const { rows: events } = await database.pool.query(
      `select topic, payload from outbox where payload ->> 'personId' = $1 order by id`,
      [buyer.id],
    );
    expect(events.filter(({ topic }) => topic.startsWith('accounts.'))).toEqual([
      {
        topic: 'accounts.disabled',
        payload: { personId: buyer.id, by: operator.id, byName: 'Sinov Namunayev', reason: GROUNDS.reason },
      },
      {
        topic: 'accounts.sessions-over',
        payload: { personId: buyer.id, because: 'disabled', atMs: expect.any(Number) },
      },
    ]);
    const opened = await decide(operator, buyer.id, 'enable');
    expect(opened).toMatchObject({ disabled: false, changes: [{ kind: 'enable' }, { kind: 'disable' }] });
    expect(opened.changes[1]).toMatchObject({ ...GROUNDS, askedBy: { id: operator.id }, may: [] });
    const { rows } = await database.pool.query(
      'select template, params from inbox_message where person_id = $1 order by id',
      [buyer.id],
    );
    expect(rows.map(({ template, params }) => [template, params.reason])).toEqual([
      ['account-disabled', GROUNDS.reason],
      ['account-enabled', GROUNDS.reason],
    ]);
    const log = createActionLog(database.db);
    expect((await log.ofType(buyer.id, 'account', 9)).map(({ action }) => action)).toEqual([
      'enabled',
      'disabled',
    ]);
    expect((await log.ofType(operator.id, 'account', 1))[0]).toMatchObject({ action: 'viewed' });
  });

  test('that a colleague opened is not shut by the same person again, nor opened again by the same one', async () => {
    const trader = await person(['buyer']);
    const third = await person(['operator']);
    const open = { disabled: false };
    expect(await decide(operator, trader.id, 'disable')).toMatchObject({ disabled: true });
    // Who takes the own decision back is not bound by it.
    expect(await decide(operator, trader.id, 'enable')).toMatchObject(open);
    expect(await decide(operator, trader.id, 'disable')).toMatchObject({ disabled: true });
    expect(await decide(second, trader.id, 'enable')).toMatchObject(open);
    expect(await decide(operator, trader.id, 'disable')).toBe('asked-before');
    expect(await decide(third, trader.id, 'disable')).toMatchObject({ disabled: true });
    expect(await decide(second, trader.id, 'enable')).toBe('turned-down-before');
    expect(await decide(admin, trader.id, 'enable')).toMatchObject(open);
  });

  test('that is shut reads of it by SMS and e-mail, whatever its owner chose', async () => {
    const buyer = await person(['buyer']);
    await decide(operator, buyer.id, 'disable');
    const { rows } = await database.pool.query('select id from inbox_message where person_id = $1', [
      buyer.id,
    ]);
    const post = createNotificationDelivery({
      db: database.db,
      texts: loadTexts(),
      publicUrl: () => 'http://savdo.test',
      push: { queue: () => Promise.resolve() },
      person: async () => ({ language: 'uz', email: 'a@example.uz', phone: buyer.phone }),
      changed: async () => undefined,
      onBrokenText: () => undefined,
    });
    await post.queue(database.db, rows[0].id);
    const sent = await database.pool.query(
      'select channel, body from notification_delivery where message_id = $1',
      [rows[0].id],
    );
    expect(sent.rows.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
    for (const { body } of sent.rows) expect(body).toContain(GROUNDS.reason);
  });

  test('of staff is shut by an administrator alone, and opened again by two', async () => {
    const staff = await person(['moderator']);
    expect(await decide(operator, staff.id, 'disable')).toBe('accounts.administrator-only');
    expect((await decide(admin, staff.id, 'disable')).disabled).toBe(true);
    const waiting = await decide(admin, staff.id, 'enable');
    expect(waiting).toMatchObject({ disabled: true, changes: [{ state: 'waiting', may: ['refuse'] }, {}] });
    expect(await decide(second, staff.id, 'enable')).toBe('accounts.waiting');
    const id = waiting.changes[0].id as number;
    expect(await close(admin, id, 'approve')).toBe('accounts.second-person');
    expect((await rolesOf(staff.id)).disabled_at).not.toBeNull();
    expect(await close(second, id, 'approve')).toBe('carried-out');
    expect((await rolesOf(staff.id)).disabled_at).toBeNull();
    expect(await close(second, id, 'approve')).toBe('accounts.decided');
  });

  test('that two have shut is opened by two, the second of them an administrator', async () => {
    const [buyer, colleague] = await Promise.all([person(['buyer']), person(['operator'])]);
    await decide(operator, buyer.id, 'disable');
    expect((await decide(colleague, buyer.id, 'disable')).shutByTwo).toBe(true);
    const asked = await decide(colleague, buyer.id, 'enable');
    expect(asked).toMatchObject({ disabled: true, changes: [{ kind: 'enable', state: 'waiting' }, {}, {}] });
    expect(await decide(operator, buyer.id, 'enable')).toBe('accounts.waiting');
    const refuse = (who: Signed, change: number) =>
      close(who, change, 'refuse', { reason: 'no ground for it' });
    expect(await refuse(admin, asked.changes[0].id)).toBe('refused');
    const next = (await decide(colleague, buyer.id, 'enable')).changes[0].id;
    // No administrator alone keeps it shut.
    expect(await refuse(admin, next)).toBe('turned-down-before');
    expect(await close(second, next, 'approve')).toBe('carried-out');
    expect((await rolesOf(buyer.id)).disabled_at).toBeNull();
  });

  test('is never changed by its owner, also under another account', async () => {
    const own = await person(['buyer'], { phone: admin.phone });
    for (const whom of [admin.id, own.id])
      expect(await decide(admin, whom, 'disable')).toBe('conflict-of-interest');
  });
});

test('an account is not decided by somebody with a part in a lot in which it bids', async () => {
  const { db } = database;
  const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 3_600_000 });
  const [bidder, rival, elsewhere] = await Promise.all([
    person(['buyer']),
    person(['buyer']),
    person(['buyer']),
  ]);
  const clerk = await person(['operator'], { phone: rival.phone });
  for (const { id } of [bidder, rival]) await createTradeApplicationsRepository(db).apply(lotId, id, 0);
  const conflicts = createConflicts(db, async () => new Map());
  const judged = (who: Signed, subjectId: string) =>
    conflicts
      .judge({
        personId: who.id,
        name: 'Clerk',
        address: '203.0.113.1',
        action: 'console.disable-account',
        subject: { kind: 'account', param: 'personId' },
        subjectId,
      })
      .catch((error: { code: string }) => error.code);
  expect(await judged(clerk, bidder.id)).toBe('conflict-of-interest');
  expect(await judged(clerk, elsewhere.id)).toBe('clear');
  expect(await judged(operator, bidder.id)).toBe('clear');
});

test('an account is not decided by somebody with a part in a lot of which it reserves or pays units', async () => {
  const { db } = database;
  const shop = purchaseWorkflows(database);
  const [seller, buyer, later] = await Promise.all([
    person(['customer']),
    person(['buyer']),
    person(['buyer']),
  ]);
  const clerk = await person(['operator'], { phone: seller.phone });
  const lotId = await shop.lot(3, {
    customerPersonId: seller.id,
    instalmentMonths: 2,
    firstPartBp: 4_000,
  });
  const conflicts = createConflicts(db, async () => new Map());
  const judged = (subjectId: string) =>
    conflicts
      .judge({
        personId: clerk.id,
        name: 'Clerk',
        address: '203.0.113.1',
        action: 'console.disable-account',
        subject: { kind: 'account', param: 'personId' },
        subjectId,
      })
      .catch((error: { code: string }) => error.code);
  expect(await judged(buyer.id)).toBe('clear');
  for (const { id } of [buyer, later]) {
    await shop.person(UNIT, { personId: id });
    const reserved = await shop.reserving.reserve(lotId, id, 1, '127.0.0.1', true);
    expect(reserved).toMatchObject({ outcome: 'reserved' });
  }
  expect(await shop.confirm(lotId, later.id)).toMatchObject({ outcome: 'bought' });
  expect(await judged(buyer.id)).toBe('conflict-of-interest');
  expect(await judged(later.id)).toBe('conflict-of-interest');
});

describe('a role of staff', () => {
  test('is given by two persons, never by two accounts of one, and ends the sessions', async () => {
    const clerk = await person([]);
    const twin = await person(['administrator'], { phone: admin.phone });
    const asked = await decide(admin, clerk.id, 'give-role', { role: 'operator' });
    const id = asked.changes[0].id as number;
    expect((await rolesOf(clerk.id)).roles).toEqual([]);
    expect(await close(twin, id, 'approve')).toBe('accounts.second-person');
    const answers = await Promise.all([close(second, id, 'approve'), close(second, id, 'approve')]);
    expect(answers.toSorted()).toEqual(['accounts.decided', 'carried-out']);
    expect((await rolesOf(clerk.id)).roles).toEqual(['operator']);
    const over = await app.call('GET', CHANGES, { cookie: clerk.cookie });
    expect([over.status, over.body.ERROR.code]).toEqual([401, 'session-over.roles-changed']);
  });

  test('waits for an account that trades until its owner chooses', async () => {
    const buyer = await person(['buyer']);
    const asked = await decide(admin, buyer.id, 'give-role', { role: 'auditor' });
    expect(await close(second, asked.changes[0].id, 'approve')).toBe('carried-out');
    expect(await rolesOf(buyer.id)).toMatchObject({ roles: ['buyer'], offered_roles: ['auditor'] });
  });

  test('is taken away by one administrator at once', async () => {
    const staff = await person(['operator', 'moderator']);
    expect((await decide(admin, staff.id, 'remove-role', { role: 'operator' })).roles).toEqual(['moderator']);
    const over = await app.call('GET', CHANGES, { cookie: staff.cookie });
    expect(over.body.ERROR.code).toBe('session-over.roles-changed');
    expect(await decide(admin, staff.id, 'remove-role', { role: 'operator' })).toBe('accounts.already');
  });

  test('is neither asked for nor approved on a password typed long ago', async () => {
    const stale = await person(['administrator'], { typedAgoMs: 6 * 60_000 });
    const clerk = await person([]);
    expect(await decide(stale, clerk.id, 'give-role', { role: 'operator' })).toBe('sign-in-again');
    const asked = await decide(admin, clerk.id, 'give-role', { role: 'operator' });
    expect(await close(stale, asked.changes[0].id, 'approve')).toBe('sign-in-again');
    // Opening a shut account gives rights back as well.
    const shut = await person(['moderator']);
    await decide(admin, shut.id, 'disable');
    expect(await decide(stale, shut.id, 'enable')).toBe('sign-in-again');
  });

  test('asked for by a colleague who left is not given', async () => {
    const clerk = await person([]);
    const [left, gone] = [await person(['administrator']), await person(['administrator'])];
    const asked = await decide(left, clerk.id, 'give-role', { role: 'administrator' });
    await decide(admin, left.id, 'remove-role', { role: 'administrator' });
    const id = asked.changes[0].id as number;
    expect(await close(second, id, 'approve')).toBe('asker-left');
    expect(await close(second, id, 'refuse', { reason: 'They left the office' })).toBe('refused');
    const another = await decide(gone, clerk.id, 'give-role', { role: 'administrator' });
    await decide(admin, gone.id, 'disable');
    expect(await close(second, another.changes[0].id, 'approve')).toBe('asker-left');
    expect((await rolesOf(clerk.id)).roles).toEqual([]);
  });

  test('that one person asked for and took back three times in a day is asked for by a colleague', async () => {
    const clerk = await person([]);
    const give = (who: Signed) => decide(who, clerk.id, 'give-role', { role: 'operator' });
    for (let times = 0; times < 3; times += 1) {
      const id = (await give(admin)).changes[0].id as number;
      expect(await close(admin, id, 'refuse', { reason: 'It was a mistake' })).toBe('refused');
    }
    expect(await give(admin)).toBe('taken-back-before');
    expect((await give(second)).changes[0].state).toBe('waiting');
  });

  test('that a colleague turns down is not given; the list shows what waits', async () => {
    const clerk = await person([]);
    const asked = await decide(admin, clerk.id, 'give-role', { role: 'administrator' });
    const id = asked.changes[0].id as number;
    const list = await ask(second, CHANGES);
    expect(list.items.at(-1)).toMatchObject({ id, may: ['approve', 'refuse'], person: { id: clerk.id } });
    expect(list.waiting).toBe(list.total);
    expect(await close(second, id, 'refuse', { reason: 'Not agreed with the director' })).toBe('refused');
    expect((await rolesOf(clerk.id)).roles).toEqual([]);
    await expect(
      database.pool.query(
        `update account_change set state = 'carried-out', decision_reason = null where id = $1 and asked_by = $2`,
        [(await decide(admin, clerk.id, 'give-role', { role: 'operator' })).changes[0].id, admin.id],
      ),
    ).rejects.toThrow(/account_change/);
  });
});
