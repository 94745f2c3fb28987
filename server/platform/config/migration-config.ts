import { ConfigProblem } from './config-problem.ts';
import { withSecretFiles } from './secret-files.ts';
import { variables } from './variables.ts';

/** What the migration step needs; it starts before other settings are complete. */
export interface MigrationConfig {
  /** Of the processes: their role is given its rights. */
  databaseUrl: string;
  /** Of the owner of the tables. */
  ownerUrl: string;
  /** Longest statement. */
  statementMs: number;
  /** Whole months of evidence that stay in the database; null: all of them. */
  retention: { attempts: number | null; actions: number | null };
  /** The server is the launcher's own or a test's: a missing role is created. */
  ownServer: boolean;
  /** The demo may run: it makes a schema of its own for the time of a transaction. */
  demo: boolean;
}

const settings = variables.pick({
  DATABASE_URL: true,
  MIGRATION_DATABASE_URL: true,
  MIGRATION_STATEMENT_MINUTES: true,
  KEEP_ATTEMPTS_MONTHS: true,
  KEEP_ACTIONS_MONTHS: true,
  SAVDO_EMBEDDED: true,
  SAVDO_TEST: true,
  DEMO: true,
});

export const databaseOf = (url: string): string => new URL(url).pathname;

/** @throws ConfigProblem naming everything that is wrong */
export function loadMigrationConfig(env: NodeJS.ProcessEnv = process.env): MigrationConfig {
  const problems: string[] = [];
  const parsed = settings.safeParse(withSecretFiles(env, problems), { reportInput: true });
  if (!parsed.success) throw ConfigProblem.of(parsed.error.issues, problems);
  const v = parsed.data;
  const ownerUrl = v.MIGRATION_DATABASE_URL ?? v.DATABASE_URL;
  if (databaseOf(ownerUrl) !== databaseOf(v.DATABASE_URL))
    problems.push('MIGRATION_DATABASE_URL names another database than DATABASE_URL');
  if (ownerUrl !== v.DATABASE_URL && new URL(v.DATABASE_URL).username === '')
    problems.push('DATABASE_URL names no role: MIGRATION_DATABASE_URL has to know whom to grant rights');
  if (problems.length > 0) throw new ConfigProblem(problems);
  return {
    databaseUrl: v.DATABASE_URL,
    ownerUrl,
    statementMs: v.MIGRATION_STATEMENT_MINUTES * 60_000,
    retention: { attempts: v.KEEP_ATTEMPTS_MONTHS ?? null, actions: v.KEEP_ACTIONS_MONTHS ?? null },
    ownServer: v.SAVDO_EMBEDDED || v.SAVDO_TEST,
    demo: v.SAVDO_EMBEDDED || v.SAVDO_TEST || v.DEMO,
  };
}
