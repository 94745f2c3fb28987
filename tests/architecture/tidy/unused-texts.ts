import { parseSync } from 'vite';
import { flatten, type Texts } from './locales.ts';

interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** What code may put a key together from. */
export interface Spoken {
  readonly strings: ReadonlySet<string>;
  /** Parts of strings, and identifiers: what the expression in a template may come to. */
  readonly words: ReadonlySet<string>;
  /** Templates with a group for each expression. */
  readonly templates: readonly RegExp[];
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A template may make a key, or a part of one, when there are letters in it besides its expressions. */
const patternOf = (parts: readonly string[]): RegExp | null =>
  /^[\w.:-]*[A-Za-z][\w.:-]*$/.test(parts.join(''))
    ? new RegExp(`^(?:[\\w-]+:)?${parts.map(escaped).join('(.*)')}$`)
    : null;

/** What code may ask for, from all sources together. */
export function spokenIn(files: ReadonlyMap<string, string>): Spoken {
  const strings = new Set<string>();
  const words = new Set<string>();
  const templates = new Map<string, RegExp>();
  const walk = (node: Node): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') strings.add(node.value);
    if (node.type === 'Literal' && typeof node.value === 'number') words.add(String(node.value));
    if (node.type === 'Identifier') words.add(node.name as string);
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
      if (parts.length === 1) strings.add(parts[0]!);
      else {
        const pattern = patternOf(parts);
        if (pattern) templates.set(pattern.source, pattern);
      }
    }
    for (const [field, value] of Object.entries(node)) {
      if (field === 'parent') continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child);
    }
  };
  for (const [file, source] of files) {
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
    walk(program as unknown as Node);
  }
  for (const text of strings) for (const word of text.split(/[.:]/)) words.add(word);
  return { strings, words, templates: [...templates.values()] };
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Keys of a namespace that nothing in the code can name. */
export function unusedTexts(
  namespace: string,
  texts: Texts,
  { strings, words, templates }: Spoken,
): string[] {
  const isKnown = (part: string): boolean =>
    part.split(/[.:]/).every((word) => words.has(word) || templates.some((pattern) => pattern.test(word)));
  const isMade = (key: string): boolean =>
    templates.some((pattern) => {
      const match = pattern.exec(key);
      return match !== null && match.slice(1).every(isKnown);
    });
  const keys = new Set([...flatten(texts).keys()].map((key) => key.replace(PLURAL, '')));
  return [...keys].filter((key) =>
    [key, `${namespace}:${key}`].every((name) => !strings.has(name) && !isMade(name)),
  );
}
