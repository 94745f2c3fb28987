import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface EmbeddedCore {
  url: string;
  /** What the core said of itself: settings of its services that a figure depends on. */
  described: Record<string, unknown>;
  /** CPU time the core's process has used so far, ms; null where the system does not tell. */
  cpuMs(): number | null;
  stop(): Promise<void>;
}

/** Clock ticks a second in /proc on Linux. */
const TICKS = 100;

function cpuMsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000;
  } catch {
    // No /proc on this system: the figure is left out.
    return null;
  }
}

/** Starts the auction core alone in a process of its own, with `rooms` open and bidders b1 … admitted to each. */
export async function startEmbeddedCore(o: { rooms: number; bidders: number }): Promise<EmbeddedCore> {
  for (const name of ['DATABASE_URL', 'REDIS_URL']) {
    if (!process.env[name])
      throw new Error(`${name} is missing: use npm run bench, or give the services yourself`);
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/processes/load-node.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      REDIS_NAMESPACE: `storm${process.pid}:`,
      LOAD_ROOMS: String(o.rooms),
      LOAD_BIDDERS: String(o.bidders),
      PORT: '0',
    },
  });
  const described = await new Promise<Record<string, unknown> & { port: number }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready"')) resolve(JSON.parse(line) as { port: number });
    });
    child.once('exit', (code, signal) => reject(new Error(`the core ended at start (${code ?? signal})`)));
  });
  return {
    url: `http://127.0.0.1:${described.port}`,
    described,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
