import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { runningServices, withLastingServices } from '../session.mjs';

/**
 * Runs one operator command: on the given services, else on the running platform's, else on temporarily started ones. Only the
 * launcher's own database is brought to the newest schema: on an installation that is a step of its own.
 */
export async function cli(args) {
  const run = ({ env, record }) => runTypeScript({ file: 'server/processes/cli.ts', args, env, record });
  const given = Boolean(process.env.DATABASE_URL);
  const running = given ? undefined : runningServices();
  if (running) return run({ env: running });
  // Looks at what there is: services started for it alone would hide what is missing.
  if (args[0] === 'doctor') return run({ env: {} });
  return withLastingServices('cli', async (session) => {
    if (!given) await migrate(session);
    return run(session);
  });
}
