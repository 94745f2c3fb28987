import type { Config } from '#server/platform/config/index.ts';
import {
  createDatabase,
  pendingMigrations,
  problemOfReplica,
  readRoleFacts,
  roleOf,
  weaknessOfRole,
  type Database,
} from '#server/platform/database/index.ts';
import { good, problem, type Finding } from './finding.ts';

/** The read replica: a standby of the same cluster that keeps up, with the same schema and for the same role. */
export async function lookAtReplica(
  { readReplica, databaseUrl, installed }: Pick<Config, 'readReplica' | 'databaseUrl' | 'installed'>,
  primary: Database['pool'],
  limits: { statementMs: number },
): Promise<Finding[]> {
  if (!readReplica) return [];
  const { url, maxStalenessMs } = readReplica;
  const { pool, close } = createDatabase({ url, poolSize: 2, name: 'savdo_doctor', limits });
  try {
    const unread = await problemOfReplica(primary, pool, maxStalenessMs);
    if (unread !== null)
      return [
        problem(`read replica: it ${unread}: look at READ_DATABASE_URL (docs/scaling.md#read-replicas)`),
      ];
    const found: Finding[] = [];
    if (roleOf(url) !== roleOf(databaseUrl))
      found.push(
        problem(
          `read replica: READ_DATABASE_URL names the role ${roleOf(url)}, whose rights may be others than those of ${roleOf(databaseUrl)}`,
        ),
      );
    const weakness = installed ? weaknessOfRole(await readRoleFacts(pool)) : null;
    if (weakness) found.push(problem(`read replica: ${weakness}`));
    const pending = await pendingMigrations(pool);
    if (pending.length > 0) found.push(problem(`read replica: migrations missing: ${pending.join(', ')}`));
    return found.length > 0 ? found : [good('read replica: it keeps up with the primary')];
  } finally {
    await close();
  }
}
