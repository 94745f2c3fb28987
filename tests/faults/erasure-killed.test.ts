import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockMoney } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { WorkflowStep } from '#server/workflows/crash-steps.ts';
import { callServer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../fixtures/erasure-app.ts';
import { dataOf, filesWith, found, MARKS, STAYS } from '../fixtures/full-person.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually } from '../fixtures/services.ts';

const MARKED = Object.values(MARKS);
/** Messages go out all the time, whatever becomes of the account. */
const MESSAGES = ['notification_delivery', 'twin_message'];

let fixture: ErasureApp;
let web: PlatformProcess;
let who: Erasable;

beforeAll(async () => {
  fixture = await startErasureApp();
  web = await startPlatform(fixture, { PROCESSES: 'web' });
  who = await fixture.person(MARKS);
  await dataOf(fixture, who);
  const payment = {
    personId: who.id,
    amountTiyin: 5_000_00,
    key: 'payment-1',
    provider: 'cash-desk',
    reference: 'cash',
    reason: 'a test',
    actor: 'system',
  };
  const wallet = fixture.office.walletIn(fixture.database.db);
  await wallet.topUp(payment);
  const { outcome } = await wallet.reverseTopUp(payment);
  if (outcome !== 'reversed') throw new Error(outcome);
}, 300_000);
afterAll(async () => {
  await web?.stop();
  // Dropping the database proves that the books balance.
  await fixture?.close('whole');
});

const query = async (text: string, values: unknown[] = []) =>
  (await fixture.database.pool.query(text, values)).rows;
const startWorker = (step?: WorkflowStep) =>
  startPlatform(
    fixture,
    {
      PROCESSES: 'worker',
      SMS_PROVIDER: 'twin',
      DATA_FOLDER: fixture.folder,
      ...(step && { SAVDO_CRASH_AT: step }),
    },
    { wait: false },
  );

/** Every row that names the person, but messages; and what is about the account itself. */
async function state() {
  const named = await found(fixture, MARKED);
  const [{ state: request, code }] = await fixture.row(who.id);
  const [{ movements }] = await query(
    'select count(*)::int as movements from ledger_journal where person_id = $1',
    [who.id],
  );
  const sessions = (await fixture.base.sessions.list(who.id)).length;
  return {
    request,
    code,
    movements,
    sessions,
    tables: Object.keys(named).filter((table) => !MESSAGES.includes(table)),
    erased: (await fixture.personRow(who.id)).erased_at !== null,
    files: filesWith(fixture.folder, MARKS.name).length,
    messages: (await fixture.inbox(who.id)).filter((template) => template === 'account-erased').length,
  };
}

/** Kills the worker while its transaction waits for what this one has locked. @returns the statement that waited */
async function killedWaitingFor(lock: (tx: AnyDb) => Promise<unknown>): Promise<string> {
  const { statement, pid } = await inTransaction(fixture.database.db, async (tx) => {
    const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await lock(tx);
    const worker = await startWorker();
    const waiting = await eventually(async () => {
      const [held] = await query(
        'select pid, query from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [own.rows[0]!.pid],
      );
      return held;
    }, `the worker to wait for the lock\n${worker.output()}`);
    worker.child.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
    await worker.stop();
    return { statement: String(waiting.query), pid: waiting.pid };
  });
  await eventually(
    async () => (await query('select from pg_stat_activity where pid = $1', [pid])).length === 0,
    'the connection of the killed worker to end',
  );
  return statement;
}

async function killedAt(step: WorkflowStep): Promise<void> {
  const worker = await startWorker(step);
  expect(await worker.ended, `${step}\n${worker.output()}`).toBe('SIGKILL');
  await worker.stop();
}

test('the worker killed in an erasure and after its commit: all or nothing is erased, once, and the sessions end', async () => {
  const person = await Bidder.connect(web.url, { headers: { cookie: who.cookie } });
  const visitor = await Bidder.connect(web.url);
  try {
    expect(await fixture.call(who, 'ask')).toMatchObject({ request: { state: 'requested' }, left: [] });
    await fixture.due(who.id);
    const before = await state();
    expect(before).toMatchObject({ request: 'requested', sessions: 1, movements: 2, messages: 0 });
    expect(before.tables).toEqual(expect.arrayContaining(['person', 'identity_account', 'customer_order']));

    expect(await killedWaitingFor((tx) => lockMoney(tx, who.id))).toMatch(/ledger_account/);
    expect(await state(), 'waiting for the money').toEqual(before);
    // Most is deleted by then.
    const favourites = (tx: AnyDb) =>
      sql`select from favourite_lot where person_id = ${who.id} for update`.execute(tx);
    expect(await killedWaitingFor(favourites)).toMatch(/delete from "?favourite_lot/);
    expect(await state(), 'waiting for a table').toEqual(before);
    await killedAt('erasure-written');
    expect(await state(), 'written').toEqual(before);
    expect(person.socket.connected).toBe(true);

    await killedAt('erasure-committed');
    const committed = await state();
    expect(committed).toMatchObject({ request: 'done', erased: true, messages: 1, movements: 2 });
    expect(committed.code).toMatch(/^[0-9A-Z]{6}$/);
    expect(committed.tables.filter((table) => !(table in STAYS))).toEqual([]);
    // The sessions have not ended yet.
    expect([committed.sessions, person.socket.connected]).toEqual([1, true]);

    const healthy = await startWorker();
    await eventually(() => !person.socket.connected, 'the socket to be cut');
    expect(visitor.socket.connected).toBe(true);
    const refused = await callServer(web.url, 'GET', '/api/shop/auth/me', { cookie: who.cookie });
    expect([refused.status, refused.body.ERROR.code]).toEqual([401, 'account-erased']);
    const last = () =>
      query(
        `select recipient from twin_message where recipient = any($1) and body like '%Bu oxirgi xabarimiz%' order by 1`,
        [[MARKS.phone, MARKS.email]],
      );
    const both = [MARKS.phone, MARKS.email].toSorted().map((recipient) => ({ recipient }));
    await eventually(
      async () => isDeepStrictEqual(await last(), both),
      'the last message by both ways',
      60_000,
    );
    await healthy.stop();
    expect(await last()).toEqual(both);

    expect(await state()).toEqual({ ...committed, sessions: 0 });
    await fixture.office.eraseDue.round(0);
    await fixture.office.files.sweep(0);
    expect(await state()).toEqual({ ...committed, sessions: 0, messages: 0, files: 0 });
    expect(Object.keys(await found(fixture, MARKED)).filter((table) => !(table in STAYS))).toEqual([]);
    expect(await fixture.inbox(who.id)).toEqual([]);
    expect(await fixture.row(who.id)).toHaveLength(1);
    const row = await fixture.personRow(who.id);
    expect([row.issuer, row.subject]).toEqual(['erased', committed.code]);
    expect(row.name).toContain(committed.code);
    const actions = await query(
      `select action, count(*)::int as count from person_action where person_id = $1 and action = 'erased' group by 1`,
      [who.id],
    );
    expect(actions).toEqual([{ action: 'erased', count: 1 }]);
    const events = await query(
      `select payload from outbox where topic = 'accounts.sessions-over' and payload ->> 'personId' = $1`,
      [who.id],
    );
    expect(events).toEqual([{ payload: { personId: who.id, because: 'erased' } }]);
  } finally {
    person.close();
    visitor.close();
  }
}, 900_000);
