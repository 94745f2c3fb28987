type Files = ReadonlyMap<string, string>;

/** What the comment block a script opens with promises. */
export interface LuaContract {
  readonly purpose: string;
  /** Highest number named after KEYS and ARGV; 0 when none. */
  readonly keys: number;
  readonly args: number;
  readonly hasResult: boolean;
  readonly problems: readonly string[];
}

const include = /^--#include ([a-z-]+)$/gm;

/** Leading comment lines without their dashes and without the include lines. */
function headerOf(source: string): string[] {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--') || line.startsWith('--#'));
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^--\s?/, ''));
}

/** The numbered items after `KEYS` or `ARGV`, up to the next part of the header; `8–11 …` names four. */
function numbersAfter(word: string, header: string): number[] | null {
  const part = new RegExp(
    `\\b${word}\\b((?:(?!\\b(?:KEYS|ARGV|Result|Answer|Appends|Guarantees)\\b)[\\s\\S])*)`,
  ).exec(header);
  if (!part) return null;
  return [...part[1]!.matchAll(/(?:^|,|\s)\s*(\d+)(?:–(\d+))? [\p{L}`]/gu)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_none, at) => Number(from) + at),
  );
}

/** Reads a script's contract. */
export function contractOf(source: string): LuaContract {
  const header = headerOf(source);
  const text = header.join('\n');
  const problems: string[] = [];
  const count = (word: string): number => {
    const numbers = numbersAfter(word, text);
    if (numbers === null) return 0;
    // Numbers in the running text (a limit, a unit) may follow; the items themselves count up from one.
    let last = 0;
    for (const number of numbers) if (number === last + 1) last = number;
    if (last === 0 && numbers.length > 0) problems.push(`${word} do not count up from 1`);
    return last;
  };
  return {
    purpose: header[0] ?? '',
    keys: count('KEYS'),
    args: count('ARGV'),
    hasResult: /\b(?:Result|Answer)\b/.test(text),
    problems,
  };
}

/** A script's source together with everything it includes, each once. */
function withIncludes(source: string, includes: Files, seen = new Set<string>()): string {
  const parts = [...source.matchAll(include)].map(([, name]) => {
    if (seen.has(name!)) return '';
    seen.add(name!);
    const part = includes.get(name!);
    if (part === undefined) throw new Error(`there is no include ${name}`);
    return withIncludes(part, includes, seen);
  });
  return [...parts, source].join('\n');
}

function highest(word: string, source: string): number {
  const code = source.replaceAll(/--[^\n]*/g, '');
  return Math.max(
    0,
    ...[...code.matchAll(new RegExp(`\\b${word}\\[(\\d+)\\]`, 'gi'))].map((match) => Number(match[1])),
  );
}

/** What a script's header leaves out or promises wrongly. */
export function luaProblems(name: string, source: string, includes: Files): string[] {
  const contract = contractOf(source);
  const whole = withIncludes(source, includes);
  const found = [...contract.problems];
  if (contract.purpose.length < 10) found.push('does not say its purpose');
  if (!contract.hasResult) found.push('does not say its result');
  const usedKeys = highest('KEYS', whole);
  const usedArgs = highest('ARGV', whole);
  if (usedKeys > contract.keys) found.push(`uses KEYS[${usedKeys}], its header names ${contract.keys}`);
  if (usedArgs > contract.args) found.push(`uses ARGV[${usedArgs}], its header names ${contract.args}`);
  return found.map((problem) => `${name}: ${problem}`);
}

/**
 * A library outlives its calls, so nothing of a call may stay in it: lines that assign to a variable of a file's top
 * level, or into a table there.
 */
export function leftInLibrary(files: Files): string[] {
  const found: string[] = [];
  for (const [file, source] of files) {
    const names = topLevelNames(source, /^local (?!function\b)(\w+(?:,\s*\w+)*)/gm);
    for (const line of source.split('\n')) {
      const assigned = /^\s+(?!local\b)([\w., [\]]+?) = /.exec(line)?.[1] ?? '';
      const targets = assigned.split(/, */).map((target) => target.split(/[.[]/)[0]!);
      if (targets.some((name) => names.includes(name))) found.push(`${file}: ${line.trim()}`);
    }
  }
  return found;
}

/** Names that files of the one library give to different things, at their top level. */
export function namedTwice(files: Files): string[] {
  const all = [...files.values()].flatMap((source) =>
    topLevelNames(source, /^local (?:function )?(\w+(?:,\s*\w+)*)/gm),
  );
  return all.filter((name, at) => all.indexOf(name) < at);
}

const topLevelNames = (source: string, declared: RegExp): string[] =>
  [...source.matchAll(declared)].flatMap(([, list]) => list!.split(/,\s*/));

/** Includes nobody includes. */
export function unusedIncludes(scripts: Files, includes: Files): string[] {
  const used = new Set(
    [...scripts.values(), ...includes.values()].flatMap((text) =>
      [...text.matchAll(include)].map((m) => m[1]!),
    ),
  );
  return [...includes.keys()].filter((name) => !used.has(name));
}
