import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { runProgram } from '../../fixtures/program.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const HISTORIES = 'server/auction/replay/histories';
const redis = testRedis();
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

function cli(...args: string[]) {
  const done = runProgram('server/processes/cli.ts', {
    args,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      REDIS_NAMESPACE: redis.namespace,
      SAVDO_TEST: '1',
      ALLOW_TWINS: '1',
      SESSION_SECRET: 's'.repeat(40),
      OIDC_CLIENT_SECRET: 'o'.repeat(40),
    },
  });
  return { code: done.status, out: done.stdout, error: done.stderr };
}

const inMonths = (months: number): string => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return month.toISOString().slice(0, 7).replace('-', '_');
};

describe('the command line', () => {
  test('lists every command', () => {
    const { code, out } = cli('help');
    expect(code).toBe(0);
    for (const name of [
      'staff add',
      'account reset-password',
      'account disable',
      'account enable',
      'staff remove',
      'ledger check',
      'verify-log',
      'verify-receipt',
      'verify-actions',
      'monitor',
      'rebuild',
      'replay',
      'bars add',
      'bars lift',
      'bars rehash',
      'sign-in rotate-keys',
      'database grants',
      'database partitions',
      'evidence check',
    ])
      expect(out).toContain(name);
  });

  test('gives the role of the processes its rights again', async () => {
    await database.pool.query(
      'revoke insert on person_action from savdo_runtime; grant delete on ledger_entry to public',
    );
    const { code, out } = cli('database', 'grants');
    expect(out).toMatch(/^savdo_runtime has its rights on \d+ tables, and no others$/m);
    expect(code).toBe(0);
    const { rows } = await database.pool.query(
      `select has_table_privilege('savdo_runtime', 'person_action', 'insert') as added,
         has_table_privilege('savdo_runtime', 'ledger_entry', 'delete') as deleted`,
    );
    expect(rows[0]).toEqual({ added: true, deleted: false });
  });

  test('makes partitions that are missing, and takes nothing out unless asked', async () => {
    await database.pool.query(`drop table monthly.person_action_${inMonths(3)}`);
    const { code, out, error } = cli('database', 'partitions');
    expect([code, out, error]).toEqual([0, `made person_action_${inMonths(3)}\n`, '']);
    expect(cli('database', 'partitions', '--archive', 'x', '--drop').code).toBe(2);
  });

  test('says what it does not know and what there is instead', () => {
    const { code, error } = cli('staff', 'dismiss');
    expect(code).toBe(2);
    expect(error).toMatch(/There is no command "staff dismiss"\.[^]*staff add/);
  });

  test('makes the first staff account and prints its one-time password once', () => {
    const made = cli(
      'staff',
      'add',
      '--phone',
      '+998901234567',
      '--role',
      'administrator',
      '--reason',
      'Birinchi xodim',
      '--name',
      'Birinchi Xodim',
    );
    expect(made.code, made.error).toBe(0);
    expect(made.out).toMatch(/[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/);
    const again = cli(
      'staff',
      'add',
      '--phone',
      '+998901234567',
      '--role',
      'operator',
      '--reason',
      'Buyruq 12',
    );
    expect(again.code, again.error).toBe(0);
    expect(again.out).not.toMatch(/[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/);
    expect(cli('staff', 'add', '--phone', '12', '--role', 'king').code).not.toBe(0);
  });

  test('verifies a log, finds a changed one, and rebuilds rooms that are open', async () => {
    const lotId = 7_001;
    await createAuctionLogRepository(database.db).openLot({
      lotId,
      rules: {
        firstBid: 'atStart',
        increment: { kind: 'fixed', amount: 100 },
        overtime: null,
        leaderMayRaise: false,
        minParticipants: { count: 1, at: 'close' },
      },
      startPriceTiyin: 1_000,
      opensAtMs: Date.now() + 3_600_000,
      closesAtMs: Date.now() + 7_200_000,
      practice: false,
      watchable: true,
    });
    expect(cli('verify-log', String(lotId))).toMatchObject({ code: 0 });
    expect(cli('rebuild', String(lotId)).out).toContain(`lot ${lotId}: epoch 2`);
    // Somebody edits the frozen terms behind our back.
    await database.pool.query(
      `update auction_lot set terms = jsonb_set(terms, '{startPriceTiyin}', '5') where lot_id = $1`,
      [lotId],
    );
    expect(cli('verify-log', String(lotId)).code).toBe(1);
    expect(cli('verify-log', '--all')).toMatchObject({
      code: 1,
      error: expect.stringContaining(`lot ${lotId}: the log`),
    });
    const both = cli('verify-log', '999999', String(lotId));
    expect(both.code).toBe(2);
    expect(both.error).toMatch(/lot 999999: there is no such lot[^]*lot 7001: the log was changed/);
  }, 180_000);

  test('replays recorded auctions', () => {
    const done = cli('replay', '--engine', 'rules', '--json', ...histories());
    expect(done.code, done.error).toBe(0);
    const summary = JSON.parse(done.out.trim().split('\n').at(-1) as string) as Record<string, unknown>;
    expect(summary).toMatchObject({ differing: [] });
    expect(summary.matched).toBe(summary.histories);
  });
});

function histories(): string[] {
  const names = readdirSync(path.join(ROOT, HISTORIES)).filter((name) => name.endsWith('.jsonl'));
  return names.map((name) => path.join(HISTORIES, name));
}
