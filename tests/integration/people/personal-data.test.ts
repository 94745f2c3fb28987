import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockShippedPerson } from '#server/domains/people/accounts/index.ts';
import { runExportCommand } from '#server/domains/people/personal-data/export-command.ts';
import { removeUnconfirmed } from '#server/domains/people/personal-data/remove-unconfirmed.ts';
import { createPersonExport } from '#server/domains/people/personal-data/write-export.ts';
import { openDirectory } from '#server/identity/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { MODULES } from '#server/processes/modules.ts';
import { UNLISTED } from '../../architecture/personal-data/unlisted.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { newPerson, startProfileApp, type ProfileApp } from '../../fixtures/profile-app.ts';
import { makeAccount } from '../../fixtures/sign-in-app.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const TABLES = MODULES.personalData;
/** Names of columns that hold a person, or something by which one is known. */
const PERSONAL =
  /^(?:.*_)?(?:person|person_id|phone|email|pinfl|stir|tin|recipient|actor|winner|leader|owner)$|^(?:owner_name|name|party_name)$|_by(?:_name)?$|^(?:buyer|seller)_id$/;

let fixture: ProfileApp;
beforeAll(async () => {
  fixture = await startProfileApp();
});
afterAll(() => fixture?.close());

interface Exported {
  personId: string;
  tables: { name: string; rows: Record<string, unknown>[] }[];
}
const take = (cookie: string) => fixture.app.call('GET', '/api/shop/profile/data-file', { cookie });
const rowsOf = ({ tables }: Exported, name: string) =>
  tables.find((table) => table.name === name)?.rows ?? [];

/**
 * A row until the end of the test, which rules of the table may forbid, and which need not belong to others: columns not given have any
 * value of their type.
 */
async function insertAnyhow(table: string, values: Record<string, unknown>): Promise<void> {
  const { pool } = fixture.database;
  const { rows: columns } = await pool.query<{ name: string; type: string; needed: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull and not atthasdef and attidentity = '' as needed
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { rows: checks } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  for (const { name } of checks) await pool.query(`alter table ${table} drop constraint ${name}`);
  const any = (type: string): unknown => {
    if (/json|\[\]/.test(type)) return '{}';
    if (/int|numeric|double/.test(type)) return 1;
    if (type === 'uuid') return randomUUID();
    if (type === 'boolean') return false;
    return /time|date/.test(type) ? new Date() : randomUUID();
  };
  const given = columns.filter(({ name, needed }) => needed || name in values);
  const row = given.map(({ name, type }) => {
    const value = values[name] ?? any(type);
    return typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value;
  });
  // Without foreign keys and triggers.
  const unbound = async (statement: string, parameters: unknown[]): Promise<pg.QueryResult> => {
    const client = await pool.connect();
    try {
      await client.query('set session_replication_role = replica');
      return await client.query(statement, parameters);
    } finally {
      client.release(true);
    }
  };
  const { rows: made } = await unbound(
    `insert into ${table} (${given.map(({ name }) => name).join(', ')})
     values (${given.map((_, at) => `$${at + 1}`).join(', ')}) returning tableoid::regclass::text as part, ctid::text as place`,
    row,
  );
  // What it says would break the books.
  onTestFinished(async () => {
    await unbound(`delete from ${made[0].part} where ctid = $1::tid`, [made[0].place]);
  });
}

describe('the lists of the modules', () => {
  test('name every table with a column of a person, and no table or column that is not there', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(fixture.database.db);
    const columns = new Map<string, Set<string>>();
    for (const { table, column } of rows) columns.set(table, (columns.get(table) ?? new Set()).add(column));
    const listed = new Set(TABLES.map(({ table }) => table));
    const missing = [...columns]
      .filter(([table, names]) => [...names].some((name) => PERSONAL.test(name)) && !listed.has(table))
      .filter(([table]) => !(table in UNLISTED) && !table.startsWith('kysely'))
      .map(([table, names]) => `${table}: ${[...names].filter((name) => PERSONAL.test(name)).join(', ')}`);
    expect(missing).toEqual([]);
    const invented = TABLES.flatMap(({ table, of, hidden = [], through, undecided }) =>
      [...of, ...hidden, ...(through ? [through.column] : []), ...(undecided ? [undecided.column] : [])]
        .filter((column) => !columns.get(table)?.has(column.split('.')[0]!))
        .map((column) => `${table}.${column}`),
    );
    expect([...invented, ...Object.keys(UNLISTED).filter((table) => !columns.has(table))]).toEqual([]);
  });
});

describe('my data as a file', () => {
  test('has what is stored about the person in each table, without secrets and without others', async () => {
    const mine = await newPerson(fixture);
    const other = await newPerson(fixture);
    for (const { cookie } of [mine, other])
      await fixture.app.call('PUT', '/api/shop/profile/address', {
        cookie,
        body: { regionId: 1726, areaId: 1726266, text: 'Navoiy koʻchasi, 1-uy' },
      });
    const answer = await take(mine.cookie);
    expect(answer.status).toBe(200);
    const file = answer.body as unknown as Exported;
    expect(file.personId).toBe(mine.id);
    expect(file.tables.map(({ name }) => name)).toEqual(TABLES.map(({ table }) => table));
    expect(rowsOf(file, 'person')).toMatchObject([{ id: mine.id, phone: mine.phone, email: mine.email }]);
    expect(rowsOf(file, 'person_profile')).toMatchObject([{ address: 'Navoiy koʻchasi, 1-uy' }]);
    expect(rowsOf(file, 'person_action').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sign-in', 'address-set', 'data-taken']),
    );
    const text = JSON.stringify(file);
    for (const foreign of [other.id, other.phone, other.email, 'argon2id'])
      expect(text).not.toContain(foreign);
  });

  test('has what a protocol says of the winner, and not who sold', async () => {
    const { cookie, id } = await newPerson(fixture);
    const lotId = await publishTestLot(fixture.database);
    const facts = {
      v: 1,
      winner: { phone: '+998901112233', bank: null },
      customer: { name: 'SELLER-MARK', pinfl: 'PINFL-MARK', phone: 'PHONE-MARK', bank: 'BANK-MARK' },
      customerName: { uz: 'NAME-MARK' },
      customerAddress: { uz: 'ADDRESS-MARK' },
    };
    await sql`
      insert into protocol (number, lot_id, cause, signed_on, price_tiyin, winner_person_id, winner_number, winner_kind,
        winner_name, check_word, facts)
      values ('P-2026-900001', ${lotId}, 'hammer', current_date, 100, ${id}, 1, 'natural', 'Winner', 'AAAA2222',
        ${JSON.stringify(facts)}::jsonb)
    `.execute(fixture.database.db);
    const file = (await take(cookie)).body as unknown as Exported;
    expect(rowsOf(file, 'protocol')).toMatchObject([{ facts: { winner: { phone: '+998901112233' } } }]);
    expect(JSON.stringify(file)).not.toContain('-MARK');
  });

  /** What a row of mine may say of somebody else: ids, numbers and commands of others are not for me. */
  const OF_OTHERS: [table: string, mine: string, values: Record<string, unknown>][] = [
    [
      'auction_entry',
      'entry.person',
      { entry: { kind: 'price', by: 'auto', bidId: 'BID-MARK', slept: ['PERSON-MARK'] } },
    ],
    [
      'auction_lost_entry',
      'entry.person',
      { entry: { kind: 'price', bidId: 'BID-MARK', slept: ['PERSON-MARK'] } },
    ],
    [
      'bank_statement_line',
      'person_id',
      {
        party_name: 'PAYER-MARK',
        party_account: 'ACCOUNT-MARK',
        party_mfo: 'MFO-MARK',
        party_stir: 'STIR-MARK',
        purpose: 'PURPOSE-MARK',
      },
    ],
    ['payout', 'seller_id', { recipient: { account: 'SHARE-MARK' } }],
    ['sale_claim', 'buyer_id', { seller_id: 'SELLER-MARK' }],
    ['sale_claim', 'seller_id', { buyer_id: 'BUYER-MARK' }],
    ['lot', 'winner_person_id', { hidden_photos: [{ url: 'PHOTO-MARK' }] }],
  ];

  test.each(OF_OTHERS)(
    'has of a row of %s by its %s nothing of somebody else',
    async (table, column, values) => {
      const { cookie, id } = await newPerson(fixture);
      const [name = '', key] = column.split('.');
      const mine = key ? { [name]: { ...(values[name] as object), [key]: id } } : { ...values, [name]: id };
      await insertAnyhow(table, mine);
      const file = (await take(cookie)).body as unknown as Exported;
      expect(rowsOf(file, table)).toHaveLength(1);
      expect(JSON.stringify(file)).not.toContain('-MARK');
    },
  );

  test.each([
    ['bar_proposal', ['draft', 'open'], ['approved', 'turned-down', 'withdrawn', 'expired']],
    ['account_change', ['waiting'], ['carried-out', 'refused']],
  ])('has rows of %s only once staff have decided, or given it up', async (table, undecided, over) => {
    const { cookie, id } = await newPerson(fixture);
    for (const state of [...undecided, ...over]) await insertAnyhow(table, { person_id: id, state });
    const file = (await take(cookie)).body as unknown as Exported;
    expect(rowsOf(file, table).map(({ state }) => state)).toEqual(over);
  });

  test('has every row of many, each once', async () => {
    const { cookie, id } = await newPerson(fixture);
    await sql`
      insert into inbox_message (person_id, key, template, params)
      select ${id}, 'many-' || n, 'password-changed', '{}' from generate_series(1, 1203) n`.execute(
      fixture.database.db,
    );
    const file = (await take(cookie)).body as unknown as Exported;
    expect(new Set(rowsOf(file, 'inbox_message').map((row) => row.id)).size).toBe(1203);
    expect(rowsOf(file, 'inbox_message')).toHaveLength(1203);
  });

  test('has every row of a table in partitions, where rows of several months are at the same place', async () => {
    const { cookie, id } = await newPerson(fixture);
    for (const month of [1, 2, 3])
      await sql`
        insert into person_action (person_id, type, action, result, at)
        select ${id}, 'test', 'many-' || ${month}::int || '-' || n, 'done',
          date_trunc('month', now()) + make_interval(months => ${month}::int, hours => 30)
        from generate_series(1, 403) n`.execute(fixture.database.db);
    const file = (await take(cookie)).body as unknown as Exported;
    const many = rowsOf(file, 'person_action').filter(({ type }) => type === 'test');
    expect([many.length, new Set(many.map(({ action }) => action)).size]).toEqual([1209, 1209]);
  });

  test('is given only after a fresh sign-in', async () => {
    const { id } = await newPerson(fixture);
    const known = (await fixture.app.sessions.list(id))[0]!.person;
    const { secret } = await fixture.app.sessions.create(known, {
      authenticatedAtMs: String(Date.now() - 6 * 60_000),
    });
    const answer = await take(`savdo_session=${secret}`);
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    expect((await fixture.app.call('GET', '/api/shop/profile/data-file')).status).toBe(401);
  });

  test('is not written by a command without a reason, which its person reads', async () => {
    const { id } = await newPerson(fixture);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-export-'));
    const file = path.join(folder, 'data.json');
    const { actions, accounts } = fixture;
    const personExport = createPersonExport({ db: fixture.database.db, tables: TABLES });
    const out = { line: () => undefined, error: () => undefined };
    const run = (...more: string[]) =>
      runExportCommand(['--id', id, '--out', file, ...more], out, () => ({
        actions,
        accounts,
        personExport,
      }));
    const logged = async () => (await actions.ofPerson(id, {}, { limit: 50, offset: 0 })).map(shownAction);
    const shownAction = ({ action, reason }: { action: string; reason: string | null }) =>
      `${action}: ${reason}`;
    expect(await run()).toBe(2);
    expect(await run('--reason', 'abc')).toBe(2);
    expect(existsSync(file)).toBe(false);
    expect(await run('--reason', 'Letter 18 of 30 November')).toBe(0);
    expect((JSON.parse(readFileSync(file, 'utf8')) as Exported).personId).toBe(id);
    expect(await logged()).toContain('data-taken-by-command: Letter 18 of 30 November');
    rmSync(folder, { recursive: true });
  });
});

describe('an account that confirmed nothing', () => {
  const remove = () =>
    removeUnconfirmed({
      db: fixture.database.db,
      tables: TABLES,
      lockPerson: lockShippedPerson,
      unconfirmed: (on, query) => openDirectory({ db: on }).unconfirmed(query),
      removeAccount: (tx, id) => openDirectory({ db: tx }).removeUnconfirmed(id),
      endSessions: (personId) => fixture.app.sessions.endAll(personId),
    });
  /** From before registrations were confirmed. */
  async function old(ageHours: number) {
    const person = await newPerson(fixture);
    const { subject } = (await fixture.accounts.byId(person.id))!;
    await sql`
      update identity_account set vouched = false, created_at = now() - make_interval(hours => ${ageHours})
      where id = ${subject}`.execute(fixture.database.db);
    return { ...person, subject };
  }
  const isThere = async ({ id, subject }: { id: string; subject: string }) => [
    (await fixture.accounts.byId(id)) !== null,
    (await fixture.directory.byId(subject)) !== null,
  ];

  test('is removed after a day with its rows and sessions; younger, confirmed and vouched ones stay', async () => {
    const gone = await old(25);
    await fixture.app.call('PUT', '/api/shop/profile/address', {
      cookie: gone.cookie,
      body: { regionId: 1726, areaId: 1726266, text: 'Navoiy koʻchasi, 1-uy' },
    });
    const young = await old(23);
    const confirmed = await old(25);
    await fixture.directory.change(confirmed.subject, { emailConfirmed: true });
    const vouched = await makeAccount(fixture);
    await sql`update identity_account set created_at = now() - interval '2 days' where id = ${vouched.id}`.execute(
      fixture.database.db,
    );
    expect(await remove()).toBe(1);
    expect(await isThere(gone)).toEqual([false, false]);
    expect(await isThere(young)).toEqual([true, true]);
    expect(await isThere(confirmed)).toEqual([true, true]);
    expect(await fixture.directory.byId(vouched.id)).not.toBeNull();
    expect(await fixture.app.sessions.list(gone.id)).toEqual([]);
    expect(await remove()).toBe(0);
  });

  test('stays with money, an application, an order, a purchase or a signature', async () => {
    const lasting = TABLES.filter((table) => table.lasting === true).map(({ table }) => table);
    for (const table of [
      'ledger_account',
      'trade_application',
      'customer_order',
      'purchase',
      'signed_document',
    ])
      expect(lasting).toContain(table);
    const person = await old(25);
    await sql`insert into ledger_account (person_id, kind, balance_tiyin, version) values (${person.id}, 'available', 0, 0)`.execute(
      fixture.database.db,
    );
    expect(await remove()).toBe(0);
    expect(await isThere(person)).toEqual([true, true]);
  });

  test('that is confirmed at the same moment stays: the removal waits for the confirmation', async () => {
    const person = await old(25);
    let removing: Promise<number> | undefined;
    await inTransaction(fixture.database.db, async (tx) => {
      await sql`update person set phone_confirmed_at = now() where id = ${person.id}`.execute(tx);
      await openDirectory({ db: tx }).change(person.subject, { phoneConfirmed: true });
      removing = remove();
      await waitsForLock(fixture.database);
    });
    expect(await removing).toBe(0);
    expect(await isThere(person)).toEqual([true, true]);
  });
});
