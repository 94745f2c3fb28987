import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Every script: its number of keys, and its arguments by name, in the order of ARGV. `each`: keys and arguments of every
 * command of a call with several commands: the keys follow the script's own, the arguments are in columns (all persons,
 * then all bid ids, …). `flags`: Redis's own. A full Redis refuses a script before it runs, but for `no-writes`, which
 * writes nothing, and `allow-oom`: these give memory back, or write next to nothing.
 */
export const SCRIPTS = {
  'place-bid': {
    keys: 8,
    args: ['lotId', 'epoch'],
    each: { keys: 1, args: ['person', 'bidId', 'sentEpoch', 'amount', 'mark'] },
  },
  'refuse-early': {
    keys: 3,
    args: ['lotId', 'epoch', 'seq', 'suggested', 'deadline'],
    each: { keys: 1, args: ['person', 'bidId', 'amount', 'mark'] },
  },
  'set-auto-bid': {
    keys: 9,
    args: ['lotId', 'epoch', 'person', 'bidId', 'sentEpoch', 'maximum', 'salt', 'commitment'],
  },
  'clear-auto-bid': { keys: 9, args: ['lotId', 'epoch', 'person', 'bidId', 'sentEpoch'] },
  'find-bid': {
    keys: 9,
    args: ['lotId', 'epoch', 'person', 'bidId', 'sentEpoch'],
    flags: ['allow-oom'],
  },
  admit: { keys: 8, args: ['lotId', 'epoch', 'person', 'number', 'limit'] },
  'set-limit': { keys: 8, args: ['lotId', 'epoch', 'person', 'limit'] },
  revoke: { keys: 8, args: ['lotId', 'epoch', 'person', 'cause', 'condition'] },
  suspend: { keys: 8, args: ['lotId', 'epoch', 'reason'] },
  resume: { keys: 8, args: ['lotId', 'epoch', 'resumeAt', 'reason'] },
  extend: { keys: 8, args: ['lotId', 'epoch', 'deadline', 'reason'] },
  withdraw: { keys: 8, args: ['lotId', 'epoch', 'reason', 'condition'] },
  recover: { keys: 8, args: ['lotId', 'epoch', 'mode', 'outageFrom', 'resumeAt'] },
  'close-lot': { keys: 8, args: ['lotId', 'epoch'] },
  snapshot: { keys: 4, args: [], flags: ['no-writes'] },
  'look-at-lot': { keys: 2, args: [], flags: ['no-writes'] },
  'load-lot': {
    keys: 13,
    args: [
      'lotId',
      'epoch',
      'seq',
      'due',
      'idsMissing',
      'mode',
      'outageFrom',
      'resumeAt',
      'fields',
      'bidders',
      'autos',
      'awake',
      'ids',
    ],
    flags: ['allow-oom'],
  },
  'add-ids': { keys: 5, args: ['lotId', 'epoch', 'complete'] },
  'set-clock': { keys: 1, args: ['clock'] },
  'renew-lease': { keys: 2, args: ['owner', 'pgNow', 'claim', 'heldSince'] },
  'stall-lot': { keys: 1, args: ['owner', 'lotId', 'until'], flags: ['allow-oom'] },
  'due-lots': { keys: 1, args: ['limit', 'lotPrefix'], flags: ['allow-oom'] },
} as const satisfies Record<string, ScriptShape & { each?: ScriptShape }>;

interface ScriptShape {
  keys: number;
  args: readonly string[];
  flags?: readonly ScriptFlag[];
}

type ScriptFlag = 'no-writes' | 'allow-oom';

export type ScriptName = keyof typeof SCRIPTS;
export type ScriptArgs<N extends ScriptName> = Record<(typeof SCRIPTS)[N]['args'][number], string>;

/** All scripts as one library of Redis functions. */
export interface ScriptLibrary {
  /** LIBRARIES and the hash of the text: other scripts are another library, and both may be loaded at once. */
  name: string;
  /** What Redis loads; `loadedAtMs` becomes the description of its functions. */
  source(loadedAtMs: number): string;
  /** Each script's function. */
  functions: Record<ScriptName, string>;
}

/** What the names of all libraries of the product begin with. */
export const LIBRARIES = 'savdo_';

/** Reads a script's file: `place-bid` or `include/room`. */
export type ReadSource = (file: string) => string;

const FOLDER = new URL('./scripts/', import.meta.url);
const readFromDisk: ReadSource = (file) =>
  readFileSync(fileURLToPath(new URL(`${file}.lua`, FOLDER)), 'utf8');

/**
 * The library: the includes, each once and after its own, then the scripts, each of which returns its function. Throws on
 * includes in a circle.
 */
export function scriptLibrary(read: ReadSource = readFromDisk): ScriptLibrary {
  const names = Object.keys(SCRIPTS) as ScriptName[];
  const includes = resolveIncludes(names, read).map(read);
  const scripts = names.map((name) => {
    const { flags = [] }: ScriptShape = SCRIPTS[name];
    const list = flags.map((flag) => `'${flag}'`).join(', ');
    return `register('${inLua(name)}', { ${list} }, (function()\n${read(name)}end)())`;
  });
  const text = [...includes, ...scripts].join('\n');
  const name = LIBRARIES + createHash('sha1').update(text).digest('hex');
  return {
    name,
    source: (loadedAtMs) =>
      `#!lua name=${name}\nlocal LIBRARY, LOADED_AT = '${name}', '${loadedAtMs}'\n${text}\n`,
    functions: Object.fromEntries(
      names.map((script) => [script, `${name}_${inLua(script)}`]),
    ) as ScriptLibrary['functions'],
  };
}

/** Redis takes no hyphen in a name. */
const inLua = (name: string): string => name.replaceAll('-', '_');

/** The files that the `--#include NAME` lines of those files name, each once, after its own. Throws on a circle. */
export function resolveIncludes(files: readonly string[], read: ReadSource): string[] {
  const found = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) throw new Error(`scripts include one another: ${[...path, file].join(' → ')}`);
    if (found.has(file)) return;
    for (const [, include] of read(file).matchAll(/^--#include (\S+)\s*$/gm))
      visit(`include/${include}`, [...path, file]);
    if (path.length > 0) found.add(file);
  };
  for (const file of files) visit(file, []);
  return [...found];
}
