import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Migrator, type Migration } from 'kysely/migration';
import type { TestDatabase } from './services.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../migrations');

/** Brings an empty database to the schema before the migration of this number, as an older release left it. */
export async function migrateBefore({ db }: TestDatabase, number: string): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_/.test(name) && name < number).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const file = pathToFileURL(path.join(FOLDER, name)).href;
      return [name.slice(0, -3), (await import(file)) as Migration] as const;
    }),
  );
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw new Error('the older schema could not be made', { cause: error });
}
