import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import pg from 'pg';
import { syncPath } from '../files/index.ts';
import type { Queries } from './add-partition.ts';
import { named } from './monthly-partitions.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type Stored = string | boolean | null;

/** As a query gives it: integers and instants (microseconds since 1970) as text, because 64 bits are more than a number holds. */
interface Column {
  element: SchemaElement;
  expression: string;
  toParquet: (value: Exclude<Stored, null>) => unknown;
}

/** Rows of a group of Parquet, and of a fetch: what one of them takes is in memory at a time. */
const ROWS_OF_A_GROUP = 20_000;
const EXTENSION = '.parquet';

/** What is no integer, instant or boolean is written as its text. */
function columnOf(name: string, type: string): Column {
  const id = pg.escapeIdentifier(name);
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  const toParquet = (value: Exclude<Stored, null>): unknown => BigInt(value);
  switch (type) {
    case 'int2':
    case 'int4':
    case 'int8': {
      return { element: { ...element, type: 'INT64' }, expression: `${id}::text`, toParquet };
    }
    case 'timestamptz': {
      const expression = `(extract(epoch from ${id}) * 1000000)::bigint::text`;
      return {
        element: { ...element, type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
        expression,
        toParquet,
      };
    }
    case 'bool': {
      return { element: { ...element, type: 'BOOLEAN' }, expression: id, toParquet: (value) => value };
    }
    default: {
      return {
        element: { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' },
        expression: `${id}::text`,
        toParquet: (value) => value,
      };
    }
  }
}

async function columnsOf(owner: Queries, partition: string): Promise<Column[]> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `select a.attname::text as name, t.typname::text as type
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [named(partition)],
  );
  return rows.map(({ name, type }) => columnOf(name, type));
}

/** @returns how many rows were written */
async function writeRows(owner: Queries, partition: string, file: string): Promise<number> {
  const columns = await columnsOf(owner, partition);
  const parquet = new ParquetWriter({
    writer: fileWriter(file),
    schema: [{ name: partition, num_children: columns.length }, ...columns.map(({ element }) => element)],
  });
  let written = 0;
  await owner.query('begin isolation level repeatable read read only');
  try {
    await owner.query(
      `declare retired no scroll cursor for
       select jsonb_build_array(${columns.map(({ expression }) => expression).join(', ')}) as values
       from ${named(partition)}`,
    );
    for (;;) {
      const { rows } = await owner.query<{ values: Stored[] }>(`fetch ${ROWS_OF_A_GROUP} from retired`);
      if (rows.length === 0) break;
      const columnData = columns.map(({ element, toParquet }, at) => ({
        name: element.name,
        data: rows.map(({ values }) => {
          const value = values[at]!;
          return value === null ? undefined : toParquet(value);
        }),
      }));
      await parquet.write({ columnData, rowGroupSize: ROWS_OF_A_GROUP });
      written += rows.length;
    }
  } finally {
    await owner.query('rollback');
  }
  await parquet.finish();
  return written;
}

/** Writes a small file whole and to the disk. */
export async function writeWhole(file: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  const handle = await open(file, flag);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The rows of a partition as `<partition>.parquet`, with its SHA-256 beside it: both are on the disk when this resolves. */
export async function archivePartition(
  owner: Queries,
  partition: string,
  folder: string,
): Promise<{ rows: number; file: string }> {
  const file = path.join(folder, `${partition}${EXTENSION}`);
  const unfinished = `${file}.part`;
  // The writer of Parquet keeps the mode of a file that is there.
  await (await open(unfinished, 'w', 0o600)).close();
  const rows = await writeRows(owner, partition, unfinished);
  await syncPath(unfinished);
  const hash = createHash('sha256');
  await pipeline(createReadStream(unfinished), hash);
  await writeWhole(`${file}.sha256`, `${hash.digest('hex')}  ${path.basename(file)}\n`, 'w');
  await rename(unfinished, file);
  await syncPath(folder);
  return { rows, file };
}

/** Whether a file of an archive holds rows of this table. */
export const isArchiveOf = (table: string, file: string): boolean =>
  file.startsWith(`${table}_`) && file.endsWith(EXTENSION);

/**
 * Reads a file of an archive, group by group. Integers are `bigint`, instants microseconds since 1970 as `bigint`, all else
 * booleans and texts; null is null.
 * @throws when it cannot be read or is no Parquet
 */
export async function* readArchive(file: string): AsyncGenerator<Record<string, unknown>[]> {
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer);
  for (let rowStart = 0; rowStart < Number(metadata.num_rows); rowStart += ROWS_OF_A_GROUP)
    yield parquetReadObjects({
      file: buffer,
      metadata,
      rowStart,
      rowEnd: rowStart + ROWS_OF_A_GROUP,
      parsers: { timestampFromMicroseconds: (micros) => micros },
    });
}
