import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Migrator, type Migration } from 'kysely/migration';
import type pg from 'pg';
import type { AnyDb } from './db.ts';
import { foundationProblems, readFoundation } from './settings.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
/** Arbitrary fixed lock id: one migrating process at a time per database. */
const LOCK = 7_238_461_001;

/** Of the tree, oldest first. */
async function migrationNames(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts')).sort();
  const odd = files.filter((file) => !/^\d{4}_[a-z0-9-]+\.ts$/.test(file));
  if (odd.length > 0) throw new Error(`a migration is named 0001_some-words.ts, and not ${odd.join(', ')}`);
  return files.map((file) => file.slice(0, -'.ts'.length));
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await migrationNames()) {
    migrations[name] = (await import(pathToFileURL(path.join(FOLDER, `${name}.ts`)).href)) as Migration;
  }
  return migrations;
}

/**
 * By names alone: the migrator would import all migrations, and read every column of the database to find its own table.
 * `unknown` are those that the database has and the tree has not.
 */
async function compareMigrations(
  database: pg.Pool | pg.PoolClient,
): Promise<{ pending: string[]; unknown: string[] }> {
  const names = await migrationNames();
  const found = await database.query<{ made: boolean }>(
    "select to_regclass('kysely_migration') is not null as made",
  );
  if (!found.rows[0]?.made) return { pending: names, unknown: [] };
  const { rows } = await database.query<{ name: string }>('select name from kysely_migration');
  const applied = new Set(rows.map(({ name }) => name));
  return {
    pending: names.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !names.includes(name)),
  };
}

function migratorOf(db: AnyDb): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: loadMigrations },
    // Domains have their own number ranges, so a new 0020 may follow an applied 0100.
    allowUnorderedMigrations: true,
  });
}

/** Waits of a migration for one lock before it is taken back and tried again: what it waits for, everyone else waits for behind it. */
export const MIGRATION_SESSION = { lockMs: 5_000 } as const;
const TRIES = 6;
const PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** The server or the database is not one that the schema can be built on; nothing was tried. */
export class MigrationRefused extends Error {
  constructor(problems: readonly string[]) {
    super(`The schema was not touched:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'MigrationRefused';
  }
}

export interface MigrateOptions {
  /** Called before each further try. */
  onWait?: (message: string) => void;
  /** Further work as the owner once the schema is the newest; no other process migrates meanwhile. */
  afterwards?: (owner: pg.PoolClient) => Promise<void>;
  pauseMs?: number;
}

/** What a failed migration means for the person who installs; everything was rolled back. */
function explain(name: string, error: unknown): Error {
  const code = (error as { code?: string }).code;
  const why =
    code === LOCK_NOT_AVAILABLE
      ? ` could not lock a table within ${MIGRATION_SESSION.lockMs / 1_000} s, ${TRIES} times: end the transaction that holds it (pg_stat_activity shows it) and start the migrations again`
      : code === QUERY_CANCELED
        ? ' took longer than MIGRATION_STATEMENT_MINUTES allows: raise it and start the migrations again'
        : ' failed';
  return new Error(`migration ${name}${why}; nothing was changed`, { cause: error });
}

/**
 * Applies missing migrations, oldest first, and returns their names. Safe to call from any number of processes. A lock that
 * is not had within 5 s (where the connections have that limit) is tried for again up to six times.
 * Rejects with the migration's own error; the migrations before it in this call are rolled back as well.
 */
export async function migrateToLatest(
  database: { db: AnyDb; pool: pg.Pool },
  { onWait, afterwards, pauseMs = PAUSE_MS }: MigrateOptions = {},
): Promise<string[]> {
  const guard = await database.pool.connect();
  try {
    // Another process may migrate for as long as it needs.
    await guard.query('set lock_timeout = 0; set statement_timeout = 0');
    const problems = foundationProblems(await readFoundation(guard));
    if (problems.length > 0) throw new MigrationRefused(problems);
    await guard.query('select pg_advisory_lock($1)', [LOCK]);
    const { pending, unknown } = await compareMigrations(guard);
    // At most starts nothing is missing. The migrator refuses what it does not know.
    if (pending.length + unknown.length === 0) {
      await afterwards?.(guard);
      return [];
    }
    for (let attempt = 1; ; attempt += 1) {
      const { error, results = [] } = await migratorOf(database.db).migrateToLatest();
      if (!error) {
        await afterwards?.(guard);
        return results.map((result) => result.migrationName);
      }
      const failed = results.find((result) => result.status === 'Error')?.migrationName ?? '(preparation)';
      // Retried when a lock was not had: nothing was changed, and the transaction that holds it may be over by then.
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === TRIES)
        throw explain(failed, error);
      onWait?.(`migration ${failed} waits for a table that is in use, try ${attempt + 1} of ${TRIES}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [LOCK]);
    await guard.query('reset lock_timeout; reset statement_timeout');
    guard.release();
  }
}

/** Names of migrations in the tree that this database does not have yet, for every look at the readiness of a process. */
export const pendingMigrations = async (pool: pg.Pool): Promise<string[]> =>
  (await compareMigrations(pool)).pending;
