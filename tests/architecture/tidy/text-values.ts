import { parseSync } from 'vite';
import { flatten, placeholders, type Texts } from './locales.ts';

interface Node {
  type: string;
  [field: string]: any;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A text asked for: its key, or the pattern of its keys, and the names of the values it is filled with. */
interface Asked {
  key: RegExp;
  /** Named as a whole, not put together. */
  whole: boolean;
  /** Null: the source does not show. */
  given: Set<string> | null;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The keys an expression may come to; none where nothing is known of them. */
function keysIn(node: Node): Omit<Asked, 'given'>[] {
  if (node.type === 'Literal' && typeof node.value === 'string')
    return [{ key: new RegExp(`^${escaped(node.value)}$`), whole: true }];
  if (node.type === 'ConditionalExpression') return [...keysIn(node.consequent), ...keysIn(node.alternate)];
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).flatMap(keysIn);
  if (node.type !== 'TemplateLiteral') return [];
  const parts = (node.quasis as Node[]).map((part) => part.value.cooked as string);
  // An expression with a fixed beginning: the keys below it.
  if (!/^[\w-]/.test(parts[0] ?? '')) return [];
  return [{ key: new RegExp(`^${parts.map(escaped).join('[^.:]+')}$`), whole: false }];
}

const WRAPPERS = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression']);

/** Names of the values in an expression; null where it does not show them. */
function namesIn(node: Node | undefined): Set<string> | null {
  if (!node) return new Set();
  if (WRAPPERS.has(node.type)) return namesIn(node.expression);
  if (node.type === 'ConditionalExpression') {
    const [one, other] = [namesIn(node.consequent), namesIn(node.alternate)];
    return one && other && new Set([...one, ...other]);
  }
  if (node.type !== 'ObjectExpression') return null;
  const names = new Set<string>();
  for (const each of node.properties as Node[]) {
    const inner = each.type === 'SpreadElement' ? namesIn(each.argument) : null;
    if (each.type === 'SpreadElement' && !inner) return null;
    for (const name of inner ?? [String(each.key.name ?? each.key.value)]) names.add(name);
  }
  return names;
}

/** Calls of `t(key, values)` and of `text(language, key, values)`, and the namespaces that the file uses. */
function askedIn(file: string, source: string): { asked: Asked[]; namespaces: Set<string> } {
  const asked: Asked[] = [];
  const namespaces = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') {
      const name = node.callee.property?.name ?? node.callee.name;
      const args = node.arguments as Node[];
      const at = name === 't' ? 0 : name === 'text' && node.callee.property ? 1 : null;
      if (name === 'useTranslation')
        for (const each of args[0]?.elements ?? [args[0]])
          if (typeof each?.value === 'string') namespaces.add(each.value);
      if (at !== null && args[at])
        asked.push(...keysIn(args[at]).map((each) => ({ ...each, given: namesIn(args[at + 1]) })));
    }
    if (node.type === 'Property' && node.key.name === 'ns' && typeof node.value.value === 'string')
      namespaces.add(node.value.value);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(parseSync(file, source).program);
  return { asked, namespaces };
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Names a text has to be filled with, by key; a nested text's own values are not its. */
export function valuesOfTexts(texts: Texts): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  for (const [written, text] of flatten(texts)) {
    const key = written.replace(PLURAL, '');
    const names = needed.get(key) ?? new Set();
    for (const each of placeholders(text)) if (each.startsWith('{{')) names.add(each.slice(2, -2));
    needed.set(key, names);
  }
  return needed;
}

/** By namespace and key. */
type Needed = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/**
 * Texts that sources ask for without a value that they show. Each call that names a key gives all its values; of calls that put
 * a key together it is not known which texts they mean, so that one of them gives all.
 * @param usual namespaces that a file uses without naming them
 */
export function missingValues(
  files: ReadonlyMap<string, string>,
  needed: Needed,
  usual: (file: string) => readonly string[],
): string[] {
  const found: { file: string; text: string; lacking: string[]; asked: Asked }[] = [];
  for (const [file, source] of files) {
    const { asked, namespaces } = askedIn(file, source);
    for (const [namespace, texts] of needed) {
      const short = namespaces.has(namespace) || usual(file).includes(namespace);
      for (const each of asked)
        for (const [name, names] of texts)
          if (each.key.test(`${namespace}:${name}`) || (short && each.key.test(name))) {
            const lacking = [...names].filter((value) => !each.given?.has(value) && each.given);
            found.push({ file, text: `${namespace}:${name}`, lacking, asked: each });
          }
    }
  }
  const given = new Set(found.filter(({ lacking }) => lacking.length === 0).map(({ text }) => text));
  const missing = found.filter(
    ({ asked, lacking, text }) => lacking.length > 0 && (asked.whole || !given.has(text)),
  );
  return missing.map(({ file, text, lacking }) => `${file}: ${text} lacks ${lacking.join(', ')}`);
}
