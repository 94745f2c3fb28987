import { spawnSync } from 'node:child_process';
import { which } from './paths.mjs';
import { LauncherProblem } from './output.mjs';

const NOBODY = 65534;
const NAMESPACE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

const isRoot = () => process.platform !== 'win32' && process.getuid() === 0;
const works = (file, args) => Boolean(which(file)) && spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/**
 * PostgreSQL refuses to run as root. Three ways, the first that works:
 * - `as-is`: this is not root;
 * - `namespace`: a user namespace in which root is mapped to the user nobody; needs no ownership and works below a 0700 home;
 * - `setpriv`: the real user nobody (containers that forbid namespaces), who must own the data folder.
 * @returns {{kind: string, owner?: number, wrap: (file: string, args: string[]) => [string, string[]]}}
 */
export function unprivilegedWay() {
  if (!isRoot()) return { kind: 'as-is', wrap: (file, args) => [file, args] };
  if (process.env.SAVDO_NO_NAMESPACE !== '1' && works('unshare', [...NAMESPACE, 'true'])) {
    return { kind: 'namespace', wrap: (file, args) => ['unshare', [...NAMESPACE, file, ...args]] };
  }
  const drop = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
  if (works('setpriv', [...drop, 'true'])) {
    return { kind: 'setpriv', owner: NOBODY, wrap: (file, args) => ['setpriv', [...drop, file, ...args]] };
  }
  throw new LauncherProblem(
    'PostgreSQL refuses to run as root, and neither unshare nor setpriv works here: run as another user or set DATABASE_URL',
  );
}

/** Whether the unprivileged user can reach this file (including all folders above it). */
export function canReach(way, file) {
  if (way.kind !== 'setpriv') return true;
  const [program, args] = way.wrap('test', ['-r', file]);
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
