import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holdLock } from './lock.mjs';
import { DATA, inRoot } from './paths.mjs';
import { runTool } from './programs.mjs';
import { LauncherProblem, say } from './output.mjs';

/** What is built into `dist` in its folder, with the arguments of its build and the sources that go into it. */
export const CLIENT = {
  folder: 'client',
  args: ['client'],
  entry: 'index.html',
  sources: ['client', 'shared'],
};
export const SERVER = {
  folder: 'server',
  args: ['--config', 'vite.server.config.ts'],
  entry: 'main.mjs',
  sources: ['server', 'shared', 'client/app/routes.ts', 'client/app/routes', 'vite.server.config.ts'],
};
const PACKAGES = ['package.json', 'package-lock.json'];

const builtOf = ({ folder }) => inRoot(folder, 'dist');
const stampOf = (part) => path.join(builtOf(part), '.sources');

function* filesBelow(place) {
  if (statSync(place).isFile()) {
    yield place;
    return;
  }
  for (const name of readdirSync(place).sort()) {
    const file = path.join(place, name);
    if (name !== 'dist' && name !== 'node_modules') yield* filesBelow(file);
  }
}

/** Digest of all sources of a build; by content, because git does not preserve times. */
function digestOfSources({ sources }) {
  const digest = createHash('sha256').update(process.env.VITE_MODE ?? 'production');
  for (const source of [...sources, ...PACKAGES]) {
    for (const file of filesBelow(inRoot(source)))
      digest.update(path.relative(inRoot(), file)).update(readFileSync(file));
  }
  return digest.digest('hex');
}

function isBuilt(part, digest) {
  const stamp = stampOf(part);
  return (
    existsSync(path.join(builtOf(part), part.entry)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === digest
  );
}

/** Builds a part when its sources changed since the last build; two launchers never build at once. */
export async function buildIfStale(part, { record } = {}) {
  const digest = digestOfSources(part);
  if (isBuilt(part, digest)) return;
  mkdirSync(DATA, { recursive: true });
  const release = await holdLock(path.join(DATA, 'build.lock'), { waitMs: 5 * 60_000 });
  try {
    if (!isBuilt(part, digest)) await build(part, { digest, record });
  } finally {
    release();
  }
}

/** Builds a part in any case. */
export async function build(part, { digest = digestOfSources(part), record } = {}) {
  say(`building the ${part.folder}…`);
  const code = await runTool({
    tool: 'vite/bin/vite.js',
    args: ['build', ...part.args, '--logLevel', 'warn'],
    env: { NODE_ENV: 'production' },
    record,
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new LauncherProblem(`the ${part.folder} does not build (exit code ${code})`);
  writeFileSync(stampOf(part), digest);
}
