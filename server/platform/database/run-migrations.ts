import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type pg from 'pg';

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
/** Arbitrary fixed lock id: one migrating process at a time per database. */
const LOCK = 7_238_461_001;

async function loadMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9-]+\.ts$/.test(name)).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    migrations[name.slice(0, -3)] = (await import(pathToFileURL(path.join(FOLDER, name)).href)) as Migration;
  }
  return migrations;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- migrations see tables no type describes
function migratorOf(db: Kysely<any>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: loadMigrations },
    // Domains have their own number ranges, so a new 0020 may follow an applied 0100.
    allowUnorderedMigrations: true,
  });
}

/**
 * Applies missing migrations, oldest first, and returns their names. Safe to call from any number of processes.
 * Rejects with the migration's own error; the migrations before it in this call are rolled back as well.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export async function migrateToLatest(database: { db: Kysely<any>; pool: pg.Pool }): Promise<string[]> {
  const guard = await database.pool.connect();
  try {
    await guard.query('select pg_advisory_lock($1)', [LOCK]);
    const { error, results = [] } = await migratorOf(database.db).migrateToLatest();
    if (error) {
      const failed = results.find((result) => result.status === 'Error')?.migrationName;
      throw new Error(`migration ${failed ?? '(preparation)'} failed`, { cause: error });
    }
    return results.map((result) => result.migrationName);
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [LOCK]);
    guard.release();
  }
}

/** Names of migrations in the tree that this database does not have yet. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export async function pendingMigrations(db: Kysely<any>): Promise<string[]> {
  const all = await migratorOf(db).getMigrations();
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}
