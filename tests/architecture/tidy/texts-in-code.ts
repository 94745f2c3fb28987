import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Properties people see or hear. */
const SPOKEN = new Set(
  `aria-label aria-description aria-roledescription aria-valuetext alt title placeholder label hint summary
  description text message error caption confirm cancel heading empty`.split(/\s+/),
);
/** Calls whose arguments people see. */
const SPEAKING_CALLS = new Set(['notify', 'alert', 'confirm', 'prompt']);
/** The kind of message is a word of the code. */
const MESSAGE_KINDS = new Set(['success', 'error', 'warning', 'info']);
/** Names and signs that are the same in every language. */
const SAME_EVERYWHERE = /Savdo|UZS|GMT\+?5?|PDF|№|O'Z|ЎЗ|РУ|Oʻzbekcha|Русский|Ўзбекча|English/g;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([field, value]) =>
    field === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(SAME_EVERYWHERE, ''));
/** Letters only people write: no code has them. */
const isProse = (text: string): boolean => /[\p{Script=Cyrillic}ʻʼ]/u.test(text.replace(SAME_EVERYWHERE, ''));

/** The strings an expression may come to: itself, both branches, both sides. Calls and names are not looked into. */
function stringsOf(node: Node | null): { text: string; at: number }[] {
  if (!node) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, at: node.start }] : [];
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[];
      return [{ text: quasis.map((part) => part.value.cooked).join(' '), at: node.start }];
    }
    case 'ConditionalExpression':
      return [...stringsOf(node.consequent as Node), ...stringsOf(node.alternate as Node)];
    case 'LogicalExpression':
      return [...stringsOf(node.left as Node), ...stringsOf(node.right as Node)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...stringsOf(node.left as Node), ...stringsOf(node.right as Node)] : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return stringsOf(node.expression as Node);
    default:
      return [];
  }
}

/** Strings of a node that people see, however they are written. */
function spokenBy(node: Node): { text: string; at: number }[] {
  switch (node.type) {
    case 'JSXText':
      return [{ text: node.value as string, at: node.start }];
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[])
        .filter((child) => child.type === 'JSXExpressionContainer')
        .flatMap(stringsOf);
    case 'JSXAttribute': {
      const name = (node.name as { name: unknown }).name;
      return typeof name === 'string' && SPOKEN.has(name) ? stringsOf(node.value as Node | null) : [];
    }
    case 'CallExpression': {
      const name = (node.callee as { name?: string }).name ?? '';
      if (!SPEAKING_CALLS.has(name)) return [];
      return (node.arguments as Node[]).flatMap(stringsOf).filter(({ text }) => !MESSAGE_KINDS.has(text));
    }
    case 'AssignmentExpression': {
      const { object, property } = node.left as { object?: { name?: string }; property?: { name?: string } };
      return object?.name === 'document' && property?.name === 'title' ? stringsOf(node.right as Node) : [];
    }
    default:
      return [];
  }
}

/** Texts written in code instead of the locale files. */
export function textsInCode(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const found = new Map<number, string>();
  const walk = (node: Node): void => {
    for (const { text, at } of spokenBy(node)) if (hasWords(text)) found.set(at, text);
    for (const { text, at } of node.type === 'JSXText' ? [] : stringsOf(node))
      if (isProse(text)) found.set(at, text);
    for (const child of childrenOf(node)) walk(child);
  };
  walk(program as unknown as Node);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(
      ([at, text]) =>
        `${file}:${source.slice(0, at).split('\n').length}: ${text.trim().replace(/\s+/g, ' ')}`,
    );
}
