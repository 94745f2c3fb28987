import { ConfigProblem, loadMigrationConfig } from '#server/platform/config/index.ts';
import {
  createDatabase,
  createRuntimeRole,
  grantRuntime,
  MIGRATION_SESSION,
  MigrationRefused,
  migrateToLatest,
  preparePartitions,
  roleOf,
} from '#server/platform/database/index.ts';

/**
 * Brings the database to the newest schema as its owner (MIGRATION_DATABASE_URL, or DATABASE_URL), reference data included,
 * makes the partitions of the months and lots to come, and gives the role of DATABASE_URL its rights, where that is another one.
 */
async function main(): Promise<void> {
  const { databaseUrl, ownerUrl, statementMs, ownServer, demo } = loadMigrationConfig();
  const database = createDatabase({
    url: ownerUrl,
    poolSize: 3,
    name: 'savdo-migrate',
    limits: { ...MIGRATION_SESSION, statementMs },
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const role = roleOf(databaseUrl);
  try {
    const applied = await migrateToLatest(database, {
      onWait: say,
      async afterwards(owner) {
        await preparePartitions(owner);
        if (role === roleOf(ownerUrl)) return;
        if (ownServer) await createRuntimeRole(owner, databaseUrl);
        await grantRuntime(owner, role, { schemas: demo });
      },
    });
    if (applied.length > 0) say(`migrations applied: ${applied.join(', ')}`);
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  // Not retried: whoever started this sees why and decides.
  const known = error instanceof ConfigProblem || error instanceof MigrationRefused;
  const text = known
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${text}\n`);
  if (error instanceof Error && error.cause) process.stderr.write(`because of: ${String(error.cause)}\n`);
  process.exitCode = 1;
}
