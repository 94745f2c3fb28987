type Files = ReadonlyMap<string, string>;

/** Words of a dialect: right in places, but a reader has to translate them where a plainer word exists. */
export const DIALECT = ['anew', 'kept', 'told', 'nobody', 'stands', 'whoever', 'nought'] as const;
const DIALECT_WORD = new RegExp(String.raw`\b(?:${DIALECT.join('|')})\b`, 'gi');

/** Each use of such a word: `file:line: word`. */
export function dialectIn(files: Files): string[] {
  return [...files].flatMap(([file, source]) =>
    source
      .split('\n')
      .flatMap((line, at) => [...line.matchAll(DIALECT_WORD)].map(([word]) => `${file}:${at + 1}: ${word}`)),
  );
}

/** Nothing within the budget; above it every use, so that the last ones added are found. */
export function overBudget(files: Files, budget: number): string[] {
  const found = dialectIn(files);
  return found.length > budget ? found : [];
}

/** Words that hide what a file or an identifier is; each with the plain ones. */
const HIDING: Readonly<Record<string, string>> = {
  painter: 'renderer',
  painting: 'rendered page',
  painted: 'rendered',
  repainted: 'rendered again',
  desk: 'service',
  desks: 'services',
  voice: 'health',
  keeping: 'ownership',
  keeper: 'owner',
  keepers: 'owners',
  scratch: 'buffer pool',
  intake: 'classified records',
  anew: 'again',
  whoever: 'person',
  stands: 'fixture',
};
/** Only in file names: as parts of identifiers they are ordinary words. */
const HIDING_FILES: Readonly<Record<string, string>> = {
  ...HIDING,
  bodies: 'json cache',
  together: 'batch loader',
  later: 'deferred',
  acting: 'the action itself',
  paint: 'render',
};
/** Endings of what tests set up. */
const FIXTURE_ENDING = /-(?:stands?|stages?|bench)$/;

/** Files whose names have to be decoded. */
export function hidingFiles(paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => {
    const words = path.split(/[/.-]/);
    const hiding = words.filter((word) => Object.hasOwn(HIDING_FILES, word));
    const stem = path.split('/').at(-1)!.split('.')[0]!;
    return [
      ...hiding.map((word) => `${path}: "${word}" may be "${HIDING_FILES[word]}"`),
      ...(path.startsWith('tests/') && FIXTURE_ENDING.test(stem) ? [`${path}: is a fixture`] : []),
    ];
  });
}

/** A source text without comments, strings and templates. */
function namesOnly(source: string): string {
  const token =
    /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return source.replaceAll(token, ' ');
}

/** Identifiers with such a word in them: `file: name`. */
export function hidingNames(files: Files): string[] {
  return [...files].flatMap(([file, source]) => {
    const found = new Set<string>();
    for (const [name] of namesOnly(source).matchAll(/[A-Za-z_$][\w$]*/g)) {
      const words = name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
      if (words.some((word) => Object.hasOwn(HIDING, word.toLowerCase()))) found.add(name);
    }
    return [...found].map((name) => `${file}: ${name}`);
  });
}

/** Files of a folder that every domain, adapter or part has. */
const STANDARD_NAMES = new Set([
  'README',
  'index',
  'module',
  'ledger-invariants',
  'personal-data',
  'port',
  'twin',
  'settings',
]);

/** File names with more than one meaning: the same name in several folders. */
export function sharedNames(paths: Iterable<string>): string[] {
  const places = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.split('/').at(-1)!;
    if (STANDARD_NAMES.has(name.split('.')[0]!)) continue;
    places.set(name, [...(places.get(name) ?? []), path]);
  }
  return [...places].flatMap(([name, all]) => (all.length > 1 ? [`${name}: ${all.sort().join(', ')}`] : []));
}
