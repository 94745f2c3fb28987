import { migrate } from '../migrate.mjs';
import { runTool, runTypeScript } from '../programs.mjs';
import { freePort } from '../ports.mjs';
import { afterOrderlyStop } from '../run-child.mjs';
import { serverEnv } from '../server-env.mjs';
import { withLastingServices } from '../session.mjs';
import { say } from '../talk.mjs';

/**
 * Server with `node --watch`, client with Vite's own server in front of it. The browser talks to Vite (VITE_DEV_URL),
 * which passes calls and sockets on to the server (SERVER_URL).
 */
export const dev = (args) =>
  withLastingServices('dev', async ({ env, record }) => {
    await migrate({ env, record });
    const own = await serverEnv(args, env);
    const vitePort = String(await freePort());
    const addresses = {
      VITE_DEV_URL: `http://localhost:${vitePort}`,
      SERVER_URL: `http://127.0.0.1:${own.PORT}`,
    };
    const shared = { env: { ...env, ...own, ...addresses }, record };
    say(`open ${addresses.VITE_DEV_URL}`);
    const codes = await Promise.all([
      runTypeScript({
        ...shared,
        file: 'server/main.ts',
        flags: ['--watch', '--watch-preserve-output'],
        args,
      }),
      runTool({ ...shared, tool: 'vite/bin/vite.js', args: ['client', '--port', vitePort, '--strictPort'] }),
    ]);
    return afterOrderlyStop(codes.find((code) => code !== 0) ?? 0);
  });
