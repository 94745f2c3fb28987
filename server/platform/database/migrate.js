import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Migrator } from 'kysely/migration';
const FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
/** Any fixed number of our own: one migrating process at a time per database. */
const LOCK = 7238461001;
async function loadMigrations() {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9-]+\.ts$/.test(name)).sort();
  const migrations = {};
  for (const name of names) {
    migrations[name.slice(0, -3)] = await import(pathToFileURL(path.join(FOLDER, name)).href);
  }
  return migrations;
}
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- migrations see tables no type describes
function migratorOf(db) {
  return new Migrator({
    db,
    provider: { getMigrations: loadMigrations },
    // Domains number in ranges of their own, so a new 0020 may come after an applied 0100.
    allowUnorderedMigrations: true,
  });
}
/**
 * Applies what is missing, oldest first, and returns the names applied. Safe to call from any number of processes.
 * Rejects with the migration's own error; what ran before it in this call is rolled back with it.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export async function migrateToLatest(database) {
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
export async function pendingMigrations(db) {
  const all = await migratorOf(db).getMigrations();
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}
