import { Readable } from 'node:stream';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PersonalTable } from '#server/platform/modules/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { createPersonRowsRepository, type PersonRow } from './person-rows.repository.ts';

/** Rows in memory at a time. */
const PAGE = 500;

export interface PersonFile {
  name: string;
  mediaType: string;
  bytes: Readable;
}

export type PersonExport = ReturnType<typeof createPersonExport>;

/** Everything that is stored about one person, from the tables that modules name. */
export function createPersonExport(deps: {
  db: AnyDb;
  tables: readonly PersonalTable[];
  now?: () => number;
}) {
  const { db, tables, now = Date.now } = deps;
  const repository = createPersonRowsRepository(db);

  async function* text(personId: string): AsyncGenerator<string> {
    yield `{"madeAt":${JSON.stringify(new Date(now()).toISOString())},"personId":${JSON.stringify(personId)},"tables":[`;
    for (const [at, table] of tables.entries()) {
      const { table: name, why, until } = table;
      yield `${at === 0 ? '' : ','}\n${JSON.stringify({ name, why, until }).slice(0, -1)},"rows":[`;
      let first = true;
      for await (const page of repository.rows(table, personId, PAGE))
        for (const row of page) {
          yield `${first ? '' : ','}\n${JSON.stringify(shown(row, table))}`;
          first = false;
        }
      yield ']}';
    }
    yield ']}\n';
  }

  return {
    /**
     * A JSON file, written while it is sent: sums in tiyin, times in UTC, each table with what it is stored for and how
     * long. Of another person only what the person's own rows say; no secrets.
     */
    write: (personId: string): PersonFile => ({
      name: `savdo-my-data-${tashkentDay(now())}.json`,
      mediaType: 'application/json; charset=utf-8',
      bytes: Readable.from(text(personId)),
    }),
  };
}

const shown = (row: PersonRow, { hidden = [] }: PersonalTable): PersonRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !hidden.includes(column))
      .map(([column, value]) => [column, isObject(value) ? withoutKeys(column, value, hidden) : value]),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutKeys = (column: string, value: Readonly<Record<string, unknown>>, hidden: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !hidden.includes(`${column}.${key}`)));
