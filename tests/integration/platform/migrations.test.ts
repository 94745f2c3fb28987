import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, migrateToLatest, pendingMigrations } from '#server/platform/database/index.ts';
import { foundationProblems } from '#server/platform/database/settings.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import { runProgram } from '../../fixtures/program.ts';
import { ownerUrl, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('empty');
});
afterAll(() => database.close());

describe('migrations', () => {
  test('bring an empty database to the newest schema once, however many processes start at once', async () => {
    expect((await pendingMigrations(database.pool)).length).toBeGreaterThan(0);
    const runs = await Promise.all([
      migrateToLatest(database),
      migrateToLatest(database),
      migrateToLatest(database),
    ]);
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
    expect(await pendingMigrations(database.pool)).toEqual([]);
    expect(await migrateToLatest(database)).toEqual([]);
  });

  test('refuse a database of a newer version', async () => {
    await database.pool.query("insert into kysely_migration values ('9999_of-the-future', now()::text)");
    await expect(migrateToLatest(database)).rejects.toThrow(/migration \(preparation\) failed/);
    await database.pool.query("delete from kysely_migration where name = '9999_of-the-future'");
    expect(await migrateToLatest(database)).toEqual([]);
  });

  test.runIf(COMPLETE)(
    'that meet a table in use try again, and say in the end that nothing was changed',
    async () => {
      const owner = createDatabase({ url: database.ownerUrl, poolSize: 3, limits: { lockMs: 50 } });
      const holder = await database.pool.connect();
      const hold = () => holder.query('begin; lock table kysely_migration in access exclusive mode');
      try {
        await hold();
        const waits: string[] = [];
        const onWait = (message: string) => {
          waits.push(message);
          if (waits.length === 2) void holder.query('rollback');
        };
        expect(await migrateToLatest(owner, { onWait, pauseMs: 10 })).toEqual([]);
        expect(waits[1]).toMatch(/waits for a table that is in use, try 3 of 6/);
        await hold();
        await expect(migrateToLatest(owner, { pauseMs: 1 })).rejects.toThrow(
          /could not lock a table within 5 s, 6 times: .*; nothing was changed/,
        );
      } finally {
        await holder.query('rollback');
        holder.release();
        await owner.close();
      }
    },
  );

  test('refuse a database in another encoding before they touch it', async () => {
    const name = `savdo_test_ascii_${randomBytes(4).toString('hex')}`;
    await database.pool.query(
      `create database ${name} encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'`,
    );
    const url = new URL(ownerUrl());
    url.pathname = `/${name}`;
    const owner = createDatabase({ url: url.href, poolSize: 2 });
    try {
      await expect(migrateToLatest(owner)).rejects.toThrow(
        /encoding of the database is SQL_ASCII, must be UTF8[^]*locale of the database knows no letters but a to z/,
      );
      const { rows } = await owner.pool.query(
        "select from pg_class where relnamespace = 'public'::regnamespace",
      );
      expect(rows).toHaveLength(0);
      const run = runProgram('server/processes/migrate.ts', {
        env: { ...process.env, DATABASE_URL: url.href, MIGRATION_DATABASE_URL: url.href },
      });
      expect([run.status, run.stderr]).toEqual([
        1,
        expect.stringMatching(/^The schema was not touched:\n  - /),
      ]);
    } finally {
      await owner.close();
      await database.pool.query(`drop database ${name}`);
    }
  });

  test('refuse a server that is too old by name', () => {
    const good = { versionNumber: 180_001, version: '18.1', encoding: 'UTF8', knowsLetters: true };
    expect(foundationProblems(good)).toEqual([]);
    expect(foundationProblems({ ...good, versionNumber: 170_006, version: '17.6' })).toEqual([
      expect.stringMatching(/this server is version 17\.6, 18 or newer is needed/),
    ]);
  });

  test('run as an owner without any power besides, who gives the processes their rights', async () => {
    const suffix = randomBytes(4).toString('hex');
    const [own, role, name] = [`savdo_own_${suffix}`, `savdo_run_${suffix}`, `savdo_test_own_${suffix}`];
    await database.pool.query(
      `create role ${own} login password 'p'; create role ${role} login password 'p'`,
    );
    await database.pool.query(`create database ${name} owner ${own}`);
    const address = (user: string) => {
      const url = new URL(ownerUrl());
      Object.assign(url, { username: user, password: 'p', pathname: `/${name}` });
      return url.href;
    };
    try {
      const env = { ...process.env, DATABASE_URL: address(role), MIGRATION_DATABASE_URL: address(own) };
      // Twice, as at every start: the second run finds everything done.
      for (const applied of [/migrations applied: 0001_platform, /, /^$/]) {
        const done = runProgram('server/processes/migrate.ts', {
          env: { ...env, SAVDO_EMBEDDED: '', SAVDO_TEST: '' },
        });
        expect(done.stderr).toBe('');
        expect(done.stdout).toMatch(applied);
      }
      const processes = createDatabase({ url: address(role), poolSize: 1 });
      try {
        expect(await pendingMigrations(processes.pool)).toEqual([]);
        await expect(processes.pool.query('delete from ledger_entry')).rejects.toMatchObject({
          code: '42501',
        });
      } finally {
        await processes.close();
      }
    } finally {
      await database.pool.query(`drop database ${name} with (force)`);
      await database.pool.query(`drop role ${own}; drop role ${role}`);
    }
  });
});
