import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { commandOf } from './process-identity.mjs';
import { ROOT } from './paths.mjs';
import { startPostgresContainer } from './containers.mjs';
import { postgresHome } from './postgres-home.mjs';
import { startService } from './service-process.mjs';
import { LauncherProblem } from './output.mjs';
import { canReach, unprivilegedWay } from './unprivileged.mjs';

const DURABLE = [];
/** Tests may lose all data at a power cut, so they do not sync to disk. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Owns the server and its tables. */
const OWNER = 'postgres';
/** The product runs as this one, which may change only what the list of rights names; the migration step creates it. */
const RUNTIME = 'savdo_runtime';

const settingsOf = (fast) =>
  ['max_connections=300', ...(fast ? FAST : DURABLE)].flatMap((setting) => ['-c', setting]);

/** For the product, and for migrations. */
function urlsAt(address) {
  const urlOf = (role) => `postgres://${role}@${address}/postgres`;
  return { url: urlOf(RUNTIME), ownerUrl: urlOf(OWNER) };
}

/** For tests, in a container. */
export const startContainedPostgres = () => startPostgresContainer({ settings: settingsOf(true), urlsAt });

/**
 * Starts PostgreSQL on a free port with its data in `folder`. `url` is for the product, `ownerUrl` for migrations.
 * @param {{folder: string, fast: boolean, record: object, onGivenUp?: (reason: string) => void}} options
 */
export async function startPostgres({ folder, fast, record, onGivenUp }) {
  const way = unprivilegedWay();
  const home = postgresHome(way);
  const data = dataFolder(folder, way);
  const env = { ...process.env, LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' };
  if (!existsSync(path.join(data, 'PG_VERSION'))) initialise({ way, home, data, env, fast });
  const service = await startService({
    name: 'postgres',
    logFile: path.join(folder, 'postgres.log'),
    stopSignal: 'SIGINT', // PostgreSQL's "fast" shutdown: ends sessions, writes everything down
    record,
    onGivenUp,
    prepare: () => removeStalePidFile(data),
    command: (port) => {
      const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settingsOf(fast)];
      const [file, wrapped] = way.wrap(path.join(home, 'bin', 'postgres'), args);
      return { file, args: wrapped, env };
    },
  });
  return { ...service, ...urlsAt(`127.0.0.1:${service.port}`) };
}

/** `folder`/postgres, or a folder under /var/tmp when the unprivileged user cannot reach it. */
function dataFolder(folder, way) {
  mkdirSync(folder, { recursive: true });
  const usual = path.join(folder, 'postgres');
  if (way.kind !== 'setpriv') return usual;
  chmodSync(folder, 0o711); // the unprivileged user may traverse it, not list it
  mkdirSync(usual, { recursive: true });
  chownSync(usual, way.owner, way.owner);
  if (canReach(way, usual)) return usual;
  const digest = createHash('sha256').update(`${ROOT}\n${folder}`).digest('hex').slice(0, 12);
  const elsewhere = path.join('/var/tmp', `savdo-postgres-data-${digest}`);
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
  chownSync(elsewhere, way.owner, way.owner);
  return elsewhere;
}

function initialise({ way, home, data, env, fast }) {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (way.owner) chownSync(data, way.owner, way.owner);
  const args = ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  args.push('--locale-provider=icu', '--icu-locale=und', ...(fast ? ['--no-sync'] : []));
  const [file, wrapped] = way.wrap(path.join(home, 'bin', 'initdb'), args);
  const done = spawnSync(file, wrapped, { env, encoding: 'utf8' });
  if (done.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new LauncherProblem(`initdb failed: ${done.stderr || done.error?.message}`);
  }
}

/**
 * After a crash the file names a dead process; when its pid was reused, PostgreSQL would not start.
 * It is removed only if no PostgreSQL of this data folder has that pid.
 */
function removeStalePidFile(data) {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!commandOf(pid).includes('postgres')) rmSync(file, { force: true });
}
