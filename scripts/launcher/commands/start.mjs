import { CLIENT, buildIfStale } from '../builds.mjs';
import { migrate } from '../migrate.mjs';
import { runTypeScript } from '../programs.mjs';
import { afterOrderlyStop } from '../run-child.mjs';
import { runAgainAfterFaults } from '../restarts.mjs';
import { withLastingServices } from '../session.mjs';
import { serverEnv } from '../server-env.mjs';

/**
 * Services, migrations and the client's build, then the server as one process with the given arguments; it is restarted
 * when it ends unexpectedly.
 */
export const start = (args) =>
  withLastingServices('start', async ({ env, record }) => {
    const own = await serverEnv(args, env);
    await settleAll([migrate({ env, record }), buildIfStale(CLIENT, { record })]);
    const code = await runAgainAfterFaults('the server', () =>
      runTypeScript({ file: 'server/main.ts', args, env: { ...env, ...own }, record }),
    );
    return afterOrderlyStop(code);
  });

/** Waits for all before rejecting with the first failure, so that nothing writes when the services are stopped. */
async function settleAll(promises) {
  const failed = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
