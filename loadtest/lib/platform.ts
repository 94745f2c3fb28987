import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface PlatformServices {
  databaseUrl: string;
  redisUrl: string;
  namespace: string;
  /** For files and secrets: the same for all processes of an installation. */
  folder: string;
}

/** Environment of the product's own programs on services of a benchmark. */
export const platformSettings = (o: PlatformServices): Record<string, string> => ({
  DATABASE_URL: o.databaseUrl,
  REDIS_URL: o.redisUrl,
  JOBS_REDIS_URL: process.env.JOBS_REDIS_URL ?? o.redisUrl,
  REDIS_NAMESPACE: o.namespace,
  DATA_FOLDER: o.folder,
  SESSION_SECRET: 'session-secret-of-benchmarks-0123456789',
  OIDC_CLIENT_SECRET: 'client-secret-of-benchmarks-0123456789',
  LOG_LEVEL: 'warn',
});

export interface PlatformProcess {
  url: string;
  port: number;
  pid: number;
  /** Resolves when what /readyz says pleases; rejects when the process ends before, or in the time given. */
  until(pleases: (said: string) => boolean, limitMs: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Processes of the product, by `PROCESSES`, as an installation runs them: from what `npm run build` made.
 * @param env beside `platformSettings`
 * @param flags Node's own
 */
export async function startPlatformProcess(
  o: PlatformServices,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<PlatformProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...flags, 'server/dist/main.mjs'], {
    cwd: ROOT,
    // A group of its own: Ctrl-C on a terminal is for the tool, which ends it in order.
    detached: true,
    env: Object.assign({}, process.env, platformSettings(o), {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      ...env,
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return {
    url,
    port,
    pid: child.pid ?? 0,
    stop,
    async until(pleases, limitMs) {
      for (const end = performance.now() + limitMs; ; await pause(200)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`the product ended at start (${child.exitCode ?? child.signalCode})`);
        // Not there yet: asked again until the limit.
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        if (answer && pleases(await answer.text())) return;
        if (performance.now() > end) {
          await stop();
          throw new Error('the product was not ready in time');
        }
      }
    },
  };
}

/**
 * Whether `/readyz` waits no longer for the lists of lots: services of a benchmark are named as weak, so that "ready" alone says
 * nothing. @param said what it answered
 */
export function listsAreRead(said: string): boolean {
  if (!said.startsWith('{')) return false;
  const { problems } = JSON.parse(said) as { problems?: string[] };
  return problems?.every((problem) => !problem.startsWith('lots:')) ?? false;
}
