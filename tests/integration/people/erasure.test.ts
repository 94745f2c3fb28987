import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createAccountsRepository } from '#server/domains/people/accounts/accounts.repository.ts';
import { createSignedInPerson } from '#server/domains/people/accounts/signed-in-person.ts';
import { runEraseCommand } from '#server/domains/people/erasure/erase-command.ts';
import { createProtocolsRepository } from '#server/domains/trade/protocols/protocols.repository.ts';
import { createEraseDue } from '#server/workflows/people/erase-person.ts';
import { createPersonalIdHash, holdUpErasures } from '#server/domains/people/accounts/index.ts';
import { openDirectory, SHIPPED_ISSUER } from '#server/identity/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { ERASURE_OBSTACLES } from '#shared/limits/erasure.ts';
import { claimAgainst } from '../../fixtures/decision-fixtures.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { FILLED, filesWith, found, fullOf, MARKS, STAYS } from '../../fixtures/full-person.ts';
import { sampleNumberClaims } from '../../fixtures/number-claim-samples.ts';
import { sampleOffers } from '../../fixtures/offer-samples.ts';
import { sampleOrders } from '../../fixtures/order-samples.ts';
import { samplePayouts } from '../../fixtures/payout-samples.ts';
import { sampleProtests } from '../../fixtures/protest-samples.ts';
import { samplePurchases } from '../../fixtures/purchase-samples.ts';
import { sampleRefunds } from '../../fixtures/refund-samples.ts';
import { sampleSettlements } from '../../fixtures/settlement-samples.ts';
import { testNumbers } from '../../fixtures/person-numbers.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let fixture: ErasureApp;
beforeAll(async () => {
  fixture = await startErasureApp();
}, 120_000);
afterAll(() => fixture?.close());

const round = (clearAfterMs?: number) => fixture.office.eraseDue.round(clearAfterMs);
/** The same with another judgement or another step, as a test needs it. */
const roundWith = (change: Partial<Parameters<typeof createEraseDue>[0]>) => {
  const { database, office, base } = fixture;
  return createEraseDue({
    db: database.db,
    left: office.leftOf,
    eraseRows: office.eraseRows,
    postOffice: office.postOffice,
    notify: office.notifications.notify,
    actions: office.actions,
    sessionsOver: 'accounts.sessions-over',
    rememberNumbers: (tx, personId) => office.personNumbers.remember(tx, personId),
    removeSignIn: (tx, { subject }) => openDirectory({ db: tx }).remove(subject),
    endSessions: (id, because) => base.sessions.endAll(id, { because }),
    crashAt: () => undefined,
    pseudonyms: (code) => ({ uz: `O ${code}`, ru: `У ${code}`, 'uz-Cyrl': `Ў ${code}`, en: `D ${code}` }),
    newCode: () => randomUUID().slice(0, 6).toUpperCase(),
    onFailure: (error) => {
      throw error;
    },
    ...change,
  }).round();
};
const pool = () => fixture.database.pool;
const give = (personId: string, amountTiyin: number, tx: AnyDb = fixture.database.db) =>
  fixture.office.walletIn(tx).topUp({
    personId,
    amountTiyin,
    key: randomUUID(),
    provider: 'cash-desk',
    reference: 'cash',
    reason: 'a test',
    actor: 'system',
  });

/** Of a request on paper. */
const WHY = 'Letter 17 of 30 November';

describe('a request', () => {
  test('is taken after a fresh sign-in, once, reported on every channel, and taken back', async () => {
    const who = await fixture.person();
    const known = (await fixture.base.sessions.list(who.id))[0]!.person;
    const stale = await fixture.app.signIn(known, { authenticatedAtMs: String(Date.now() - 6 * 60_000) });
    expect(await fixture.call(stale, 'ask')).toMatchObject({ code: 'sign-in-again' });
    const requestId = randomUUID();
    const asked = await fixture.call(who, 'ask', requestId);
    expect(asked).toMatchObject({
      request: { state: 'requested' },
      left: [],
      graceDays: 3,
      signInHere: true,
    });
    expect(asked.request.dueAtMs - asked.request.requestedAtMs).toBe(3 * 86_400_000);
    expect(await fixture.call(who, 'ask', requestId)).toEqual(asked);
    expect(await fixture.call(who, 'ask')).toMatchObject({ code: 'erasure.open' });
    const both = await Promise.all([1, 2].map(() => fixture.call(who, 'take-back')));
    expect(both.map(({ request }) => request.state)).toEqual(['taken-back', 'taken-back']);
    expect(await fixture.inbox(who.id)).toEqual(['erasure-requested', 'erasure-taken-back']);
    const [first, second] = await Promise.all([1, 2].map(() => fixture.call(who, 'ask')));
    expect([first.code, second.code].toSorted()).toEqual(['erasure.open', undefined]);
    const { rows } = await pool().query(
      `select id from inbox_message where person_id = $1 order by id limit 1`,
      [who.id],
    );
    await inTransaction(fixture.database.db, (tx) => fixture.office.postOffice.queue(tx, rows[0].id));
    const sent = await pool().query('select channel from notification_delivery where message_id = $1', [
      rows[0].id,
    ]);
    expect(sent.rows.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
    await fixture.call(who, 'take-back');
    const other = await fixture.person();
    expect(await fixture.call(other, 'take-back')).toMatchObject({ code: 'erasure.none' });
  });

  test('is carried out on its day and not before', async () => {
    const who = await fixture.person();
    await fixture.call(who, 'ask');
    expect((await round()).done).toBe(0);
    await fixture.due(who.id);
    expect((await round()).done).toBe(1);
    expect((await fixture.personRow(who.id)).erased_at).not.toBeNull();
    expect(await fixture.base.sessions.list(who.id)).toEqual([]);
  });

  test('is refused with money that came after it, says so, and is taken again once that is gone', async () => {
    const who = await fixture.person();
    await fixture.call(who, 'ask');
    await fixture.due(who.id);
    await give(who.id, 5_000_00);
    expect(await round()).toMatchObject({ done: 0, refused: 1 });
    expect(await fixture.call(who, 'read')).toMatchObject({
      request: { state: 'refused', obstacles: ['money'] },
      left: ['money'],
    });
    expect(await fixture.inbox(who.id)).toContain('erasure-refused');
    expect((await fixture.personRow(who.id)).phone).toBe(who.phone);
    expect(await fixture.call(who, 'ask')).toMatchObject({
      code: 'erasure.left',
      details: { left: ['money'] },
    });
    expect(await fixture.office.erasures.byCommand(who.id, WHY)).toEqual({
      outcome: 'left',
      left: ['money'],
    });
    const other = await fixture.person();
    expect(await fixture.office.erasures.byCommand(other.id, WHY)).toEqual({ outcome: 'filed' });
    expect(await fixture.office.erasures.byCommand(other.id, WHY)).toMatchObject({ outcome: 'open' });
    expect((await round()).done).toBe(1);
    expect(await fixture.office.erasures.byCommand(other.id, WHY)).toEqual({ outcome: 'unknown' });
  });

  test('on paper is filed by a command, which prints what is left instead', async () => {
    const printed: string[] = [];
    const out = { line: (text: string) => printed.push(text), error: (text: string) => printed.push(text) };
    const withoutReason = (...args: string[]) => runEraseCommand(args, out, () => fixture.office.erasures);
    const run = (...args: string[]) => withoutReason(...args, '--reason', WHY);
    const [free, rich] = [await fixture.person(), await fixture.person()];
    await give(rich.id, 1_00);
    expect(await run('--id', 'somebody')).toBe(2);
    expect(await run('--id', randomUUID())).toBe(2);
    expect(await run('--id', rich.id)).toBe(1);
    expect(printed.at(-1)).toBe('left to finish first: money');
    expect(await withoutReason('--id', free.id)).toBe(2);
    expect(await run('--id', free.id)).toBe(0);
    expect(await run('--id', free.id)).toBe(1);
    const { rows } = await fixture.database.pool.query(
      `select reason from person_action where person_id = $1 and action = 'erasure-asked'`,
      [free.id],
    );
    expect(rows).toEqual([{ reason: expect.stringMatching(new RegExp(`^erasure:\\d+ ${WHY}$`)) }]);
    expect(await round()).toMatchObject({ done: 1, refused: 0 });
  });

  test('waits for the first money of somebody that is on its way, and is refused', async () => {
    const who = await fixture.person();
    await fixture.call(who, 'ask');
    await fixture.due(who.id);
    let erasing: ReturnType<typeof round> | undefined;
    await inTransaction(fixture.database.db, async (tx) => {
      await give(who.id, 1_00, tx);
      erasing = round();
      await waitsForLock(fixture.database);
    });
    expect(await erasing).toMatchObject({ done: 0, refused: 1 });
  });

  test('waits for who holds it up, and finds what they have written', async () => {
    const who = await fixture.person();
    await fixture.call(who, 'ask');
    await fixture.due(who.id);
    let erasing: ReturnType<typeof round> | undefined;
    await inTransaction(fixture.database.db, async (tx) => {
      await holdUpErasures(tx, [who.id]);
      erasing = round();
      await waitsForLock(fixture.database);
      await sql`insert into decision (kind, subject, payload, digest, person_ids, reason, proposed_by, expires_at)
        values ('of-age', ${who.id}, '{}', repeat('0', 64), array[${who.id}], 'for a test', ${randomUUID()}, now() + interval '1 day')`.execute(
        tx,
      );
    });
    expect(await erasing).toMatchObject({ done: 0, refused: 1 });
  });

  test('taken back at the moment it is due stays undone: the round waits for the person', async () => {
    const who = await fixture.person();
    await fixture.call(who, 'ask');
    await fixture.due(who.id);
    let erasing: ReturnType<typeof round> | undefined;
    await inTransaction(fixture.database.db, async (tx) => {
      await sql`select from person where id = ${who.id} for update`.execute(tx);
      await sql`update erasure set state = 'taken-back', ended_at = now() where person_id = ${who.id}`.execute(
        tx,
      );
      erasing = round();
      await waitsForLock(fixture.database);
    });
    expect(await erasing).toMatchObject({ done: 0, refused: 0 });
    expect((await fixture.personRow(who.id)).erased_at).toBeNull();
  });
});

describe('what is left to finish', () => {
  test('is each of the things in the list', async () => {
    const who = await fixture.person();
    const { database } = fixture;
    const staff = (await fixture.person()).id;
    await sampleOrders(database, who.id);
    await sampleSettlements(database, who.id);
    await sampleOffers(database, who.id);
    await samplePayouts(database, who.id);
    await sampleProtests(database, who.id);
    await samplePurchases(database, who.id, who.id);
    await claimAgainst(database, staff, { buyer: who.id, funded: false });
    await sampleNumberClaims(database, { owner: who.id, claimant: staff });
    await sampleRefunds(database, { owner: who.id, freshOwner: staff, staff: randomUUID() });
    for (const query of [
      `insert into top_up (person_id, provider, amount_tiyin, status, request_id, expires_at)
       values ($1, 'payme', 100000, 'pending', gen_random_uuid(), now() + interval '1 hour')`,
      `insert into purchase (lot_id, person_id, quantity, unit_price_tiyin, total_tiyin, due_now_tiyin, state, reserved_at, expires_at, lot_title, lot_description)
       select id, $1, 1, 100, 100, 100, 'reserved', now(), now() + interval '1 hour', title, description
       from lot order by id desc limit 1`,
      `update hand_over set state = 'awaiting', confirmed_at = null, confirmed_by = null, act = null
       where id = (select max(id) from hand_over where seller_id = $1)`,
      `insert into account_change (person_id, kind, state, two_persons, reason, evidence)
       values ($1, 'enable', 'waiting', true, 'for a test', 'for a test')`,
      `update person set disabled_at = now(), offered_roles = '{operator}' where id::text = $1`,
      `insert into order_import (person_id, state, file_name, file_bytes, file_sha256, read_bytes, read_line, columns, uploaded_by)
       values ($1, 'ready', 'lots.csv', 1, repeat('a', 64), 1, 1, '{}', 'test')`,
    ])
      await pool()
        .query(query, [who.id])
        .catch((error: Error) => {
          throw new Error(`${query}: ${error.message}`);
        });
    // What was owed before is set off against the refunds.
    await createWallet(database.db).owePenalty({
      key: randomUUID(),
      reference: 'order:100001',
      personId: who.id,
      amountTiyin: 1_000,
      reason: 'for a test',
      actor: who.id,
    });
    const left = await fixture.office.leftOf(database.db, who.id);
    expect(ERASURE_OBSTACLES.filter((name) => !left.includes(name))).toEqual([]);
  });

  test('is nothing for somebody with drafts alone', async () => {
    const who = await fixture.person();
    await sampleOrders(fixture.database, randomUUID(), who.id);
    expect(await fixture.office.leftOf(fixture.database.db, who.id)).toEqual([]);
  });
});

describe('an erased person', () => {
  const marks = Object.values(MARKS);
  let who: Erasable;
  let made: Awaited<ReturnType<typeof fullOf>>;
  beforeAll(async () => {
    who = await fixture.person(MARKS);
    made = await fullOf(fixture, who);
  }, 120_000);

  test('is found in no table and no file but where a law or a proof needs it', async () => {
    const before = await found(fixture, marks);
    expect(Object.keys(before).toSorted()).toEqual(FILLED);
    expect(filesWith(fixture.folder, MARKS.name)).not.toEqual([]);
    await file(who.id);

    // A step that fails in the middle changes nothing.
    await expect(
      roundWith({ left: async () => [], removeSignIn: () => Promise.reject(new Error('broken off')) }),
    ).rejects.toThrow('broken off');
    const { erasure: _request, ...same } = await found(fixture, marks);
    expect(same).toEqual(before);
    expect((await fixture.row(who.id)).map(({ state }) => state)).toEqual(['requested']);

    expect(await roundWith({ left: async () => [] })).toMatchObject({ done: 1 });
    const sent = await found(fixture, marks);
    expect(sent.notification_delivery?.toSorted()).toEqual([MARKS.phone, MARKS.email].toSorted());
    await fixture.office.postOffice.deliver(fixture.office.gateways, () => undefined);
    // A call of a session that has just ended may have been waiting for the person.
    await pool().query(
      `insert into person_profile (person_id, region_id, area_id, address) values ($1, 1726, 1726266, $2)`,
      [who.id, MARKS.address],
    );
    await round(0);
    expect(Object.keys(await found(fixture, marks)).filter((table) => !(table in STAYS))).toEqual([]);
    expect(await found(fixture, [who.account])).toEqual({});
    await fixture.office.files.sweep(0);
    expect(filesWith(fixture.folder, MARKS.name)).toEqual([]);
    expect(await fixture.inbox(who.id)).toEqual([]);
  });

  test('would be found in a table that was forgotten', async () => {
    await pool().query('create table forgotten (id int primary key, note text)');
    await pool().query('insert into forgotten values (1, $1)', [`asked by ${MARKS.phone}`]);
    expect((await found(fixture, marks)).forgotten).toEqual([MARKS.phone]);
    await pool().query('drop table forgotten');
  });

  test('is a pseudonym on the lot, in the console and in claims, and cannot be changed', async () => {
    const { office } = fixture;
    const row = await fixture.personRow(who.id);
    expect(row).toMatchObject({ issuer: 'erased', phone: null, email: null, pinfl: null, roles: [] });
    expect(row.name).toMatch(/^Oʻchirilgan hisob [0-9A-Z]{6}$|^O [0-9A-Z]{6}$/);
    const card = await office.lots.details(made.lotId);
    expect(await createProtocolsRepository(fixture.database.db).byNumber(made.number)).toMatchObject({
      sale: { winner: { name: MARKS.name } },
    });
    expect(JSON.stringify(card)).not.toContain(MARKS.phone);
    expect(JSON.stringify(card)).toContain(row.subject);
    const reader = { personId: randomUUID(), name: 'Xodim', roles: ['administrator'], address: '' } as const;
    const account = await office.findAccounts.read(who.id, { ...reader, roles: [...reader.roles] });
    expect(account).toMatchObject({ name: row.name, phone: null, may: [], sessions: [] });
    expect(account.erasedAtMs).toBeGreaterThan(0);
    expect((await office.readingNumberClaims.list('all', { page: 1, size: 50 })).total).toBeGreaterThan(0);
    await expect(
      office.accountChanges.decide(
        who.id,
        { kind: 'enable', role: null, reason: 'yana ochish', evidence: 'ariza' },
        { ...reader, roles: [...reader.roles] },
      ),
    ).rejects.toMatchObject({ code: 'accounts.erased' });
    expect(await fixture.call(who, 'read')).toMatchObject({ code: 'account-erased' });
  });

  test('may register again with the same phone and number, as a new person, and a bar goes on', async () => {
    const secret = fixture.base.config.personalIdSecret;
    await pool().query(
      `insert into barred_person (kind, id_hash, key_check, id_masked, name_masked, start_date, end_date, reason, barred_by)
       values ('pinfl', $1, $2, '**********9997', 'Z***', current_date, current_date + 30, 'unpaid', 'test')`,
      [createPersonalIdHash(secret).of('pinfl', MARKS.pinfl), createPersonalIdHash(secret).keyCheck],
    );
    const again = await fixture.person(MARKS);
    expect(again.id).not.toBe(who.id);
    expect(await fixture.inbox(again.id)).toEqual([]);
    const profile = await fixture.office.people.profile.read(again.id);
    expect(profile).toMatchObject({ address: null, requisites: null });
    expect(await fixture.office.sanctions.barredUntil('pinfl', MARKS.pinfl)).not.toBeNull();
  });
});

/** A request that is due, without asking what is left. */
const file = (id: string) =>
  pool().query(
    `insert into erasure (person_id, request_id, state, by_command, requested_at, due_at)
     values ($1, gen_random_uuid(), 'requested', true, now() - interval '4 days', now() - interval '1 day')`,
    [id],
  );

test('somebody whose account is deleted while they come back from the sign-in site is not stored again', async () => {
  const { database } = fixture;
  const phone = '+998909990001';
  const named = {
    kind: 'natural' as const,
    name: 'Ali Valiyev',
    phone,
    email: null,
    pinfl: null,
    stir: null,
  };
  const directory = openDirectory(database);
  const account = await directory.create({ ...named, language: 'uz', password: 'tulip-river-42' });
  const subject = 'id' in account ? account.id : '';
  const storePerson = createSignedInPerson(database.db, testNumbers);
  const known = { ...named, issuer: SHIPPED_ISSUER, subject, language: 'uz' as const, phoneConfirmed: true };
  const person = await storePerson(known);
  expect(person).toMatchObject({ phone, phoneConfirmed: true });
  let stored: ReturnType<typeof storePerson> | undefined;
  await inTransaction(database.db, async (tx) => {
    await sql`
      update person set issuer = 'erased', subject = 'K7Q2ZX', name = 'Deleted', phone = null,
        phone_confirmed_at = null, erased_at = now() where id = ${person!.id}`.execute(tx);
    stored = storePerson(known);
    await waitsForLock(database);
    await openDirectory({ db: tx }).remove(subject);
  });
  expect(await stored).toBeNull();
  const { rows } = await pool().query(
    'select name, phone from person where id = $1 or subject = $2 or phone = $3',
    [person!.id, subject, phone],
  );
  expect(rows).toEqual([{ name: 'Deleted', phone: null }]);
  const confirming = createAccountsRepository(database.db).confirm(person!.id, 'phone', phone);
  await expect(confirming).rejects.toMatchObject({ status: 404 });
});
