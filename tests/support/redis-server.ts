import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/launcher/ports.mjs';

/** A Redis of one's own on a free port, made to be killed. */
export interface OwnRedis {
  readonly url: string;
  readonly port: number;
  readonly dir: string;
  /** Process id of the life running now. */
  pid(): number;
  /** SIGKILL (or another signal), then waits for the process to be gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /**
   * Starts again on the same port. `empty`: nothing of the former life is left (default without AOF); `aof`: with what
   * the append-only file kept; `cut`: the newest increment of the append-only file loses its last n bytes first.
   */
  restart(how?: 'empty' | 'aof' | { cutBytes: number }): Promise<void>;
  /** Freezes and thaws the process (SIGSTOP, SIGCONT). */
  freeze(): void;
  thaw(): void;
  /** Kills it and removes its folder. */
  stop(): Promise<void>;
}

export interface OwnRedisOptions {
  /** Keep an append-only file (fsync every second): for restarts with what was kept. */
  aof?: boolean;
  /** Folder of the append-only file; a temporary one otherwise. */
  dir?: string;
  /** Further settings, e.g. ['--maxmemory', '20mb']. */
  settings?: string[];
}

export async function startRedis(options: OwnRedisOptions = {}): Promise<OwnRedis> {
  const dir = options.dir ?? (await mkdtemp(path.join(tmpdir(), 'savdo-redis-')));
  const port = await freePort();
  const aof = options.aof ?? false;
  const start = () => launch(port, dir, aof, options.settings ?? []);
  let life = await start();

  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (life.exitCode !== null || life.signalCode !== null) return;
    const gone = once(life, 'exit');
    life.kill(signal);
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    pid: () => life.pid ?? 0,
    kill,
    async restart(how = aof ? 'aof' : 'empty') {
      await kill();
      if (how === 'empty') await rm(path.join(dir, 'appendonlydir'), { recursive: true, force: true });
      else if (how !== 'aof') await cutNewestIncrement(path.join(dir, 'appendonlydir'), how.cutBytes);
      life = await start();
    },
    freeze: () => void life.kill('SIGSTOP'),
    thaw: () => void life.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function launch(port: number, dir: string, aof: boolean, settings: string[]): Promise<ChildProcess> {
  const child = spawn(
    process.env.REDIS_SERVER ?? 'redis-server',
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''],
      ...['--appendonly', aof ? 'yes' : 'no', '--appendfsync', 'everysec', '--aof-load-truncated', 'yes'],
      ...['--maxmemory-policy', 'noeviction', ...settings],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part));
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`redis-server ended at start (${code ?? signal}): ${said}`)),
    );
  });
  // Once it answers, a later death is the test's own doing.
  failed.catch(() => undefined);
  await Promise.race([failed, answers(port)]);
  return child;
}

/** Waits until PING is answered: while it loads a file, Redis says LOADING instead. */
async function answers(port: number): Promise<void> {
  for (;;) {
    if ((await ping(port)) === '+PONG') return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function ping(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString().trim());
    });
    // Not listening yet: the caller asks again.
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(''));
  });
}

async function cutNewestIncrement(folder: string, cutBytes: number): Promise<void> {
  const increments = (await readdir(folder)).filter((name) => name.endsWith('.incr.aof')).sort();
  const newest = increments.at(-1);
  if (newest === undefined) throw new Error(`no append-only increment in ${folder}`);
  const file = path.join(folder, newest);
  const { size } = await stat(file);
  await truncate(file, Math.max(0, size - cutBytes));
}
