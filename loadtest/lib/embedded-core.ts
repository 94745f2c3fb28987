import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { cpuMsOf, residentBytesOf } from './worker.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface EmbeddedCore {
  url: string;
  pid: number;
  port: number;
  /** What the core said of itself: settings of its services that a figure depends on. */
  described: Record<string, unknown>;
  /** CPU time the core's process has used so far, ms; null where the system does not tell. */
  cpuMs(): number | null;
  residentBytes(): number | null;
  signal(signal: NodeJS.Signals): void;
  /** As a crash would: resolves when it is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface CoreOptions {
  rooms: number;
  bidders: number;
  databaseUrl?: string;
  redisUrl?: string;
  namespace?: string;
  /** Any free one by default. */
  port?: number;
  /** Further settings of loadtest/servers/auction-core.ts. */
  env?: Record<string, string>;
  /** Node's own flags. */
  flags?: readonly string[];
}

/** Starts the auction core alone in a process of its own, with `rooms` open and bidders b1 … admitted to each. */
export async function startEmbeddedCore(o: CoreOptions): Promise<EmbeddedCore> {
  const given = { DATABASE_URL: o.databaseUrl, REDIS_URL: o.redisUrl };
  for (const [name, value] of Object.entries(given)) {
    if (!value && !process.env[name])
      throw new Error(`${name} is missing: use npm run bench, or give the services yourself`);
  }
  const child = spawn(
    process.execPath,
    [...(o.flags ?? []), '--import', 'tsx', 'loadtest/servers/auction-core.ts'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own: Ctrl-C on a terminal is for the tool, which ends the core in order.
      detached: true,
      env: {
        ...process.env,
        ...(o.databaseUrl && { DATABASE_URL: o.databaseUrl }),
        ...(o.redisUrl && { REDIS_URL: o.redisUrl }),
        REDIS_NAMESPACE: o.namespace ?? `storm${process.pid}:`,
        LOAD_ROOMS: String(o.rooms),
        LOAD_BIDDERS: String(o.bidders),
        PORT: String(o.port ?? 0),
        ...o.env,
      },
    },
  );
  const described = await new Promise<Record<string, unknown> & { port: number }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready"')) resolve(JSON.parse(line) as { port: number });
    });
    child.once('exit', (code, signal) => reject(new Error(`the core ended at start (${code ?? signal})`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url: `http://127.0.0.1:${described.port}`,
    pid: child.pid ?? 0,
    port: described.port,
    described,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    residentBytes: () => residentBytesOf(child.pid ?? 0),
    signal: (signal) => void child.kill(signal),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
