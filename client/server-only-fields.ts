import { parseAst, type Plugin } from 'vite';

/** Fields of contracts that only the server and the types read. */
const OF_CONTRACTS: ReadonlySet<string> = new Set([
  'params',
  'query',
  'body',
  'answer',
  'summary',
  'tag',
  'rateLimit',
  'whenLimiterIsDown',
  'name',
  'access',
  'refusals',
  'token',
  'subject',
]);

/** Such fields, by the function whose argument has them. */
const SERVER_ONLY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['contract', OF_CONTRACTS],
  ['route', new Set(['source', 'head', 'indexed', 'data', 'renderedQuery', 'renderedParts'])],
]);
const FILES =
  /[\\/](shared[\\/](api([\\/](site|cabinet|console))?|realtime)|client[\\/]app[\\/]routes)[\\/][\w-]+\.ts$/;

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

/** Constants of a file that hold nothing but such fields of contracts, as `...CONSOLE` there. */
function serverOnlyConstants(program: Node): Set<string> {
  const found = new Set<string>();
  for (const node of nodesBelow(program)) {
    const object = node.type === 'VariableDeclarator' ? valueOf(node.init) : null;
    const properties = (object?.properties as Node[] | undefined) ?? [];
    const all = properties.every((each) =>
      each.type === 'SpreadElement'
        ? found.has(nameOf(each.argument) ?? '')
        : OF_CONTRACTS.has(nameOf(each.key) ?? ''),
    );
    if (object?.type === 'ObjectExpression' && properties.length > 0 && all) found.add(nameOf(node.id) ?? '');
  }
  return found;
}

/** Without `as const`, which is a type alone. */
function valueOf(node: unknown): Node | null {
  if (!isNode(node)) return null;
  return node.type === 'TSAsExpression' ? valueOf(node.expression) : node;
}

/** Ranges of the code a browser has no use for. */
function serverOnlyRanges(program: Node): [number, number][] {
  const ranges: [number, number][] = [];
  const constants = serverOnlyConstants(program);
  for (const node of nodesBelow(program)) {
    const [first] = (node.arguments as unknown[] | undefined) ?? [];
    const fields = SERVER_ONLY.get(nameOf(node.callee) ?? '');
    if (node.type !== 'CallExpression' || !fields || !isNode(first)) continue;
    // A route may spread a constant of the same fields: there a browser reads some of them.
    const spread = (name: string) => fields === OF_CONTRACTS && constants.has(name);
    for (const property of (first.properties as Node[] | undefined) ?? [])
      if (fields.has(nameOf(property.key) ?? '') || spread(nameOf(property.argument) ?? ''))
        ranges.push([property.start, property.end]);
  }
  return ranges;
}

/**
 * Leaves out of the client the schemas of contracts (it calls by method and path, the shapes are types there) and what the
 * table of screens says for the server. Code that only those fields used is dropped with them.
 */
export function dropServerOnlyFields(): Plugin {
  return {
    name: 'drop-server-only-fields',
    apply: 'build',
    transform: {
      filter: { id: FILES },
      handler(code) {
        let left = code;
        for (const [start, end] of serverOnlyRanges(parseAst(code) as unknown as Node).reverse()) {
          const comma = /^\s*,/.exec(left.slice(end))?.[0].length ?? 0;
          left = left.slice(0, start) + left.slice(end + comma);
        }
        return { code: left, map: null };
      },
    },
  };
}
