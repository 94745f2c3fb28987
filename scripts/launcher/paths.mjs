import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Root of this launcher's clone. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** State of the local services; ignored by git, safe to delete while nothing runs. */
export const DATA = path.join(ROOT, '.data');

/** One folder name inside the clone → absolute path. */
export const inRoot = (...parts) => path.join(ROOT, ...parts);

/**
 * Where the person typed the command. npm changes to the clone and passes the original folder in INIT_CWD;
 * a direct `node scripts/run.mjs` from elsewhere does not.
 */
export const callerFolder = () => (process.cwd() === ROOT ? (process.env.INIT_CWD ?? ROOT) : process.cwd());

/** Full path of a program on PATH, or undefined. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder: the next one is tried.
    }
  }
  return undefined;
}
