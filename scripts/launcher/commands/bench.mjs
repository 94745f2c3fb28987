import { CLIENT, SERVER, buildIfStale } from '../builds.mjs';
import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { redisProgramEnv } from '../services.mjs';
import { withTemporaryServices } from '../session.mjs';

/** Benchmarks that need the built client. */
const OF_THE_SITE = ['board', 'client', 'cold-start'];

/**
 * `npm run bench [-- NAME… [--quick] [--json]]`: on temporary services, which sync to disk like the product's and do not touch
 * the platform's state.
 */
export const bench = (args) =>
  withTemporaryServices(
    'bench',
    undefined,
    async ({ env, record, folder }) => {
      await migrate({ env, record });
      const named = args.filter((arg) => !arg.startsWith('-'));
      await buildIfStale(SERVER, { record });
      if (named.length === 0 || named.some((name) => OF_THE_SITE.includes(name)))
        await buildIfStale(CLIENT, { record });
      return runTypeScript({
        file: 'loadtest/main.ts',
        args,
        env: { ...env, ...redisProgramEnv(), SAVDO_TEST_FOLDER: folder },
        record,
      });
    },
    { fast: false },
  );
