import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A chunk as the build's manifest has it; the keys of the manifest are paths of sources or names of shared chunks. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
}

/**
 * Finds the files of screens in a build, so that a page can name them before its first script asks for them: each
 * step of scripts that ask for scripts costs a slow phone a round trip. Returns elements of the head as HTML.
 * @param folder of the build; one without a manifest has no parts
 * @param page the built page: what it names already is not named again
 */
export function clientParts(folder: string, page: string): (sources: readonly string[]) => string {
  const file = path.join(folder, '.vite/manifest.json');
  const manifest = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Part | undefined>)
    : {};
  const links = new Map<string, string>();

  function collect(name: string, seen: Set<string>, files: Set<string>): void {
    const part = manifest[name];
    if (!part || seen.has(name)) return;
    seen.add(name);
    for (const one of [part.file, ...(part.css ?? [])]) if (!page.includes(`"/${one}"`)) files.add(one);
    for (const one of part.imports ?? []) collect(one, seen, files);
  }

  return (sources) => {
    const key = sources.join(' ');
    const known = links.get(key);
    if (known !== undefined) return known;
    const files = new Set<string>();
    const seen = new Set<string>();
    for (const source of sources) collect(source, seen, files);
    const made = [...files]
      .map((one) =>
        one.endsWith('.css')
          ? `\n    <link rel="preload" as="style" crossorigin href="/${one}">`
          : `\n    <link rel="modulepreload" crossorigin href="/${one}">`,
      )
      .join('');
    links.set(key, made);
    return made;
  };
}
