import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startRedisContainer } from './containers.mjs';
import { redisProgram } from './redis-program.mjs';
import { startService } from './service-process.mjs';

const NO_PERSISTENCE = ['--save', '', '--appendonly', 'no'];
/** Enough for a few thousand running rooms, and the bound of a flood's memory. */
const AUCTION_MEMORY = ['--maxmemory', '512mb'];
const APPEND_ONLY = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];

const labelOf = (role) => `redis (${role})`;

const optionsOf = (role, fast) => [
  '--maxmemory-policy',
  'noeviction',
  ...(role === 'auction' ? AUCTION_MEMORY : []),
  ...(role === 'jobs' && !fast ? APPEND_ONLY : NO_PERSISTENCE),
];

/** For tests, in a container. */
export const startContainedRedis = (role) =>
  startRedisContainer({ name: labelOf(role), options: optionsOf(role, true) });

/**
 * Starts one Redis role on a free port. `auction` loses everything on a restart (PostgreSQL has it);
 * `jobs` holds queues and limits and writes an append-only file. Neither ever evicts.
 * @param {{role: 'auction' | 'jobs', folder: string, fast: boolean, record: object,
 *   onGivenUp?: (reason: string) => void}} options
 */
export async function startRedis({ role, folder, fast, record, onGivenUp }) {
  const file = redisProgram();
  const data = path.join(folder, `redis-${role}`);
  mkdirSync(data, { recursive: true });
  const service = await startService({
    name: path.basename(file).replace('-server', ''),
    label: labelOf(role),
    logFile: path.join(folder, `redis-${role}.log`),
    stopSignal: 'SIGTERM',
    record,
    onGivenUp,
    command: (port) => ({
      file,
      args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, ...optionsOf(role, fast)],
      env: process.env,
    }),
  });
  return { ...service, name: labelOf(role), url: `redis://127.0.0.1:${service.port}` };
}
