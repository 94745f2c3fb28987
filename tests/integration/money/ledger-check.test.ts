import { describe, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { MODULES } from '#server/processes/modules.ts';
import { brokenBooks, checkLedger, checkWrittenLedger, INVARIANTS } from '../../fixtures/check-ledger.ts';
import { changedTables } from '../../fixtures/table-contents.ts';
import { runProgram } from '../../fixtures/program.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
const by = { reason: 'a test', actor: 'system' };

const cli = (url: string, ...words: string[]) => {
  const done = runProgram('server/processes/cli.ts', {
    args: ['ledger', 'check', ...words],
    env: {
      ...process.env,
      DATABASE_URL: url,
      REDIS_NAMESPACE: redis.namespace,
      SAVDO_TEST: '1',
      ALLOW_TWINS: '1',
      SESSION_SECRET: 's'.repeat(40),
      OIDC_CLIENT_SECRET: 'o'.repeat(40),
    },
  });
  return { code: done.status, out: done.stdout, error: done.stderr };
};

/** A database with a payment, a hold that was released and one that is not. */
async function shortHistory(): Promise<TestDatabase> {
  const database = await testDatabase();
  const wallet = createWallet(database.db);
  const sum = { ...by, personId: 'anvar', amountTiyin: 10_00 };
  await wallet.topUp({ ...sum, key: '1', provider: 'cash-desk', reference: 'payment' });
  const first = await wallet.hold({ ...sum, amountTiyin: 4_00, key: '1', reference: 'deal:1' });
  if (first.outcome !== 'held') throw new Error(first.outcome);
  await wallet.release({ ...by, holdId: first.holdId, key: '1' });
  await wallet.hold({ ...sum, amountTiyin: 5_00, key: '2', reference: 'deal:2' });
  return database;
}

test('tests check the invariants of all modules', () => {
  expect(MODULES.invariants.length).toBeGreaterThan(10);
  expect(INVARIANTS).toEqual(MODULES.invariants);
});

describe('ledger check', () => {
  test('is a command that says all is whole, or shows the rows and exits with 1', async () => {
    const own = await shortHistory();
    try {
      const whole = cli(own.url);
      expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('the ledger is whole') });
      for (let number = 1; number <= 12; number += 1)
        expect(whole.out).toMatch(new RegExp(`^ ?${number}  ok `, 'm'));
      await own.pool.query('grant delete on ledger_journal to public');
      const { code, error } = cli(own.url);
      expect(code).toBe(1);
      const json = cli(own.url, '--json');
      expect(json.code).toBe(1);
      expect(JSON.parse(json.out)).toMatchObject({ whole: false, broken: [{ number: 10, more: false }] });
      expect(error).toMatch(/invariant 10 is broken[^]*DELETE on ledger_journal is granted to public/);
    } finally {
      await own.close('spoiled');
    }
  });

  test('takes reference data for changed once a row of it is another, or gone', async () => {
    const own = await testDatabase();
    const changed = async () => (await changedTables((text) => own.pool.query(text))).toSorted();
    try {
      expect(await changed()).toEqual([]);
      await own.pool.query(
        'update region set position = position where ctid = (select min(ctid) from region)',
      );
      expect(await changed()).toEqual(['region']);
      await own.pool.query(
        `set session_replication_role = replica;
         delete from calendar_day where ctid = (select min(ctid) from calendar_day);
         reset session_replication_role`,
      );
      expect(await changed()).toEqual(['calendar_day', 'region']);
      await own.pool.query('truncate bank');
      expect(await changed()).toEqual(['bank', 'calendar_day', 'region']);
    } finally {
      await own.close('spoiled');
    }
  });

  test('finds what was changed about tables without a row, at the end of each test, too', async () => {
    const own = await testDatabase();
    try {
      for (const check of [checkLedger, checkWrittenLedger, brokenBooks])
        expect(await check(own.db)).toEqual([]);
      await own.pool.query('alter table ledger_entry disable trigger ledger_entry_append_only');
      for (const check of [checkLedger, checkWrittenLedger, brokenBooks])
        expect(await check(own.db)).toMatchObject([{ number: 10 }]);
    } finally {
      await own.close('spoiled');
    }
  });

  /** Done by somebody with the keys of the database: rules of rows are off, then a row is changed. */
  test.each([
    [
      'an entry removed',
      'delete from ledger_entry where version = 1 and balance_tiyin = 1000',
      [1, 2, 3, 5, 6],
    ],
    ['a sum changed', 'update ledger_journal set amount_tiyin = amount_tiyin + 1 where id = 1', [1]],
    [
      'a balance raised',
      `update ledger_account set balance_tiyin = balance_tiyin + 1 where kind = 'available'`,
      [3],
    ],
    [
      'a balance below zero',
      `alter table ledger_account drop constraint ledger_account_balance;
       update ledger_account set balance_tiyin = -1 where kind = 'available'`,
      [3, 4],
    ],
    ['a version skipped', 'update ledger_entry set version = 7 where version = 2', [5]],
    ['a release of another sum', `update ledger_journal set amount_tiyin = 1 where kind = 'release'`, [1, 6]],
    [
      'a hold ended twice',
      `alter table ledger_journal drop constraint ledger_journal_resolved_once;
       insert into ledger_journal (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor, resolves_id)
       select 'capture', 'twice', person_id, amount_tiyin, 'x', 'x', 'x', resolves_id
       from ledger_journal where kind = 'release'`,
      [1, 6],
    ],
    ['held money without a hold', `delete from ledger_journal where reference = 'deal:2'`, [6]],
    ['a trigger switched off', 'alter table ledger_entry disable trigger ledger_entry_append_only', [10]],
    [
      'money that took a wrong way',
      `insert into ledger_account (purpose, kind) values ('sales', 'escrow');
       update ledger_entry set account_id = (select id from ledger_account where kind = 'escrow')
       where account_id = (select id from ledger_account where kind = 'clearing')`,
      // Taken from the account of sales, it is also what others have paid.
      [6, 17],
    ],
    ['a right given away', 'grant delete on ledger_journal to public', [10]],
  ] as const)('finds %s', async (_what, statement, expected) => {
    const own = await shortHistory();
    try {
      expect(await checkLedger(own.db)).toEqual([]);
      const client = await own.pool.connect();
      try {
        await client.query('set session_replication_role = replica');
        await client.query(statement);
        await client.query('reset session_replication_role');
      } finally {
        client.release();
      }
      for (const check of [checkLedger, checkWrittenLedger, brokenBooks]) {
        const found = [...new Set((await check(own.db)).map(({ number }) => number))];
        expect(found).toEqual([...expected]);
      }
    } finally {
      await own.close('spoiled');
    }
  });
});
