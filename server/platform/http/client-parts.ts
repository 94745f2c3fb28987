import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A chunk as the build's manifest has it; the keys of the manifest are paths of sources or names of shared chunks. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Files of a screen that the page does not name itself, as addresses. */
export interface PartFiles {
  styles: readonly string[];
  scripts: readonly string[];
  /** Elements of the head that fetch them ahead, as HTML. */
  ahead: string;
}

/**
 * Finds the files of screens in a build, so that a page can name them before its first script asks for them: each
 * step of scripts that ask for scripts costs a slow phone a round trip.
 * @param folder of the build; one without a manifest has no parts
 * @param page the built page: what it names already is not named again
 */
export function clientParts(folder: string, page: string): (sources: readonly string[]) => PartFiles {
  const file = path.join(folder, '.vite/manifest.json');
  const manifest = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Part | undefined>)
    : {};
  const known = new Map<string, PartFiles>();

  function collect(name: string, seen: Set<string>, files: Set<string>): void {
    const part = manifest[name];
    if (!part || seen.has(name)) return;
    seen.add(name);
    for (const one of [part.file, ...(part.css ?? [])]) if (!page.includes(`"/${one}"`)) files.add(`/${one}`);
    for (const one of part.imports ?? []) collect(one, seen, files);
  }

  return (sources) => {
    const key = sources.join(' ');
    let found = known.get(key);
    if (found === undefined) {
      const files = new Set<string>();
      const seen = new Set<string>();
      for (const source of sources) collect(source, seen, files);
      const styles = [...files].filter((one) => one.endsWith('.css'));
      const scripts = [...files].filter((one) => !one.endsWith('.css'));
      const ahead = [...files]
        .map(
          (one) =>
            `\n    <link ${one.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} crossorigin href="${one}">`,
        )
        .join('');
      found = { styles, scripts, ahead };
      known.set(key, found);
    }
    return found;
  };
}
