import { withoutComments } from './source-text.ts';

type Files = ReadonlyMap<string, string>;

const BANNED_NAMES = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'managers',
  'stuff',
]);
/** Names that stand outside the rule of lower-case words joined by hyphens, because a tool or a standard gives them. */
const GIVEN_NAMES = new Set([
  'README',
  'Dockerfile',
  'LICENSE',
  'uz-Cyrl',
  'CONTRIBUTING',
  'SECURITY',
  'CHANGELOG',
]);
/** `noun:verb` as sent over a socket. */
const EVENT_NAME = /^[a-z]+(?:-[a-z]+)*:[a-z]+(?:-[a-z]+)*$/;

/** Paths with a banned name, or a name that is not lower-case words joined by hyphens. */
export function nameProblems(paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => {
    const parts = path.split('/').map((part) => part.replace(/^\./, ''));
    const words = parts.flatMap((part) => part.split(/[.-]/));
    const banned = words.filter((word) => BANNED_NAMES.has(word.toLowerCase()));
    const odd = parts
      .map((part) => part.split('.')[0]!)
      .filter((name) => !GIVEN_NAMES.has(name) && !/^(?:\d{4}_)?[a-z0-9-]*$/.test(name));
    return [
      ...banned.map((word) => `${path}: "${word}" says nothing`),
      ...odd.map((name) => `${path}: "${name}" is not lower-case words joined by hyphens`),
    ];
  });
}

/** Marks of unfinished work, tests left out, and paths of somebody's machine. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/\bTO-?DO\b|\bFIX-?ME\b|\bHACK\b|\bXXX\b/, 'unfinished work'],
  [/\bnot implemented\b/i, 'unfinished work'],
  [/\b(?:it|test|describe)\.only\(/, 'a test that hides the others'],
  [/(?<![\w.])\/(?:home|Users|root)\/\w+/, 'a path of one machine'],
];

/** Lines with a forbidden word. */
export function wordProblems(files: Files): string[] {
  return [...files].flatMap(([file, source]) =>
    source
      .split('\n')
      .flatMap((line, at) =>
        FORBIDDEN.filter(([pattern]) => pattern.test(line)).map(
          ([, why]) => `${file}:${at + 1}: ${why}: ${line.trim()}`,
        ),
      ),
  );
}

const literals = (source: string): string[] =>
  [...withoutComments(source).matchAll(/(['"])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map((match) => match[2]!);

/** Event names the realtime contract defines. */
export function eventNames(realtime: Files): Set<string> {
  return new Set([...realtime.values()].flatMap(literals).filter((text) => EVENT_NAME.test(text)));
}

/** Event names written out elsewhere: a known one, or any that is emitted or listened to. */
export function eventProblems(files: Files, known: ReadonlySet<string>): string[] {
  const spoken = /\.(?:emit|on|once|off|emitWithAck)\(\s*['"]([a-z-]+:[a-z-]+)['"]/g;
  return [...files].flatMap(([file, source]) => {
    const text = withoutComments(source);
    const own = [...text.matchAll(spoken)].map((match) => match[1]!);
    const found = new Set([...literals(source).filter((one) => known.has(one)), ...own]);
    return [...found].map((name) => `${file}: "${name}" belongs to shared/realtime`);
  });
}
