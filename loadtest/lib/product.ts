import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asOwner } from './database.ts';
import { freePort } from './free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;

export interface StartedProduct {
  url: string;
  /** Of npm, whose descendants are the product. */
  pid: number;
  /** From the command until the first page had been served. */
  seconds: number;
  stop(): Promise<void>;
}

/** `npm start` as it is typed, on given services, until the first page has been served; without the demo unless asked. */
export async function startProduct(o: {
  databaseUrl: string;
  redisUrl: string;
  namespace: string;
  folder: string;
  demo?: boolean;
}): Promise<StartedProduct> {
  const [port, identity] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const startedAt = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      DATABASE_URL: o.databaseUrl,
      MIGRATION_DATABASE_URL: asOwner(o.databaseUrl),
      REDIS_URL: o.redisUrl,
      REDIS_NAMESPACE: o.namespace,
      PORT: String(port),
      IDENTITY_PORT: String(identity),
      PUBLIC_URL: url,
      DEMO: o.demo ? '1' : '0',
      DATA_FOLDER: mkdtempSync(path.join(o.folder, 'data-')),
    },
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    // The whole group: npm passes no signal on.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await gone;
  };
  while (!(await servesHome(url))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    if (performance.now() - startedAt > PATIENCE_MS) {
      await stop();
      throw new Error('npm start serves no page');
    }
    await pause(20);
  }
  return { url, pid: child.pid ?? 0, seconds: (performance.now() - startedAt) / 1_000, stop };
}

async function servesHome(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/`);
    return answer.ok && (await answer.text()).includes('<div id=');
  } catch {
    // Not up yet: asked again.
    return false;
  }
}
