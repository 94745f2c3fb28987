import { migrate } from '../migrate.mjs';
import { runTool, runTypeScript } from '../programs.mjs';
import { portNear } from '../ports.mjs';
import { afterOrderlyStop } from '../run-child.mjs';
import { serverEnv } from '../server-env.mjs';
import { withLastingServices } from '../session.mjs';
import { requestStop } from '../stop-request.mjs';
import { say } from '../output.mjs';

const WATCH = ['--watch', '--watch-preserve-output'];

/**
 * Server with `node --watch`, client with Vite's own server in front of it. The browser talks to Vite, which passes
 * calls and sockets on to the server (SERVER_URL); so Vite's address is the one people see (PUBLIC_URL).
 */
export const dev = (args) =>
  withLastingServices('dev', async ({ env, record }) => {
    await migrate({ env, record });
    const own = await serverEnv(args, env);
    const vitePort = String(await portNear(5173));
    const site = `http://localhost:${vitePort}`;
    const addresses = {
      PUBLIC_URL: process.env.PUBLIC_URL ?? site,
      SERVER_URL: `http://127.0.0.1:${own.PORT}`,
    };
    const shared = { env: { ...env, ...own, ...addresses }, record };
    say(`open ${site}`);
    const server = runTypeScript({ ...shared, file: 'server/main.ts', flags: WATCH, args });
    const client = runTool({
      ...shared,
      tool: 'vite/bin/vite.js',
      args: ['client', '--port', vitePort, '--strictPort'],
    });
    // Stopping one stops the other.
    const codes = await Promise.all(
      [server, client].map((run) => run.finally(() => requestStop('its partner ended'))),
    );
    return afterOrderlyStop(codes.find((code) => code !== 0) ?? 0);
  });
