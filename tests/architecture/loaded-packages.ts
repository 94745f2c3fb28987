import { importsOf } from './imports-of.ts';

/** Brought by Node.js itself. */
const isOwn = (name: string): boolean => name.startsWith('node:');

export interface Loaded {
  /** Package → the first file that loads it. */
  readonly packages: ReadonlyMap<string, string>;
  /** Files of the project, these and all they load. */
  readonly files: ReadonlySet<string>;
}

/**
 * What the server loads at run time, from these files on. Imports of types are erased before; screens that the table of
 * screens imports on demand are loaded by browsers alone.
 * @param read text of a file of the project by its path
 */
export function loadedFrom(entries: Iterable<string>, read: (file: string) => string): Loaded {
  const packages = new Map<string, string>();
  const files = new Set(entries);
  // A set that grows while it is walked is walked to its end.
  for (const file of files) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
    for (const { file: next, package: name, typesOnly, onDemand } of importsOf(file, read(file))) {
      if (typesOnly || (onDemand && file.startsWith('client/'))) continue;
      if (next !== null) files.add(next);
      if (name !== null && !isOwn(name) && !packages.has(name)) packages.set(name, file);
    }
  }
  return { packages, files };
}
