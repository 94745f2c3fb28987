import { parseAst, type Plugin } from 'vite';

/** What a contract says for the server and for the types alone. */
const SERVER_ONLY = new Set([
  'params',
  'query',
  'body',
  'answer',
  'summary',
  'tag',
  'rateLimit',
  'whenLimiterIsDown',
]);
const CONTRACTS = /[\\/]shared[\\/](api|realtime)[\\/][\w-]+\.ts$/;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesBelow(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* nodesBelow(each);
}

const nameOf = (node: unknown) => (isNode(node) ? (node.name as string | undefined) : undefined);

/** Ranges of the code a browser has no use for: the schemas inside `contract({…})`. */
function schemaRanges(program: Node): [number, number][] {
  const ranges: [number, number][] = [];
  for (const node of nodesBelow(program)) {
    const [first] = (node.arguments as unknown[] | undefined) ?? [];
    if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'contract' || !isNode(first)) continue;
    for (const property of (first.properties as Node[] | undefined) ?? [])
      if (SERVER_ONLY.has(nameOf(property.key) ?? '')) ranges.push([property.start, property.end]);
  }
  return ranges;
}

/**
 * Leaves the schemas of contracts out of the client: it calls by method and path, the shapes are types there. What only
 * those schemas used falls away with them.
 */
export function leaveSchemasOut(): Plugin {
  return {
    name: 'leave-schemas-out',
    apply: 'build',
    transform: {
      filter: { id: CONTRACTS },
      handler(code) {
        let left = code;
        for (const [start, end] of schemaRanges(parseAst(code) as unknown as Node).reverse()) {
          const comma = /^\s*,/.exec(left.slice(end))?.[0].length ?? 0;
          left = left.slice(0, start) + left.slice(end + comma);
        }
        return { code: left, map: null };
      },
    },
  };
}
