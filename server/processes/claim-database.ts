import { ConfigProblem, type Config } from '#server/platform/config/index.ts';
import { claimKind, type KindOfInstallation } from '#server/platform/database/index.ts';
import type { Platform } from './platform.ts';

const OWN_DATABASE = 'leave DEMO out, or name a database of its own in DATABASE_URL';

const DEMO_ON_INSTALLATION = `DEMO: this database is an installation's, and the demo writes lots, people and money: ${OWN_DATABASE}`;
const DEMO_AMONG_PEOPLE = `DEMO: this database has people, and none of the demo, as an installation's has: ${OWN_DATABASE}`;
const INSTALLATION_ON_DEMO =
  "postgresql: this database was the demo's: its people, lots and money are test data, so an installation needs a database of its own";

/** Null: a trial with local twins and without the demo, which is neither. */
const kindOf = ({ demo, sandboxesAllowed }: Pick<Config, 'demo' | 'sandboxesAllowed'>) => {
  const kind: KindOfInstallation | null = demo ? 'demo' : sandboxesAllowed ? null : 'installation';
  return kind;
};

/** What is wrong between a database and the settings of what starts on it: `broken` refuses, `alarm` is accepted. */
export function lookAtKind(
  kind: KindOfInstallation | null,
  { demo, sandboxesAllowed }: Pick<Config, 'demo' | 'sandboxesAllowed'>,
): { broken: string[]; alarm: string[] } {
  return {
    broken: kind === 'installation' && demo ? [DEMO_ON_INSTALLATION] : [],
    alarm: kind === 'demo' && !sandboxesAllowed ? [INSTALLATION_ON_DEMO] : [],
  };
}

/**
 * Marks the database at the first start on it, before anything else is written.
 * @param writes the demo itself starts here: it may not go on without an answer
 * @throws ConfigProblem for the demo on an installation's database
 */
export async function claimDatabase(
  { config, database, logger }: Pick<Platform, 'config' | 'database' | 'logger'>,
  writes: boolean,
): Promise<void> {
  const wanted = kindOf(config);
  if (!wanted) return;
  let kind: KindOfInstallation | null;
  try {
    kind = await claimKind(database.pool, wanted, { anyPeople: config.embedded });
  } catch (error) {
    if (writes) throw error;
    // Not retried: a server that is away and a schema that is older are named by /readyz, and the next start marks it.
    logger.warn({ err: error }, 'the database could not be marked');
    return;
  }
  if (wanted !== 'demo' || kind === 'demo') return;
  throw new ConfigProblem([kind === 'installation' ? DEMO_ON_INSTALLATION : DEMO_AMONG_PEOPLE]);
}
