import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/launcher/ports.mjs';
import { postgresHome } from '../../scripts/launcher/postgres-home.mjs';
import { unprivilegedWay } from '../../scripts/launcher/unprivileged.mjs';
import { runProgram } from './program.ts';

const MOST_STARTS = 50;

/** A PostgreSQL of one's own, made to be frozen, killed and started again. */
export interface OwnPostgres {
  readonly url: string;
  /** SIGSTOP for the server and all its sessions, and SIGCONT. */
  freeze(): void;
  thaw(): void;
  /** Like a crash: every process at once. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnPostgresOptions {
  /** Where its data lies, e.g. on a disk of its own. */
  folder?: string;
  /** Further settings, `name=value`. */
  settings?: readonly string[];
  walSegmentMb?: number;
}

/** Starts an empty, migrated server on a free port; its data is removed by `stop`. Commits wait for the disk as usual. */
export async function startOwnPostgres(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const way = unprivilegedWay();
  const home = postgresHome(way);
  const folder = mkdtempSync(path.join(options.folder ?? tmpdir(), 'savdo-postgres-'));
  const data = path.join(folder, 'data');
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const [initdb, initArgs] = way.wrap(path.join(home, 'bin/initdb'), [
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions', '--no-sync'],
    ...['--locale-provider=icu', '--icu-locale=und', `--wal-segsize=${options.walSegmentMb ?? 16}`],
  ]);
  const made = spawnSync(initdb, initArgs, { env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const [file, args] = way.wrap(path.join(home, 'bin/postgres'), [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
    ...(options.settings ?? []).flatMap((setting) => ['-c', setting]),
  ]);

  async function start(): Promise<ChildProcess> {
    const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (part: Buffer) => (said = (said + part).slice(-4_000)));
    await answers(url, child, () => said);
    return child;
  }

  /** After a kill the memory of the dead lingers until the last of them is reaped: the server says so and is started again. */
  async function startOverTheDead(): Promise<ChildProcess> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await start();
      } catch (error) {
        if (tries === MOST_STARTS || !String(error).includes('pre-existing shared memory block')) throw error;
        rmSync(path.join(data, 'postmaster.pid'), { force: true });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  let life = await start();
  const migrated = runProgram('server/processes/migrate.ts', { env: { ...process.env, DATABASE_URL: url } });
  if (migrated.status !== 0) throw new Error(`the database could not be migrated: ${migrated.stderr}`);

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [life.pid ?? 0, ...childrenOf(life.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The session ended by itself between the list and the signal: nothing to do for it.
      }
    }
  };
  const kill = async (): Promise<void> => {
    if (life.exitCode !== null || life.signalCode !== null) return;
    const gone = once(life, 'exit');
    signalAll('SIGKILL');
    await gone;
  };
  return {
    url,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    kill,
    async restart() {
      await kill();
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      life = await startOverTheDead();
    },
    async stop() {
      signalAll('SIGCONT');
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return list === '' ? [] : list.split(' ').map(Number);
  } catch {
    // The process is gone, and with it the list: nothing to retry.
    return [];
  }
}

async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended at start: ${said()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      // Still starting or recovering: asked again.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
