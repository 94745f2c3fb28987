import path from 'node:path';
import { parseSync } from 'vite';

/** An import as the compiler sees it: type-only, dynamic, re-exports and `import('…')` types included. */
export interface Import {
  /** What is between the quotes. */
  readonly specifier: string;
  /** File inside the project the specifier names, or null for a package. */
  readonly file: string | null;
  /** Names that are taken from it; null when the form says none, so that all may be used. */
  readonly names: readonly string[] | null;
  /** Package name (`node:crypto` for one of Node's own), or null for a file of the project. */
  readonly package: string | null;
  /** Erased when types are stripped: nothing is loaded. */
  readonly typesOnly: boolean;
  /** `import('…')`: loaded when the call runs. */
  readonly onDemand: boolean;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const SUBPATHS = /^#(shared|server|client)\//;

/** All imports of a source text. A text that does not parse is an error, never an empty list. */
export function importsOf(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const imports: Import[] = [];
  /** Of imports on demand whose result is taken apart at once. */
  const parts = new Map<unknown, string[]>();
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') partsOf(node, parts);
    const specifier = specifierOf(node);
    if (specifier !== null)
      imports.push({
        ...resolve(file, specifier),
        names: parts.get(node) ?? namesOf(node),
        typesOnly: hasTypesOnly(node),
        onDemand: node.type === 'ImportExpression',
      });
  });
  return imports;
}

function specifierOf(node: Node): string | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node['source']);
    case 'TSExternalModuleReference':
      return literal(node['expression']);
    case 'CallExpression':
      return isNamed(node['callee'], 'require') ? literal((node['arguments'] as unknown[])[0]) : null;
    default:
      return null;
  }
}

const hasTypesOnly = (node: Node): boolean =>
  node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type';

/** Of `const { a, b: c } = await import('…')` the names `a` and `b`. */
function partsOf({ id, init }: Node, parts: Map<unknown, string[]>): void {
  const [pattern, awaited] = [id as Node, init as Node | null];
  if (pattern.type !== 'ObjectPattern' || awaited?.type !== 'AwaitExpression') return;
  const names = (pattern['properties'] as Node[]).map((one) => nameOf(one['key']));
  if (names.every((name) => name !== null)) parts.set(awaited['argument'], names);
}

/** Of `import { a as b }` and `export { a as b } from` it is `a`. */
function namesOf(node: Node): string[] | null {
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return null;
  const names = (node['specifiers'] as Node[]).map((one) => {
    if (one.type === 'ImportSpecifier') return nameOf(one['imported']);
    return one.type === 'ExportSpecifier' ? nameOf(one['local']) : null;
  });
  return names.every((name) => name !== null) ? names : null;
}

/** Names that a file passes on from another (`export { a as b } from`: `b`). A text that does not parse is an error. */
export function reExportsOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const names: string[] = [];
  visit(program, (node) => {
    if (node.type !== 'ExportNamedDeclaration' || literal(node['source']) === null) return;
    for (const one of node['specifiers'] as Node[]) names.push(nameOf(one['exported']) ?? '');
  });
  return names.filter(Boolean);
}

/** An identifier has a name; a name in quotes has a value. */
function nameOf(node: unknown): string | null {
  return (node as { name?: string } | null)?.name ?? literal(node);
}

function literal(node: unknown): string | null {
  const value = (node as { value?: unknown } | null)?.value;
  return typeof value === 'string' ? value : null;
}

function isNamed(node: unknown, name: string): boolean {
  return (node as { name?: unknown } | null)?.name === name;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as Node).type === 'string') see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}

function resolve(from: string, specifier: string): Pick<Import, 'specifier' | 'file' | 'package'> {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) {
    return { specifier, file: path.posix.join(path.posix.dirname(from), plain), package: null };
  }
  if (SUBPATHS.test(plain)) return { specifier, file: plain.slice(1), package: null };
  return { specifier, file: null, package: packageName(plain) };
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
