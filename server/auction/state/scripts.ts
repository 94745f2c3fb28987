import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Every script: its number of keys, and its arguments by name, in the order of ARGV. `each`: keys and arguments of every
 * command of a call with several commands: the keys follow the script's own, the arguments are in columns (all persons,
 * then all bid ids, …).
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
  'find-bid': { keys: 9, args: ['lotId', 'epoch', 'person', 'bidId', 'sentEpoch'] },
  admit: { keys: 8, args: ['lotId', 'epoch', 'person', 'number', 'limit'] },
  'set-limit': { keys: 8, args: ['lotId', 'epoch', 'person', 'limit'] },
  revoke: { keys: 8, args: ['lotId', 'epoch', 'person', 'cause', 'condition'] },
  suspend: { keys: 8, args: ['lotId', 'epoch', 'reason'] },
  resume: { keys: 8, args: ['lotId', 'epoch', 'resumeAt', 'reason'] },
  extend: { keys: 8, args: ['lotId', 'epoch', 'deadline', 'reason'] },
  withdraw: { keys: 8, args: ['lotId', 'epoch', 'reason', 'condition'] },
  recover: { keys: 8, args: ['lotId', 'epoch', 'mode', 'outageFrom', 'resumeAt'] },
  'close-lot': { keys: 8, args: ['lotId', 'epoch'] },
  snapshot: { keys: 4, args: [] },
  'look-at-lot': { keys: 2, args: [] },
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
  },
  'add-ids': { keys: 5, args: ['lotId', 'epoch', 'complete'] },
  'set-clock': { keys: 1, args: ['clock'] },
  'renew-lease': { keys: 2, args: ['owner', 'pgNow', 'claim', 'heldSince'] },
  'stall-lot': { keys: 1, args: ['owner', 'lotId', 'until'] },
  'due-lots': { keys: 1, args: ['limit', 'lotPrefix'] },
} as const satisfies Record<string, ScriptShape & { each?: ScriptShape }>;

interface ScriptShape {
  keys: number;
  args: readonly string[];
}

export type ScriptName = keyof typeof SCRIPTS;
export type ScriptArgs<N extends ScriptName> = Record<(typeof SCRIPTS)[N]['args'][number], string>;

interface Script {
  name: ScriptName;
  /** Source with its includes in place. */
  body: string;
  sha: string;
}

export type Scripts = Record<ScriptName, Script>;

/** Reads a script's file: `place-bid` or `include/room`. */
export type ReadSource = (file: string) => string;

const FOLDER = new URL('./scripts/', import.meta.url);
const readFromDisk: ReadSource = (file) =>
  readFileSync(fileURLToPath(new URL(`${file}.lua`, FOLDER)), 'utf8');

/** All scripts, resolved. */
export function loadScripts(read: ReadSource = readFromDisk): Scripts {
  const names = Object.keys(SCRIPTS) as ScriptName[];
  const loaded = names.map((name): [ScriptName, Script] => {
    const body = resolveIncludes(name, read);
    return [name, { name, body, sha: createHash('sha1').update(body).digest('hex') }];
  });
  return Object.fromEntries(loaded) as Scripts;
}

/**
 * Replaces `--#include NAME` lines by the files, each once, its own includes first. Throws on a cycle.
 */
export function resolveIncludes(name: string, read: ReadSource): string {
  const done = new Set<string>();
  const resolve = (file: string, path: string[]): string => {
    if (path.includes(file)) throw new Error(`scripts include one another: ${[...path, file].join(' → ')}`);
    if (done.has(file)) return '';
    const lines = read(file).split('\n');
    const body = lines.map((line) => {
      const include = /^--#include (\S+)\s*$/.exec(line)?.[1];
      return include === undefined ? line : resolve(`include/${include}`, [...path, file]);
    });
    done.add(file);
    return body.join('\n');
  };
  return resolve(name, []);
}
