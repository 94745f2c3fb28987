import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What the core's wire is made of: the scripts in Redis, and what is read from them and written to PostgreSQL. */
const WIRE = ['server/auction/state', 'server/auction/journal', 'shared/realtime', 'migrations'];
const NEEDED = ['server', 'shared', 'migrations', 'package.json', 'tsconfig.json'];

export interface OlderRelease {
  root: string;
  revision: string;
  remove(): void;
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** How far back an older release is looked for. */
const CHANGES_LOOKED_AT = 200;

/**
 * The revision before so many changes of the wire. What lacks a migration that came before one it has was never a release:
 * it is a state between merges.
 */
function releaseBefore(changes: number): string | undefined {
  const today = migrationsOf('HEAD');
  return (git('log', '--format=%H', `-${CHANGES_LOOKED_AT}`, '--', ...WIRE).stdout ?? '')
    .split('\n')
    .filter(Boolean)
    .map((change) => `${change}^`)
    .filter((revision) => {
      const then = migrationsOf(revision);
      return then.length > 0 && then.every((name, at) => name === today[at]);
    })
    .at(changes - 1);
}

const migrationsOf = (revision: string): string[] =>
  (git('ls-tree', '--name-only', revision, 'migrations/').stdout ?? '')
    .split('\n')
    .filter((name) => /^migrations\/\d{4}_/.test(name))
    .toSorted();

/**
 * The project as it was before the last changes of the core's wire (`changes` of them), in a folder of its own; or the
 * revision SAVDO_OLDER_RELEASE names. The dependencies are those of today.
 */
export function unpackOlderRelease(changes: number): OlderRelease | { refused: string } {
  const named = process.env.SAVDO_OLDER_RELEASE;
  const asked = named ?? releaseBefore(changes);
  if (!asked) return { refused: 'there is no history of the project here to take an older release from' };
  const { status, stdout } = git('rev-parse', '--verify', '--quiet', `${asked}^{commit}`);
  if (status !== 0) return { refused: `the history here does not reach back to ${asked.slice(0, 12)}` };
  const revision = stdout.trim();
  const root = mkdtempSync(path.join(tmpdir(), 'older-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  const archive = path.join(root, 'release.tar');
  const packed = git('archive', '--format=tar', `--output=${archive}`, revision, ...NEEDED);
  const unpacked =
    packed.status === 0 ? spawnSync('tar', ['xf', archive], { cwd: root, encoding: 'utf8' }) : packed;
  if (unpacked.status !== 0) {
    remove();
    return {
      refused: `the older release could not be unpacked: ${unpacked.error?.message ?? unpacked.stderr}`,
    };
  }
  const gone = packagesGone(root);
  if (gone.length > 0) {
    remove();
    return { refused: `the older release needs packages that are not installed: ${gone.join(', ')}` };
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  return { root, revision, remove };
}

function packagesGone(root: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => !existsSync(path.join(ROOT, 'node_modules', name)));
}
