import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const SKIPPED = new Set(['node_modules', 'dist', '.data', '.git', 'coverage', 'test-results']);

/** Path inside the project → text, for every file below the folders whose name ends in one of the endings; `.` is everything. */
export function projectFiles(folders: readonly string[], endings: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    // A folder that is still empty is not in the repository.
    if (existsSync(path.join(ROOT, folder))) collect(folder, endings, found);
  }
  return found;
}

/** One file of the project by its path inside it. */
export const projectFile = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

function collect(folder: string, endings: readonly string[], found: Map<string, string>): void {
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const inside = path.posix.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) collect(inside, endings, found);
    else if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) {
      found.set(inside, projectFile(inside));
    }
  }
}
