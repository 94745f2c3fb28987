import { buildClientIfStale } from '../client-build.mjs';
import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { redisProgramEnv } from '../services.mjs';
import { withTemporaryServices } from '../session.mjs';

/** `npm run bench [-- NAME]`: on services of its own, which never touch the platform's state. */
export const bench = (args) =>
  withTemporaryServices('bench', undefined, async ({ env, record, folder }) => {
    await migrate({ env, record });
    await buildClientIfStale({ record });
    return runTypeScript({
      file: 'loadtest/main.ts',
      args,
      env: { ...env, ...redisProgramEnv(), SAVDO_TEST_FOLDER: folder },
      record,
    });
  });
