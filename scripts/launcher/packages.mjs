import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holdLock } from './lock.mjs';
import { DATA, inRoot } from './paths.mjs';
import { LauncherProblem, say } from './output.mjs';

const STAMP = inRoot('node_modules', '.install-stamp');

function wantedStamp() {
  const lock = readFileSync(inRoot('package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

/** npm records what it installed in a lock of its own, so that a manual `npm ci` is recognised. */
function installedByHand() {
  const own = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(own)) return false;
  const installed = JSON.parse(readFileSync(own, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || (!installed[place] && (entry.optional || entry.devOptional || entry.peer)))
      return true;
    return installed[place]?.version === entry.version;
  });
}

const isInstalled = (stamp) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;

/** Installs the packages when the lock differs from what was installed last; two launchers never install at once. */
export async function ensurePackages() {
  const stamp = wantedStamp();
  if (isInstalled(stamp)) return;
  mkdirSync(DATA, { recursive: true });
  const release = await holdLock(path.join(DATA, 'install.lock'), { waitMs: 10 * 60_000 });
  try {
    if (isInstalled(stamp)) return;
    if (!installedByHand()) installPackages();
    writeFileSync(STAMP, stamp);
  } finally {
    release();
  }
}

function installPackages() {
  say('installing packages (npm ci), once per change of package-lock.json…');
  const options = { cwd: inRoot(), stdio: ['ignore', 2, 2] };
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const done =
    npm && /\.[cm]?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (done.status !== 0) throw new LauncherProblem('npm ci failed; its own message is above');
}
