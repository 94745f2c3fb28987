import { runTypeScript } from './programs.mjs';
import { LauncherProblem } from './output.mjs';

/** Brings the database to the newest schema. What it prints goes to standard error. */
export async function migrate({ env, record }) {
  const code = await runTypeScript({
    file: 'server/processes/migrate.ts',
    env,
    record,
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new LauncherProblem(`the migrations did not succeed (exit code ${code})`);
}
