import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActionBlocksRepository } from '#server/domains/staff/action-log/action-blocks.repository.ts';
import { createActionLog, type ActionLog } from '#server/domains/staff/action-log/index.ts';
import { sealActions } from '#server/domains/staff/action-log/seal-actions.ts';
import { runVerifyActionsCommand } from '#server/domains/staff/action-log/verify-actions-command.ts';
import { hasReadAsStaff } from '#server/domains/people/conflicts-of-interest/index.ts';
import { retirePartitions } from '#server/platform/database/index.ts';
import { startBarsApp, type Account, type BarsApp } from '../../fixtures/debarments-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const ENTRY = { type: 'order', action: 'created', result: 'done' } as const;

describe('the chain', () => {
  let database: TestDatabase;
  let log: ActionLog;
  let owner: pg.Client;
  let blocks: ReturnType<typeof createActionBlocksRepository>;
  let folder: string;

  beforeEach(async () => {
    database = await testDatabase();
    log = createActionLog(database.db);
    blocks = createActionBlocksRepository(database.db);
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-actions-'));
  });
  afterEach(async () => {
    await owner.end();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const record = async (count: number) => {
    for (let at = 0; at < count; at += 1)
      await log.record({ ...ENTRY, personId: randomUUID(), reason: `order:${at}`, address: '192.0.2.7' });
  };
  const seal = () => sealActions(blocks, { blockActions: 2, waitMs: 0 });
  async function verify(...args: string[]) {
    const lines: string[] = [];
    const out = { line: (text: string) => lines.push(text), error: (text: string) => lines.push(text) };
    const code = await runVerifyActionsCommand(args, out, () => blocks);
    return { code, lines };
  }
  /** Partition and id of the only action about an order. */
  async function stored(order: number): Promise<{ table: string; id: number }> {
    const { rows } = await owner.query<{ table: string; id: string }>(
      `select tableoid::regclass::text as table, id from person_action where reason = $1`,
      [`order:${order}`],
    );
    return { table: rows[0]!.table, id: Number(rows[0]!.id) };
  }

  test('has each action once, in blocks that lead to one another', async () => {
    await record(5);
    expect(await seal()).toBe(5);
    expect(await seal()).toBe(0);
    await record(1);
    const { code, lines } = await verify();
    expect(code).toBe(0);
    expect(lines[0]).toBe(
      '3 blocks with 5 actions fit, 0 are not in the database any more, 0 differ; 1 actions are not sealed yet',
    );
    expect(lines[1]).toBe(`head: block 3, ${(await blocks.last())?.hash}`);
  });

  test('waits for an action that was begun earlier and is committed later', async () => {
    const slow = await database.pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into person_action (person_id, type, action, result, reason) values (null, 'order', 'created', 'done', 'slow')`,
    );
    await record(1);
    expect(await seal()).toBe(0);
    const sealing = sealActions(blocks, { waitMs: 20_000 });
    await record(1);
    await slow.query('commit');
    slow.release();
    expect(await sealing).toBe(2);
    expect(await seal()).toBe(1);
    expect((await verify()).code).toBe(0);
  });

  test('is the same from two workers at once', async () => {
    await record(9);
    const counts = await Promise.all([seal(), seal(), seal()]);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(9);
    expect((await verify()).code).toBe(0);
  });

  test('begins another block with another month', async () => {
    await owner.query(
      `insert into person_action (type, action, result, at)
       select 'test', 'old', 'done', at::timestamptz from unnest(array['2025-01-31T23:59:59Z', '2025-02-01T00:00:00Z']) at`,
    );
    await seal();
    expect((await blocks.after(0, 10)).map(({ count }) => count)).toEqual([1, 1]);
  });

  test.each([
    [
      'changed',
      (table: string) => `update ${table} set result = 'refused' where id = $1`,
      'an action was changed',
    ],
    [
      'moved in time',
      (table: string) => `update ${table} set at = at + interval '1 microsecond' where id = $1`,
      'an action was changed',
    ],
    ['removed', (table: string) => `delete from ${table} where id = $1`, 'has 1 actions in place of 2'],
  ])('shows an action that was %s by the owner of the tables', async (_how, statement, problem) => {
    await record(4);
    await seal();
    const { table, id } = await stored(2);
    await owner.query(statement(table), [id]);
    const { code, lines } = await verify();
    expect(code).toBe(1);
    expect(lines[0]).toMatch(new RegExp(`^block 2 \\(.*\\): ${problem}$`));
  });

  test('shows an action that was put in later, and blocks that were rewritten or taken out', async () => {
    await record(2);
    await owner.query(
      `select setval(pg_get_serial_sequence('person_action', 'id'), (select max(id) + 1 from person_action))`,
    );
    await record(2);
    await seal();
    await owner.query('alter table action_block disable trigger all');
    const gap = (await stored(0)).id + 2;
    await owner.query(
      `insert into person_action (id, type, action, result) overriding system value values ($1, 'order', 'created', 'done')`,
      [gap],
    );
    expect((await verify()).lines[0]).toMatch(/^block 2 .*has 3 actions in place of 2$/);
    await owner.query(`update action_block set hash = sha256('another') where number = 1`);
    expect((await verify()).lines[0]).toMatch(/^block 1 .*its hash does not follow from the block before$/);
    await owner.query('delete from action_block where number = 1');
    expect((await verify()).lines[0]).toMatch(/^block 2 .*block 1 is missing$/);
  });

  test('refuses changes of its blocks', async () => {
    await record(1);
    await seal();
    await expect(owner.query('delete from action_block')).rejects.toThrow(/neither changed nor removed/);
    await expect(owner.query('update action_block set count = 2')).rejects.toThrow(
      /neither changed nor removed/,
    );
  });

  test('is read on from the archive of months that left the database', async () => {
    await owner.query(
      `insert into person_action (type, action, result, address, at)
       select 'test', 'old', 'done', '192.0.2.1', '2020-03-04T05:06:07.000080Z'::timestamptz + n * interval '1.5 ms'
       from generate_series(1, 5) n`,
    );
    await seal();
    await record(2);
    await seal();
    const retention = { auction_attempt: null, auction_attempt_count: null, person_action: 12 };
    const monthFrom = new Date(Date.now() + 14 * 31 * 86_400_000);
    const retired = await retirePartitions(owner, {
      retention,
      archive: folder,
      now: monthFrom,
    });
    expect(retired.map(({ rows }) => rows).toSorted((a, b) => b - a)[0]).toBe(7);
    expect((await verify()).lines[0]).toContain(
      '0 blocks with 0 actions fit, 4 are not in the database any more',
    );
    const { code, lines } = await verify('--archive', folder);
    expect(lines[0]).toContain('4 blocks with 7 actions fit, 0 are not');
    expect(code).toBe(0);
  });

  test('refuses options it does not know', async () => {
    expect(await verify('--drop')).toMatchObject({ code: 2 });
  });
});

describe('the list of actions', () => {
  let app: BarsApp;
  let auditor: Account;
  let operator: Account;
  let log: ActionLog;

  beforeAll(async () => {
    app = await startBarsApp();
    log = createActionLog(app.database.db);
    auditor = await app.account('Tekshiruvchi', ['auditor']);
    operator = await app.account('Operator Namuna', ['operator']);
    const customer = await app.account('Sotuvchi Namuna', ['customer']);
    await log.record({ ...ENTRY, personId: customer.id, reason: 'order:71', address: '192.0.2.7' });
    await log.record({
      type: 'order-moderation',
      action: 'approve',
      result: 'done',
      personId: operator.id,
      reason: 'order:71',
      address: '192.0.2.8',
    });
    await log.record({
      type: 'sign-in',
      action: 'sign-in',
      result: 'refused',
      personId: null,
      reason: 'wrong-password',
      address: '192.0.2.9',
    });
  });
  afterAll(() => app?.close());

  const read = async (query: string) => (await app.get(auditor, `/api/console/actions?${query}`)).body;
  const seen = async (query: string) =>
    ((await read(query)).items as { type: string; action: string }[]).map(
      ({ type, action }) => `${type}.${action}`,
    );

  test('is for administrators and auditors', async () => {
    expect((await app.get(operator, '/api/console/actions')).status).toBe(403);
    expect((await app.get(auditor, '/api/console/actions')).status).toBe(200);
  });

  test('has those of staff, of one thing, of one address, of one person, of no account, of a time', async () => {
    expect(await seen('type=order-moderation')).toEqual(['order-moderation.approve']);
    expect(await seen('type=order')).toEqual([]);
    expect(await seen('about=order:71&who=all')).toEqual(['order-moderation.approve', 'order.created']);
    expect(await seen('address=192.0.2.9&who=unknown&result=refused')).toEqual(['sign-in.sign-in']);
    expect(await seen(`personId=${operator.id}&type=order-moderation&who=all`)).toHaveLength(1);
    expect(await seen('about=order:71&who=all&to=2020-01-01')).toEqual([]);
    expect(await seen('about=order:71&who=all&size=1&page=2')).toEqual(['order.created']);
    const { items, total, types } = await read('about=order:71');
    expect(total).toBe(1);
    expect(types).toEqual(expect.arrayContaining(['order', 'order-moderation', 'sign-in']));
    expect(items[0]).toMatchObject({
      person: { id: operator.id, name: 'Operator Namuna' },
      about: 'order:71',
      address: '192.0.2.8',
    });
  });

  test('has pages of what several members of staff did, the last first', async () => {
    const action = { type: 'shift', result: 'done', address: null } as const;
    for (let at = 0; at < 10; at += 1)
      await log.record({
        ...action,
        action: `step-${at}`,
        // One of them did most of it.
        personId: at % 4 === 0 ? auditor.id : operator.id,
        reason: at % 2 === 0 ? 'shift:even' : null,
      });
    const steps = (numbers: number[]) => numbers.map((at) => `shift.step-${at}`);
    expect(await seen('type=shift&size=3')).toEqual(steps([9, 8, 7]));
    expect(await seen('type=shift&size=3&page=3')).toEqual(steps([3, 2, 1]));
    expect(await seen('type=shift&size=3&page=4')).toEqual(steps([0]));
    expect(await seen('about=shift:even&size=2&page=2')).toEqual(steps([4, 2]));
    expect(await seen(`type=shift&personId=${auditor.id}`)).toEqual(steps([8, 4, 0]));
  });

  /** Somebody takes part in a lot that is not over: it is in their log when they applied, and staff read an offer of theirs. */
  async function participant(lotId: number): Promise<Account> {
    const rival = await app.account('Raqib Namuna', ['buyer']);
    await app.database.pool.query(
      `insert into trade_application (lot_id, person_id, number, status, confirmed_at)
       values ($1, $2, (select count(*) + 1 from trade_application where lot_id = $1), 'admitted', now())`,
      [lotId, rival.id],
    );
    const done = { result: 'done', address: null } as const;
    await log.record({ ...done, personId: rival.id, type: 'application', action: 'sent' });
    await log.record({
      ...done,
      personId: operator.id,
      type: 'account',
      action: 'receipt-viewed',
      reason: `person:${rival.id} lot:${lotId} bid-00000001`,
    });
    return rival;
  }
  const openLot = () => publishTestLot(app.database, { ruleSet: 'private', opensInMs: 3_600_000 });

  test('counts as read who takes part in a lot, by when they applied and by what colleagues read', async () => {
    const [applied, offered, neither] = [await openLot(), await openLot(), await openLot()];
    const rival = await participant(applied);
    await participant(offered);
    const other = await app.account('Tekshiruvchi Ikki', ['auditor']);
    const hasRead = (lotId: number) => hasReadAsStaff(app.database.db, other.id, lotId);
    const itemsFor = async (query: string) =>
      JSON.stringify((await app.get(other, `/api/console/actions?${query}`)).body.items);

    expect(await itemsFor('who=all&type=sign-in')).not.toContain(rival.id);
    expect(await hasRead(applied)).toBe(false);
    expect(await itemsFor(`who=all&type=application&personId=${rival.id}`)).toContain(rival.id);
    expect(await hasRead(applied)).toBe(true);
    expect(await hasRead(offered)).toBe(false);
    expect(await itemsFor('type=account&size=1')).toContain(`lot:${offered}`);
    expect(await hasRead(offered)).toBe(true);
    expect(await hasRead(neither)).toBe(false);
  });

  test('leaves out for who bids in a lot under another account what tells of rivals there', async () => {
    const lotId = await openLot();
    const own = await participant(lotId);
    const rival = await participant(lotId);
    const other = await app.account('Tekshiruvchi Uch', ['auditor']);
    await app.database.pool.query('update person set phone = $2, phone_confirmed_at = now() where id = $1', [
      own.id,
      '+998901234599',
    ]);
    await app.database.pool.query('update person set phone = $2 where id = $1', [other.id, '+998901234599']);
    const itemsFor = async (who: Account) =>
      JSON.stringify((await app.get(who, '/api/console/actions?who=all&size=100')).body);
    expect(await itemsFor(auditor)).toContain(rival.id);
    expect(await itemsFor(other)).not.toContain(rival.id);
    expect(await itemsFor(other)).toContain('order:71');
  });

  test('refuses filters that make no sense', async () => {
    for (const query of ['who=me', 'personId=7', 'type=A%20b', 'address=x', 'page=0', 'size=1000', 'more=1'])
      expect((await app.get(auditor, `/api/console/actions?${query}`)).status, query).toBe(400);
  });

  test('names the head of the chain once there is one', async () => {
    expect((await read('')).head).toBeNull();
    const blocks = createActionBlocksRepository(app.database.db);
    await eventually(async () => (await sealActions(blocks)) > 0, 'a block');
    const last = await blocks.last();
    expect((await read('')).head).toMatchObject({ number: 1, hash: last?.hash });
  });
});
