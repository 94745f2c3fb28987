import { HOUSE } from '../floors.ts';
import { homeOf } from '../places.ts';
import { withoutComments } from './source-text.ts';

type Files = ReadonlyMap<string, string>;

/** Tables another unit may write beside the owner, each with its reason. */
const SHARED_TABLES: Readonly<Record<string, readonly string[]>> = {
  // The journal commits a hammer and its message in one round trip of its own connection.
  outbox: ['server/auction/'],
};

const KYSELY = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"]([a-z_]+)/g;
const SQL = [
  /\binsert\s+into\s+([a-z_]+)/gi,
  /\bupdate\s+(?:only\s+)?([a-z_]+)\s+(?:as\s+\w+\s+|\w+\s+)?set\b/gi,
  /\bdelete\s+from\s+([a-z_]+)/gi,
  /\bmerge\s+into\s+([a-z_]+)/gi,
  /\btruncate\s+(?:table\s+)?([a-z_]+)/gi,
  /\bcopy\s+([a-z_]+)\s*(?:\([^)]*\)\s*)?from\b/gi,
];

/** Names of all tables the migrations make. */
export function tablesOf(migrations: Files): Set<string> {
  const tables = new Set<string>();
  for (const source of migrations.values()) {
    const made =
      /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)|\.createTable\(\s*['"]([a-z_]+)/gi;
    for (const [, sql, kysely] of withoutComments(source).matchAll(made)) tables.add((sql ?? kysely)!);
  }
  return tables;
}

/** Tables a source text writes; names that are no table (a CTE) are left out. */
function writtenTables(source: string, tables: ReadonlySet<string>): Set<string> {
  const text = withoutComments(source);
  const found = [KYSELY, ...SQL].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1]!.toLowerCase()),
  );
  return new Set(found.filter((name) => tables.has(name)));
}

/** Every table that is written from no place or from more than one. */
export function tableProblems(server: Files, migrations: Files): string[] {
  const tables = tablesOf(migrations);
  const owners = new Map<string, Set<string>>([...tables].map((table) => [table, new Set<string>()]));
  for (const [file, source] of server) {
    for (const table of writtenTables(source, tables)) owners.get(table)!.add(ownerOf(file));
  }
  const filled = new Set([...migrations.values()].flatMap((source) => [...writtenTables(source, tables)]));
  return [...owners].flatMap(([table, places]) => {
    const own = [...places].filter((place) => !SHARED_TABLES[table]?.includes(place)).sort();
    if (own.length > 1) return [`${table} is written by ${own.join(' and ')}`];
    return own.length === 0 && !filled.has(table) ? [`${table} is written by nobody`] : [];
  });
}

const QUERY = 'selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto';

/** Queries over a database that names no tables, which no compiler checks. */
export function uncheckedQueries(server: Files): string[] {
  return [...server].flatMap(([file, source]) => {
    const text = withoutComments(source);
    const untyped = [...text.matchAll(/\b(\w+)\??: AnyDb\b/g)].map(([, name]) => `\\b${name}`);
    const query = new RegExp(`(?:${[...untyped, 'as AnyDb\\)'].join('|')})\\s*\\.(?:${QUERY})\\(`, 'g');
    return [...text.matchAll(query)].map(([found]) => `${file}: ${found.replace(/\s+/g, '')}`);
  });
}

/** The unit that owns a file; within the platform each folder owns its own tables. */
function ownerOf(file: string): string {
  const platform = /^server\/platform\/[^/]+\//.exec(file);
  return platform?.[0] ?? homeOf(file, HOUSE)?.unit ?? file;
}
