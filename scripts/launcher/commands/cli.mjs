import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { runningServices, withLastingServices } from '../session.mjs';

/** Runs one operator command: on the given services, else on the running platform's, else on temporarily started ones. */
export async function cli(args) {
  const run = ({ env, record }) => runTypeScript({ file: 'server/processes/cli.ts', args, env, record });
  const running = process.env.DATABASE_URL ? undefined : runningServices();
  if (running) return run({ env: running });
  return withLastingServices('cli', async (session) => {
    await migrate(session);
    return run(session);
  });
}
