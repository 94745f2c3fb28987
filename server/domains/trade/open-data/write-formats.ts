import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { OPEN_DATA_FORMATS, type OpenDataFormat } from '#shared/open-data/open-data-files.ts';
import { RESULT_COLUMNS, type ResultColumn, type ResultRow } from '#shared/open-data/result-row.ts';

interface WrittenFile {
  format: OpenDataFormat;
  file: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** Rows of a group of Parquet: what a reader takes at once. */
const ROWS_OF_A_GROUP = 50_000;

type ParquetSchema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type SchemaElement = ParquetSchema[number];

function schemaElement({ name, type, nullable }: ResultColumn): SchemaElement {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  if (type === 'integer') return { name, type: 'INT64', repetition_type };
  if (type === 'instant') return { name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type };
  if (type === 'day') return { name, type: 'INT32', converted_type: 'DATE', repetition_type };
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type };
}

const PARQUET_SCHEMA: ParquetSchema = [
  { name: 'results', num_children: RESULT_COLUMNS.length },
  ...RESULT_COLUMNS.map(schemaElement),
];

function parquetValue({ type }: ResultColumn, value: ResultRow[keyof ResultRow]): unknown {
  if (value === null) return undefined;
  if (type === 'integer') return BigInt(value);
  return type === 'instant' || type === 'day' ? new Date(value) : value;
}

/** Writes rows in the order they come, batch by batch, into one file of each format. */
export interface FormatWriter {
  add(rows: readonly ResultRow[]): Promise<void>;
  finish(): Promise<{ rows: number; files: WrittenFile[] }>;
}

/** @param folder in which the files are made */
export async function openFormats(folder: string): Promise<FormatWriter> {
  const fileOf = (format: OpenDataFormat): string => path.join(folder, `results.${format}`);
  const parquet = new ParquetWriter({ writer: fileWriter(fileOf('parquet')), schema: PARQUET_SCHEMA });
  let group: ResultRow[] = [];
  let total = 0;
  const names = RESULT_COLUMNS.map(({ name }) => name);
  await writeFile(fileOf('jsonl'), '');
  await writeFile(fileOf('csv'), stringify([names]));

  async function writeGroup(): Promise<void> {
    await parquet.write({
      columnData: RESULT_COLUMNS.map((column) => ({
        name: column.name,
        data: group.map((row) => parquetValue(column, row[column.name])),
      })),
      rowGroupSize: ROWS_OF_A_GROUP,
    });
    group = [];
  }

  return {
    async add(rows) {
      if (rows.length === 0) return;
      total += rows.length;
      const inOrder = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
      await appendFile(fileOf('jsonl'), inOrder.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await appendFile(fileOf('csv'), stringify(rows.map((row) => names.map((name) => row[name]))));
      group.push(...rows);
      if (group.length >= ROWS_OF_A_GROUP) await writeGroup();
    },
    async finish() {
      await writeGroup();
      await parquet.finish();
      const files = await Promise.all(
        OPEN_DATA_FORMATS.map(async (format) => {
          const file = fileOf(format);
          const digest = createHash('sha256');
          await pipeline(createReadStream(file), digest);
          return { format, file, bytes: (await stat(file)).size, sha256: digest.digest('hex') };
        }),
      );
      return { rows: total, files };
    },
  };
}
