import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holdLock } from './lock.mjs';
import { DATA, inRoot } from './paths.mjs';
import { runTool } from './programs.mjs';
import { LauncherProblem, say } from './output.mjs';

const BUILT = inRoot('client', 'dist');
const STAMP = path.join(BUILT, '.sources');
const SOURCES = ['client', 'shared', 'package.json', 'package-lock.json'];

function* filesBelow(place) {
  if (statSync(place).isFile()) {
    yield place;
    return;
  }
  for (const name of readdirSync(place).sort()) {
    const file = path.join(place, name);
    if (file !== BUILT && name !== 'node_modules') yield* filesBelow(file);
  }
}

/** Digest of all sources of the browser's bundle; by content, because git does not preserve times. */
function digestOfSources() {
  const digest = createHash('sha256').update(process.env.VITE_MODE ?? 'production');
  for (const source of SOURCES) {
    for (const file of filesBelow(inRoot(source)))
      digest.update(path.relative(inRoot(), file)).update(readFileSync(file));
  }
  return digest.digest('hex');
}

const isBuilt = (digest) =>
  existsSync(path.join(BUILT, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest;

/** Builds the client when its sources changed since the last build; two launchers never build at once. */
export async function buildClientIfStale({ record } = {}) {
  const digest = digestOfSources();
  if (isBuilt(digest)) return;
  mkdirSync(DATA, { recursive: true });
  const release = await holdLock(path.join(DATA, 'build.lock'), { waitMs: 5 * 60_000 });
  try {
    if (!isBuilt(digest)) await buildClient({ digest, record });
  } finally {
    release();
  }
}

/** Builds the client in any case. */
export async function buildClient({ digest = digestOfSources(), record } = {}) {
  say('building the client…');
  const code = await runTool({
    tool: 'vite/bin/vite.js',
    args: ['build', 'client', '--logLevel', 'warn'],
    env: { NODE_ENV: 'production' },
    record,
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new LauncherProblem(`the client does not build (exit code ${code})`);
  writeFileSync(STAMP, digest);
}
