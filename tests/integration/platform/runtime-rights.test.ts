import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDatabase,
  grantRuntime,
  readRoleFacts,
  roleOf,
  weaknessOfRole,
} from '#server/platform/database/index.ts';
import { RUNTIME_RIGHTS } from '#server/platform/database/runtime-rights.ts';
import type { Config } from '#server/platform/config/index.ts';
import { requireDurability } from '#server/processes/readiness.ts';
import { eventually, testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
/** Connected as the product is. */
let runtime: pg.Client;
let columnsOf: Map<string, string[]>;

beforeAll(async () => {
  database = await testDatabase();
  runtime = new pg.Client({ connectionString: database.url });
  await runtime.connect();
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `select table_name::text as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by table_name`,
  );
  columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
});
afterAll(async () => {
  await runtime.end();
  await database.close();
});

/** Columns the list lets change. */
function changing(table: string): readonly string[] {
  const { update } = RUNTIME_RIGHTS[table]!;
  const all = columnsOf.get(table) ?? [];
  if (typeof update === 'string') return update === 'all' ? all : [];
  return 'only' in update ? update.only : all.filter((column) => !update.allBut.includes(column));
}

const refusedAs = async (statement: string): Promise<string> => {
  try {
    await runtime.query(statement);
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

describe('the role of the processes', () => {
  test('is another one than the owner of the tables and has no power besides its rights', async () => {
    const own = createDatabase({ url: database.url, poolSize: 1 });
    try {
      const facts = await readRoleFacts(own.pool);
      expect(facts).toEqual({ role: roleOf(database.url), powers: [], owned: 0 });
      expect(weaknessOfRole(facts)).toBeNull();
    } finally {
      await own.close();
    }
    expect(weaknessOfRole(await readRoleFacts(database.pool))).toMatch(/is a superuser.*owns \d+ tables/);
  });

  test('is weak also when it may become the owner, or has a power over the server, by another role', async () => {
    const made = (part: string) => `savdo_${part}_${randomBytes(4).toString('hex')}`;
    const weaknessAs = async (granted: string) => {
      const [role, password] = [made('member'), randomBytes(12).toString('hex')];
      // Without inheriting: what it may do is what it asks for by `set role`.
      await database.pool.query(
        `create role ${role} login noinherit password '${password}'; grant ${granted} to ${role}`,
      );
      const url = new URL(database.url);
      [url.username, url.password] = [role, password];
      const own = createDatabase({ url: url.href, poolSize: 1 });
      try {
        return weaknessOfRole(await readRoleFacts(own.pool));
      } finally {
        await own.close();
        await database.pool.query(`drop role ${role}`);
      }
    };
    const owner = roleOf(database.ownerUrl);
    const maker = made('maker');
    await database.pool.query(`create role ${maker} createrole`);
    try {
      expect(await weaknessAs(`"${owner}"`)).toMatch(/is a superuser.*owns \d+ tables/);
      expect(await weaknessAs(maker)).toMatch(/may create roles/);
      expect(await weaknessAs('pg_execute_server_program')).toMatch(/may run programs/);
      expect(await weaknessAs('pg_write_all_data')).toMatch(/may change every table/);
      expect(await weaknessAs('pg_read_all_stats')).toBeNull();
    } finally {
      await database.pool.query(`drop role ${maker}`);
    }
  });

  test('is refused at the start of an installation when it is the owner, and elsewhere is a warning', async () => {
    // The run's own PostgreSQL does not sync to disk, which is refused as well; one that is too busy to answer is not.
    const refusal = (pool: pg.Pool, installed: boolean, wanted: RegExp): Promise<string> =>
      eventually(async () => {
        const config = { test: false, installed } as Config;
        const problem = await requireDurability({ config, database: { ...database, pool } }).catch(String);
        return typeof problem === 'string' && wanted.test(problem) ? problem : null;
      }, `a refusal with ${wanted}`);
    const own = createDatabase({ url: database.url, poolSize: 2 });
    try {
      await refusal(database.pool, true, /DATABASE_URL: the role .* is a superuser/);
      expect(await refusal(database.pool, false, /fsync is off/)).not.toMatch(/DATABASE_URL/);
      expect(await refusal(own.pool, true, /fsync is off/)).not.toMatch(/DATABASE_URL/);
    } finally {
      await own.close();
    }
  });

  test.each(Object.keys(RUNTIME_RIGHTS))(
    'is refused all that its line does not name on %s',
    async (table) => {
      const { insert, deleted } = RUNTIME_RIGHTS[table]!;
      const fixed = (columnsOf.get(table) ?? []).filter((column) => !changing(table).includes(column));
      const forbidden = [
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
        `create trigger planted before insert on ${table} for each row execute function outbox_announce()`,
        `drop table ${table}`,
        ...(deleted === null ? [`delete from ${table} where false`] : []),
        ...(insert ? [] : [`insert into ${table} default values`]),
        ...fixed.map((column) => `update ${table} set ${column} = default where false`),
      ];
      for (const statement of forbidden) expect(await refusedAs(statement), statement).toBe('42501');
    },
  );

  test('may do exactly what the lines name, and repeating the grants changes nothing', async () => {
    const rights = async () =>
      (
        await database.pool.query(
          `select relname, relacl::text, (select array_agg(attname || attacl::text order by attnum) from pg_attribute
             where attrelid = c.oid and attacl is not null) as columns
           from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
        )
      ).rows;
    const before = await rights();
    await database.pool.query('grant delete on ledger_entry to savdo_runtime');
    const owner = await database.pool.connect();
    try {
      await grantRuntime(owner, 'savdo_runtime');
    } finally {
      owner.release();
    }
    expect(await rights()).toEqual(before);
    for (const [table, { insert, deleted }] of Object.entries(RUNTIME_RIGHTS)) {
      const allowed = [
        `select 1 from ${table} where false`,
        ...changing(table).map((column) => `update ${table} set ${column} = ${column} where false`),
        ...(deleted === null ? [] : [`delete from ${table} where false`]),
      ];
      for (const statement of allowed)
        // 428C9: a column that the database itself writes.
        expect(['done', '428C9'], statement).toContain(await refusedAs(statement));
      const { rows } = await database.pool.query('select has_table_privilege($1, $2, $3) as may', [
        'savdo_runtime',
        table,
        'insert',
      ]);
      expect(rows[0].may, table).toBe(insert);
    }
  });

  test('makes no tables in the schema and changes no functions', async () => {
    expect(await refusedAs('create table planted (id int)')).toBe('42501');
    expect(await refusedAs('drop function ledger_post_entry cascade')).toBe('42501');
    expect(await refusedAs('create role planted')).toBe('42501');
    // Nor for the time of a session: a statement would read them in place of the product's.
    expect(await refusedAs('create temp table ledger_entry (id int)')).toBe('42501');
  });
});

describe('granting', () => {
  const withOwner = async (work: (owner: pg.PoolClient) => Promise<void>) => {
    const owner = await database.pool.connect();
    try {
      await work(owner);
    } finally {
      owner.release();
    }
  };

  test('is refused for a table without a line, a line without a table and a column that is not there', async () => {
    await database.pool.query('create table planted (id int)');
    await withOwner(async (owner) => {
      await expect(grantRuntime(owner, 'savdo_runtime')).rejects.toThrow(/planted has no line/);
      await owner.query('drop table planted');
      const gone = { ...RUNTIME_RIGHTS, gone: RUNTIME_RIGHTS['lot']! };
      await expect(grantRuntime(owner, 'savdo_runtime', { rights: gone })).rejects.toThrow(
        /gone of .* not in/,
      );
      const unknown = {
        ...RUNTIME_RIGHTS,
        lot: { ...RUNTIME_RIGHTS['lot']!, update: { only: ['nothing'] } },
      };
      await expect(grantRuntime(owner, 'savdo_runtime', { rights: unknown })).rejects.toThrow(
        /lot .*: nothing/,
      );
      await owner.query('create sequence planted_numbers');
      await expect(grantRuntime(owner, 'savdo_runtime')).rejects.toThrow(/planted_numbers is a sequence/);
      await owner.query('drop sequence planted_numbers');
    });
  });

  test('takes back what somebody gave besides, to the role and to everybody', async () => {
    const role = `savdo_rights_${randomBytes(4).toString('hex')}`;
    await database.pool.query(`create role ${role}; grant all on all tables in schema public to ${role}`);
    await database.pool.query('grant update on ledger_entry to public');
    try {
      await withOwner(async (owner) => {
        await grantRuntime(owner, role);
      });
      const { rows } = await database.pool.query(
        `select has_table_privilege($1, 'ledger_entry', 'update') as changed,
           has_table_privilege($1, 'ledger_entry', 'insert') as added`,
        [role],
      );
      expect(rows[0]).toEqual({ changed: false, added: true });
    } finally {
      await database.pool.query(`drop owned by ${role}; drop role ${role}`);
    }
  });
});
