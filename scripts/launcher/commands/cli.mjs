import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { runningServices, withLastingServices } from '../session.mjs';

/** One operator's command against the running platform's services, or against its own while nothing runs. */
export async function cli(args) {
  const run = ({ env, record }) => runTypeScript({ file: 'server/processes/cli.ts', args, env, record });
  const running = runningServices();
  if (running) return run({ env: running });
  return withLastingServices('cli', async (session) => {
    await migrate(session);
    return run(session);
  });
}
