import { readFileSync } from 'node:fs';
import { scriptLibrary, type ScriptLibrary } from '#server/auction/state/scripts.ts';

/** The scripts with one wrong word in one file. */
export function mutate(file: string, right: string, wrong: string): ScriptLibrary {
  const folder = new URL('../../../server/auction/state/scripts/', import.meta.url);
  return scriptLibrary((name) => {
    const source = readFileSync(new URL(`${name}.lua`, folder), 'utf8');
    if (name !== file) return source;
    if (!source.includes(right)) throw new Error(`${file} has no longer: ${right}`);
    return source.replace(right, () => wrong);
  });
}
