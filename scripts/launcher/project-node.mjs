import { existsSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { LauncherProblem } from './output.mjs';

const NEEDED_MAJOR = 26;

/** The Node.js the project runs on: the one npm installed with the packages, else this one when it is new enough. */
export function projectNode() {
  const bundled = inRoot('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(bundled)) return bundled;
  if (isProjectNode()) return process.execPath;
  throw new LauncherProblem(
    `this platform has no bundled Node.js: install Node.js ${NEEDED_MAJOR} or newer (now ${process.version})`,
  );
}

export const isProjectNode = () => Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;
