import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA, which } from './paths.mjs';
import { LauncherProblem, say } from './output.mjs';

const MISSING =
  'Redis is missing. Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis; ' +
  'with Docker: docker run -d -p 127.0.0.1:6391:6379 redis:7.2, then set REDIS_URL=redis://127.0.0.1:6391.';
const PACKAGES = [
  'redis-tools',
  'redis-server',
  'libjemalloc2',
  'liblzf1',
  'libatomic1',
  'liblua5.1-0',
  'lua-cjson',
  'lua-bitop',
];

/** Two roles need the program; a failed download is not repeated for the second. */
let tried = false;

/** A Redis or Valkey on PATH. */
export const installedRedis = () => which('redis-server') ?? which('valkey-server');

/** Path of the program that serves Redis: from PATH, else a private copy of Debian's package. */
export function redisProgram() {
  const installed = installedRedis();
  if (installed && process.env.SAVDO_PRIVATE_REDIS !== '1') return installed;
  const folder = path.join(DATA, 'redis-program');
  const file = path.join(folder, 'redis-server');
  if (!existsSync(file) && !tried) {
    tried = true;
    fetchPrivateCopy(folder);
  }
  if (!existsSync(file)) throw new LauncherProblem(MISSING);
  return file;
}

/** The copy's libraries are next to it; `exec` preserves the pid of the started process. */
const WRAPPER = `#!/bin/sh
top="$(dirname "$0")/unpacked/usr"
LD_LIBRARY_PATH="$(echo "$top"/lib/*-linux-gnu*)" exec "$top/bin/redis-server" "$@"
`;

/** Downloads and unpacks the distribution's package into the project: needs no root, installs nothing. */
function fetchPrivateCopy(folder) {
  if (!which('apt-get') || !which('dpkg-deb')) return;
  say('fetching redis-server from the distribution (a private copy, nothing is installed)…');
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(folder, part), { recursive: true });
  const own = [
    `Dir::State=${folder}/state`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${folder}/cache`,
  ];
  const options = [
    '-qq',
    ...[...own, 'Debug::NoLocking=1', 'APT::Sandbox::User='].flatMap((value) => ['-o', value]),
  ];
  const run = (program, args) =>
    spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 2] }).status === 0;
  if (run('apt-get', [...options, 'update'])) {
    // Package sets differ between releases: a package that is not offered is not needed; the check is the file itself.
    for (const name of PACKAGES)
      spawnSync('apt-get', [...options, 'download', name], { cwd: folder, stdio: 'ignore' });
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.deb')))
      run('dpkg-deb', ['-x', name, 'unpacked']);
  }
  for (const name of readdirSync(folder).filter((entry) => entry !== 'unpacked'))
    rmSync(path.join(folder, name), { recursive: true, force: true });
  if (existsSync(path.join(folder, 'unpacked', 'usr', 'bin', 'redis-server'))) {
    writeFileSync(path.join(folder, 'redis-server'), WRAPPER, { mode: 0o755 });
  }
}
