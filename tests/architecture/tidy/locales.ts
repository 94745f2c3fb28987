export interface Texts {
  readonly [key: string]: string | Texts;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Flat key → text. */
export function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') flat.set(name, value);
    else for (const [inner, text] of flatten(value, name)) flat.set(inner, text);
  }
  return flat;
}

/** `{{name}}` and `<tag>` in a text, sorted; formats after a comma do not count. */
export function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{\{\s*-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => `{{${match[1]}}}`);
  const tags = [...text.matchAll(/<\/?([A-Za-z0-9]+)\s*\/?>/g)].map((match) => `<${match[1]}>`);
  return [...new Set([...names, ...tags])].sort();
}

/** Keys with plural forms folded into one, each with the placeholders of all its forms. */
function meaning(texts: Texts): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  for (const [key, text] of flatten(texts)) {
    const base = key.replace(PLURAL, '');
    const names = keys.get(base) ?? new Set<string>();
    for (const name of placeholders(text)) names.add(name);
    keys.set(base, names);
  }
  return keys;
}

/** What differs between the languages of one file: missing keys, other placeholders, missing plural forms, empty texts. */
export function localeProblems(file: string, languages: ReadonlyMap<string, Texts>): string[] {
  const problems: string[] = [];
  const meanings = new Map([...languages].map(([language, texts]) => [language, meaning(texts)]));
  const all = new Set([...meanings.values()].flatMap((keys) => [...keys.keys()]));
  for (const key of all) {
    const used = [...meanings.values()].map((keys) =>
      keys.has(key) ? [...keys.get(key)!].sort().join(' ') : null,
    );
    const first = used.find((names) => names !== null);
    for (const [index, language] of [...languages.keys()].entries()) {
      const names = used[index];
      if (names === null) problems.push(`${language}/${file}: ${key} is missing`);
      else if (names !== first)
        problems.push(`${language}/${file}: ${key} uses "${names}" where another has "${first}"`);
    }
  }
  const said = new Set(
    [...languages.values()].flatMap((texts) => [...flatten(texts)].filter(isSaid).map(([key]) => key)),
  );
  for (const [language, texts] of languages) {
    const where = `${language}/${file}`;
    problems.push(...formProblems(where, language, texts));
    // A text that is empty everywhere is meant to say nothing.
    const empty = [...flatten(texts)].filter((text) => !isSaid(text) && said.has(text[0]));
    problems.push(...empty.map(([key]) => `${where}: ${key} is empty`));
  }
  return problems;
}

function formProblems(where: string, language: string, texts: Texts): string[] {
  const flat = flatten(texts);
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const bases = new Set(
    [...flat.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
  );
  const missing = [...bases]
    .flatMap((base) => needed.map((form) => `${base}_${form}`))
    .filter((key) => !flat.has(key));
  return missing.map((key) => `${where}: the plural form ${key} is missing`);
}

const isSaid = ([, text]: [string, string]): boolean => text.trim() !== '';
