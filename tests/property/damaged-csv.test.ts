import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTable, type TableRow } from '#server/platform/tables/index.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { csvOf } from '../fixtures/order-imports-app.ts';

const RUNS = COMPLETE ? 2_000 : 150;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'damaged-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** No rows: the file is refused as a whole. */
async function read(bytes: Uint8Array): Promise<TableRow[]> {
  const file = path.join(folder, 'table.csv');
  await writeFile(file, bytes);
  const table = await openTable({ file });
  return typeof table === 'string' ? [] : Array.fromAsync(table.rows());
}

/** Cells as people write them: line breaks, quotes, separators, and letters of every alphabet in use. */
const cell = fc.oneof(
  fc.stringMatching(/^[A-Za-zА-Яа-яʻ0-9;,."]{1,12}$/u),
  fc.constantFrom('ikki\nqator', 'a "b" c', '"', '1 250,50', 'Oʻzbekiston; Toshkent'),
);
const table = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 12 });
const HEADS = ['number', 'title', 'category', 'start_price'];
const textOf = (rows: readonly (readonly string[])[], sign: string) =>
  csvOf(
    rows.map((row) => Object.fromEntries(HEADS.map((head, at) => [head, row[at]!]))),
    sign,
  );

test('a whole table is read as it was written, in each encoding and with each separator', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('utf8', 'utf16le'),
      async (rows, sign, encoding) => {
        const text = textOf(rows, sign);
        const records = await read(
          Buffer.from(encoding === 'utf8' ? text : `\uFEFF${text}`, encoding as BufferEncoding),
        );
        expect(records.map(({ fault }) => fault)).toEqual([null, ...rows.map(() => null)]);
        expect(records.slice(1).map(({ cells }) => cells)).toEqual(
          rows.map((row) => row.map((each) => each.trim())),
        );
      },
    ),
    { numRuns: RUNS, seed: 7 },
  );
});

test('a table that is cut anywhere gives its first rows and never a part of one', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.double({ min: 0, max: 1, noNaN: true }), async (rows, share) => {
      const bytes = Buffer.from(textOf(rows, ';'));
      const records = await read(bytes.subarray(0, Math.floor(bytes.length * share)));
      const whole = records.slice(1).filter(({ fault }) => fault === null);
      // Nothing of a row that was cut is taken for a row.
      expect(whole.map(({ cells }) => cells)).toEqual(
        rows.slice(0, whole.length).map((row) => row.map((each) => each.trim())),
      );
      expect(records.slice(1 + whole.length).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: RUNS, seed: 11 },
  );
});

test('bytes of any kind are read to their end without an error, every line in one record or empty', async () => {
  const damage = fc.tuple(
    table,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(0x22, 0x00, 0xff, 0x0a, 0x0d, 0x3b, 0xd0)), { maxLength: 6 }),
  );
  const damaged = damage.map(([rows, hits]) => {
    const bytes = Buffer.from(textOf(rows, ';'));
    for (const [at, byte] of hits) bytes[at % bytes.length] = byte;
    return bytes;
  });
  let wholeRows = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        damaged,
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      ),
      async (bytes) => {
        const records = await read(bytes);
        let last = 0;
        for (const { line, lastLine } of records) {
          expect(line).toBeGreaterThan(last);
          expect(lastLine).toBeGreaterThanOrEqual(line);
          last = lastLine;
        }
        // What is not read has a reason, and what is read holds no letter that cannot be.
        const whole = records.filter(({ fault }) => fault === null);
        const letters = whole.flatMap(({ cells }) => cells).join('');
        for (const bad of ['\0', '\uFFFD']) expect(letters).not.toContain(bad);
        wholeRows += whole.length;
      },
    ),
    { numRuns: RUNS, seed: 13 },
  );
  expect(wholeRows).toBeGreaterThan(RUNS);
});
