import { readFileSync } from 'node:fs';
import { loadScripts, type Scripts } from '#server/auction/state/scripts.ts';

/** The scripts with one wrong word in one file. */
export function mutate(file: string, right: string, wrong: string): Scripts {
  const folder = new URL('../../../server/auction/state/scripts/', import.meta.url);
  return loadScripts((name) => {
    const source = readFileSync(new URL(`${name}.lua`, folder), 'utf8');
    if (name !== file) return source;
    if (!source.includes(right)) throw new Error(`${file} has no longer: ${right}`);
    return source.replace(right, () => wrong);
  });
}
