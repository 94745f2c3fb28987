import path from 'node:path';
import { importsOf, reExportsOf } from '../imports-of.ts';

const DOOR = /^server\/.+\/index\.ts$/;

/** Names that the doors (`index.ts`) of the server's folders pass on and no file outside the folder takes: path → source. */
export function unusedInDoors(files: ReadonlyMap<string, string>): string[] {
  const doors = [...files.keys()].filter((file) => DOOR.test(file));
  const taken = new Map<string, Set<string> | 'all'>(doors.map((door) => [door, new Set()]));
  for (const [file, source] of files) {
    // To parse every file takes ten times as long.
    if (!source.includes('/index.ts')) continue;
    for (const one of importsOf(file, source)) {
      const names = one.file === null ? undefined : taken.get(one.file);
      if (!names || names === 'all' || file.startsWith(`${path.posix.dirname(one.file!)}/`)) continue;
      if (one.names === null) taken.set(one.file!, 'all');
      else for (const name of one.names) names.add(name);
    }
  }
  return doors.flatMap((door) => {
    const names = taken.get(door)!;
    if (names === 'all') return [];
    return (
      reExportsOf(door, files.get(door)!)
        // Events are offered whether or not something listens yet.
        .filter((name) => !names.has(name) && !name.endsWith('_EVENTS'))
        .map((name) => `${door} passes on ${name}, which nothing outside takes`)
    );
  });
}
