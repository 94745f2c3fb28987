import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** A server so small that only the launcher is under test: says where its services are and how it ended. */
const SERVER = `
import net from 'node:net';
const reach = (address) => new Promise((resolve) => {
  const { hostname, port } = new URL(address);
  const socket = net.connect(Number(port), hostname, () => { socket.destroy(); resolve(true); });
  socket.on('error', () => resolve(false));
});
const { DATABASE_URL, REDIS_URL, JOBS_REDIS_URL, DEMO, PORT } = process.env;
const services = [DATABASE_URL, REDIS_URL, JOBS_REDIS_URL];
const alive = setInterval(() => {}, 1000);
process.on('SIGTERM', async () => {
  console.log(JSON.stringify({ ending: await Promise.all(services.map(reach)) }));
  clearInterval(alive);
});
console.log(JSON.stringify({ up: await Promise.all(services.map(reach)), services, DEMO, PORT, pid: process.pid, args: process.argv.slice(2) }));
`;

const CLI = `
const [command, ...rest] = process.argv.slice(2);
console.log(JSON.stringify({ command, rest, services: Object.keys(process.env).filter((name) => /^(DATABASE|REDIS|JOBS_REDIS)_URL$/.test(name)).sort(), REDIS_URL: process.env.REDIS_URL }));
process.exitCode = Number(process.env.EXIT_WITH ?? 0);
`;

export interface Clone {
  folder: string;
  remove: () => void;
}

/** The launcher alone, or with the product it starts. */
const LAUNCHER = ['scripts', 'package.json', 'package-lock.json'];
const PRODUCT = [...LAUNCHER, 'tsconfig.json', 'server', 'shared', 'migrations'];

/** A clone of the product whose client is one empty page: enough for everything but screens. */
export function makeProductClone(): Clone {
  const folder = copyOf(PRODUCT);
  mkdirSync(path.join(folder, 'client'));
  writeFileSync(path.join(folder, 'client/index.html'), '<!doctype html><title>built</title>');
  return { folder, remove: () => removeClone(folder) };
}

function copyOf(parts: readonly string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-clone-'));
  for (const part of parts) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  sharePrivateRedis(folder);
  return folder;
}

/** Where Redis is a private copy, a clone would fetch one more: it uses the one this test run has. */
function sharePrivateRedis(folder: string): void {
  const program = process.env.REDIS_SERVER ?? '';
  if (!program.includes(`${path.sep}redis-program${path.sep}`)) return;
  mkdirSync(path.join(folder, '.data'));
  symlinkSync(path.dirname(program), path.join(folder, '.data', 'redis-program'));
}

/** A clone of the launcher with stand-in programs in place of the product; removed by `remove`. */
export function makeLauncherClone(): Clone {
  const folder = copyOf(LAUNCHER);
  for (const part of ['server/processes', 'client', 'shared'])
    mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, 'server/processes/migrate.ts'), `console.log('migrated');`);
  writeFileSync(path.join(folder, 'server/processes/cli.ts'), CLI);
  writeFileSync(path.join(folder, 'server/main.ts'), SERVER);
  writeFileSync(path.join(folder, 'client/index.html'), '<!doctype html><title>built</title>');
  return { folder, remove: () => removeClone(folder) };
}

/** Also ends what a failed test left running, as far as the launcher wrote it down. */
function removeClone(folder: string): void {
  for (const { pids } of recordedRuns(folder)) pids.forEach(endIfRunning);
  rmSync(folder, { recursive: true, force: true });
}

function endIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself: not retried, that is what is wanted.
  }
}

export interface Launched {
  readonly process: ChildProcess;
  /** Everything written to standard output so far. */
  output: () => string;
  /** Everything the launcher said so far. */
  talk: () => string;
  /** Next standard output line that is a JSON object with this key. */
  line: (key: string) => Promise<Record<string, unknown>>;
  /** Exit code, once all output was read. */
  ended: Promise<number | null>;
}

const SERVICE_VARIABLES = [
  'DATABASE_URL',
  'REDIS_URL',
  'JOBS_REDIS_URL',
  'SAVDO_EMBEDDED',
  'DATA_FOLDER',
  'PORT',
  'DEMO',
];

/** Runs a command in the clone as a person would, without what this test run's own launcher has set. */
export function launch(
  folder: string,
  command: readonly string[],
  env: Record<string, string> = {},
): Launched {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !SERVICE_VARIABLES.includes(name)),
  );
  const [file = 'node', ...args] = command;
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...own, INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let talk = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (talk += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);

  const find = (key: string) =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((object) => key in object);
  const line = async (key: string) => {
    for (;;) {
      const found = find(key);
      if (found) return found;
      const more = await Promise.race([once(child.stdout, 'data'), ended.then(() => null)]);
      if (more === null && !find(key))
        throw new Error(`ended without a line with ${key}:\n${output}\n${talk}`);
    }
  };
  return { process: child, output: () => output, talk: () => talk, line, ended };
}

export interface RecordedRun {
  /** The launcher that holds the services; on an older Node.js not the process that was called. */
  readonly launcher: number;
  /** Everything it started, in order. */
  readonly pids: number[];
}

/** What launchers at work in this clone wrote down. */
export function recordedRuns(folder: string): RecordedRun[] {
  const runs = path.join(folder, '.data', 'runs');
  const files = existsSync(runs) ? readdirSync(runs).filter((name) => name.endsWith('.json')) : [];
  return files.map((name) => {
    const record = JSON.parse(readFileSync(path.join(runs, name), 'utf8')) as RunFile;
    return { launcher: record.launcher.pid, pids: record.children.map(({ pid }) => pid) };
  });
}

interface RunFile {
  readonly launcher: { readonly pid: number };
  readonly children: readonly { readonly pid: number }[];
}

/** Command line of a running process, or an empty text. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended: not retried, an empty text matches nothing.
    return '';
  }
}

/** Number of the running process that one of the clone's launchers started to serve this address; null when there is none. */
export function serviceAt(folder: string, address: string): number | null {
  const port = new RegExp(`\\b${new URL(address).port}\\b`);
  const pids = recordedRuns(folder).flatMap((run) => run.pids);
  return pids.findLast((pid) => port.test(commandOf(pid))) ?? null;
}
