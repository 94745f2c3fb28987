import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A chunk in the build's manifest, whose keys are paths of sources or names of shared chunks. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Files of a screen that the built page does not name itself, as addresses. */
export interface ScreenFiles {
  styles: readonly string[];
  scripts: readonly string[];
  /** Elements of the head that preload them, as HTML. */
  preloads: string;
}

const preloadOf = (file: string): string =>
  `\n    <link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} crossorigin href="${file}">`;

/**
 * Finds the files of screens in a build, so that a page can name them before its first script requests them: each step of
 * scripts that request scripts costs a slow phone a round trip.
 * @param folder of the build; without a manifest no files are found
 * @param page the built page: files it names already are left out
 */
export function clientFiles(folder: string, page: string): (sources: readonly string[]) => ScreenFiles {
  const file = path.join(folder, '.vite/manifest.json');
  const manifest = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk | undefined>)
    : {};
  const cache = new Map<string, ScreenFiles>();

  function collect(name: string, seen: Set<string>, files: Set<string>): void {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const one of [chunk.file, ...(chunk.css ?? [])])
      if (!page.includes(`"/${one}"`)) files.add(`/${one}`);
    for (const one of chunk.imports ?? []) collect(one, seen, files);
  }

  return (sources) => {
    const key = sources.join(' ');
    let found = cache.get(key);
    if (found === undefined) {
      const files = new Set<string>();
      const seen = new Set<string>();
      for (const source of sources) collect(source, seen, files);
      found = {
        styles: [...files].filter((one) => one.endsWith('.css')),
        scripts: [...files].filter((one) => !one.endsWith('.css')),
        preloads: [...files].map(preloadOf).join(''),
      };
      cache.set(key, found);
    }
    return found;
  };
}
