import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { holderOf, takeLock } from './lock.mjs';
import { DATA } from './paths.mjs';
import { openRecord, reclaimAbandoned, TEMPORARY_PREFIX, volatileRoot } from './run-record.mjs';
import { startServices } from './services.mjs';
import { requestStop } from './stop-request.mjs';
import { LauncherProblem, say } from './output.mjs';

const LOCK = path.join(DATA, 'launcher.lock');
const RUNNING = path.join(DATA, 'services.json');
const ALL = { database: true, auction: true, jobs: true };

/**
 * Services with lasting state in .data/ while `use` runs, restarted when they end unexpectedly; one that fails
 * repeatedly ends the command. One launcher at a time may hold it.
 * @param {string} command
 * @param {(session: {env: object, record: object}) => Promise<number>} use
 */
export async function withLastingServices(command, use) {
  mkdirSync(DATA, { recursive: true });
  if (process.env.DATABASE_URL && process.env.REDIS_URL) return withGivenServices(command, use);
  const release = takeLock(LOCK);
  if (!release) {
    throw new LauncherProblem(
      `already running as process ${holderOf(LOCK)?.pid}: stop it first (its state is ${DATA})`,
    );
  }
  try {
    return await withRecord(command, async (record) => {
      let failed = false;
      const onGivenUp = (reason) => {
        say(reason);
        failed = true;
        requestStop('a service keeps failing');
      };
      const services = await startServices({ folder: DATA, fast: false, record, need: ALL, onGivenUp });
      const env = { DATA_FOLDER: DATA, ...services.env };
      writeFileSync(RUNNING, `${JSON.stringify(env, null, 2)}\n`);
      try {
        const code = await use({ env, record });
        return failed ? code || 1 : code;
      } finally {
        rmSync(RUNNING, { force: true });
        await services.stop();
      }
    });
  } finally {
    release();
  }
}

/** All services are given, so .data/ is not used and several commands may run concurrently. */
const withGivenServices = (command, use) =>
  withRecord(command, async (record) => {
    const { env } = await startServices({ folder: DATA, fast: false, record, need: ALL });
    return use({ env, record });
  });

/** Services in a temporary folder; all of it is removed afterwards. `fast`: without syncing to disk. */
export async function withTemporaryServices(command, need, use, { fast = true } = {}) {
  return withRecord(command, async (record) => {
    const folder = mkdtempSync(path.join(fast ? volatileRoot() : os.tmpdir(), TEMPORARY_PREFIX));
    record.temporaryFolder(folder);
    try {
      const services = await startServices({ folder, fast, record, need: need ?? ALL });
      try {
        return await use({ env: { DATA_FOLDER: folder, ...services.env }, record, folder });
      } finally {
        await services.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function withRecord(command, use) {
  await reclaimAbandoned();
  const record = openRecord(command);
  try {
    return await use(record);
  } finally {
    record.close();
  }
}

/** Addresses of the services of a running `npm start` or `npm run dev`, or undefined. */
export function runningServices() {
  if (!holderOf(LOCK)) return undefined;
  try {
    return JSON.parse(readFileSync(RUNNING, 'utf8'));
  } catch {
    // The holder is starting or ending: there is nothing to share, which the caller reports.
    return undefined;
  }
}
