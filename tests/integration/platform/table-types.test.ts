import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFiles } from '../../architecture/project-files.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { TableTypes, typeProblems, type ColumnKind, type StoredColumn } from '../../fixtures/table-types.ts';

const KINDS: Readonly<Record<string, ColumnKind>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  numeric: 'string',
  bool: 'boolean',
  date: 'string',
  timestamptz: 'date',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function storedColumns(): Promise<Map<string, Map<string, StoredColumn>>> {
  const { rows } = await database.pool.query<{
    table: string;
    column: string;
    type: string;
    array: boolean;
    nullable: boolean;
    generated: boolean;
  }>(`select c.relname as table, a.attname as column, t.typname as type, t.typcategory = 'A' as array,
        not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as generated
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);
  const tables = new Map<string, Map<string, StoredColumn>>();
  for (const { table, column, type, array, nullable, generated } of rows) {
    const columns = tables.get(table) ?? new Map<string, StoredColumn>();
    tables.set(
      table,
      columns.set(column, { kind: array ? 'array' : (KINDS[type] ?? null), nullable, generated }),
    );
  }
  return tables;
}

describe('the tables that repositories declare', () => {
  it('have the columns of the database, with their nulls, defaults and kinds of values', async () => {
    const declared = new TableTypes(projectFiles(['server', 'shared'], ['.ts'])).columns();
    expect(declared.length).toBeGreaterThan(500);
    expect(typeProblems(declared, await storedColumns())).toEqual([]);
  });

  const number: StoredColumn = { kind: 'number', nullable: false, generated: false };
  const stored = new Map([
    [
      'lot',
      new Map<string, StoredColumn>([
        ['id', { ...number, generated: true }],
        ['title', { kind: 'string', nullable: true, generated: false }],
        ['price', number],
        ['facts', { kind: 'json', nullable: false, generated: false }],
      ]),
    ],
  ]);
  const problemsOf = (columns: string, more = '') => {
    const file = 'server/domains/trade/lots/lots.repository.ts';
    const source = `${more} interface LotTables { lot: { ${columns} } }`;
    const other = "export type Title = 'a' | 'b' | null; export interface Row { price: number }";
    const sources = new Map([
      [file, source],
      ['server/domains/trade/lots/row.ts', other],
    ]);
    return typeProblems(new TableTypes(sources).columns(), stored).map((problem) =>
      problem.replace(`${file}: lot.`, ''),
    );
  };

  it.each([
    ['price: string', ['price is number, not string']],
    ['title: string', ['title may be null']],
    ['price: number | null', ['price is never null']],
    ['price: Generated<number>', ['price has no default']],
    ['rent: number', ['rent does not exist']],
    [
      "title: Date; price: 'a' | 'b'",
      ['title may be null', 'title is string, not date', 'price is number, not string'],
    ],
    ['id: Generated<number>; title: string | null; price: 1 | 2; facts: { of: string }', []],
    ['price: Missing', []],
  ])('with %s are seen as they are', (columns, problems) => {
    expect(problemsOf(columns)).toEqual(problems);
  });

  it('are followed through aliases, other files, members and parts of interfaces', () => {
    const imports = "import type { Row, Title } from './row.ts';";
    expect(problemsOf('title: Title; price: Row["price"]', imports)).toEqual([]);
    expect(problemsOf('price: Title', imports)).toEqual([
      'price is never null',
      'price is number, not string',
    ]);
    const parts = `interface Lot { id: string; price: number } interface PartTables { lot: Pick<Lot, 'id'> }
      interface RestTables extends PartTables { lot: Omit<Lot, 'price'> & { title: number | null } }`;
    expect(problemsOf('price: number', parts)).toEqual([
      'id is number, not string',
      'id is number, not string',
      'title is string, not number',
    ]);
  });

  it('of a table that is not there are seen', () => {
    const declared = new TableTypes(
      new Map([['server/a.ts', 'interface ATables { nowhere: { id: number } }']]),
    );
    expect(typeProblems(declared.columns(), stored)).toEqual(['server/a.ts: nowhere.id is of no table']);
  });
});
