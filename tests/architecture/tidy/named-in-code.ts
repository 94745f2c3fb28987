import { parseSync } from 'vite';

const LANGUAGE_KEYS = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export interface NamedInCode {
  line: number;
  names: Record<string, string>;
}

/** Names content has in all four languages, written in code: every object with the four keys and plain texts. */
export function namedInCode(file: string, source: string): NamedInCode[] {
  if (!source.includes('uz-Cyrl')) return [];
  const found: NamedInCode[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'ObjectExpression') {
      const names: Record<string, string> = {};
      for (const property of node.properties as Node[]) {
        const key = property.key as { name?: string; value?: string } | undefined;
        const value = property.value as Node | undefined;
        if (key && value?.type === 'Literal' && typeof value.value === 'string')
          names[key.name ?? key.value ?? ''] = value.value;
      }
      if (LANGUAGE_KEYS.every((language) => names[language] !== undefined))
        found.push({ line: source.slice(0, node.start).split('\n').length, names });
    }
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.filter(isNode).forEach(walk);
      else if (isNode(value)) walk(value);
    }
  };
  walk(parseSync(file, source).program as unknown as Node);
  return found;
}
