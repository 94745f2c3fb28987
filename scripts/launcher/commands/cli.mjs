import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { runningServices, withLastingServices } from '../session.mjs';

/** One operator's command: on the given services, else on the running platform's, else on its own meanwhile. */
export async function cli(args) {
  const run = ({ env, record }) => runTypeScript({ file: 'server/processes/cli.ts', args, env, record });
  const running = process.env.DATABASE_URL ? undefined : runningServices();
  if (running) return run({ env: running });
  return withLastingServices('cli', async (session) => {
    await migrate(session);
    return run(session);
  });
}
