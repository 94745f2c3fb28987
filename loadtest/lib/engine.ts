import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Flooded {
  offers: number;
  /** Milliseconds. */
  took: number;
  perSecond: number;
  busy: number;
  words: Record<string, number>;
}

export interface Engine {
  readonly pid: number;
  flood(order: {
    milliseconds?: number;
    offers?: number;
    depth: number;
    acceptPercent: number;
  }): Promise<Flooded>;
  stop(): void;
}

/** The scripts alone, driven by loadtest/servers/script-engine.ts. */
export async function startEngine(o: {
  databaseUrl: string;
  redisUrl: string;
  namespace: string;
  rooms?: number;
  lease?: 'own' | 'journal';
}): Promise<Engine> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'loadtest/servers/script-engine.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: o.databaseUrl,
      REDIS_URL: o.redisUrl,
      REDIS_NAMESPACE: o.namespace,
      ENGINE_ROOMS: String(o.rooms ?? 1),
      ENGINE_LEASE: o.lease ?? 'own',
    },
  });
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting) reject(new Error(`the engine ended (${code ?? signal})`));
  });
  const line = () => new Promise<string>((resolve, reject) => void waiting.push({ resolve, reject }));
  await line();
  return {
    pid: child.pid ?? 0,
    async flood(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      return JSON.parse(await line()) as Flooded;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
