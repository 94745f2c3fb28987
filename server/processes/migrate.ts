import { createDatabase, migrateToLatest } from '#server/platform/database/index.ts';

/** Brings the database named by DATABASE_URL to the newest schema; reference data comes with it. */
async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is missing');
  const database = createDatabase({ url, poolSize: 3, name: 'savdo-migrate' });
  try {
    const applied = await migrateToLatest(database);
    if (applied.length > 0) process.stdout.write(`migrations applied: ${applied.join(', ')}\n`);
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  // Not retried: whoever started this sees why and decides.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  if (error instanceof Error && error.cause) process.stderr.write(`because of: ${String(error.cause)}\n`);
  process.exitCode = 1;
}
