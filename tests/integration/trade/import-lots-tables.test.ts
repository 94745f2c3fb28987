import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLotsRepository } from '#server/domains/trade/lots/index.ts';
import { runImportLotsCommand } from '#server/domains/trade/lots/import/import-command.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { GOOD, lotTables, type LotTables } from '../../fixtures/lot-tables.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { encoded } from '../../fixtures/statement-files.ts';
import { workbook } from '../../fixtures/workbooks.ts';

let database: TestDatabase;
let tables: LotTables;
beforeAll(async () => {
  database = await testDatabase();
  tables = await lotTables();
});
afterAll(async () => {
  await tables.remove();
  await database.close();
});
beforeEach(() => database.pool.query('delete from lot'));

async function run(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await runImportLotsCommand([...args, '--start-at', '2040-03-05T10:00:00+05:00', '--json'], {
    installed: false,
    lots: createLotsRepository(database.db),
    reference: createReferenceService(createReferenceRepository(database.db)),
    out: { line: (text) => lines.push(text), error: (text) => errors.push(text) },
  });
  return { code, lines, errors, report: JSON.parse(code === 0 ? lines.at(-1)! : 'null') };
}
const stored = async () =>
  (
    await database.pool.query(
      'select outside_id as id, start_price_tiyin::int as price, latitude, longitude from lot order by id',
    )
  ).rows;

type Row = Record<keyof typeof GOOD, string>;
const SHEET: Row = { ...GOOD, title: 'Yer uchastkasi' };
const textOf = (rows: readonly Row[], sign = ';'): string =>
  [Object.keys(GOOD), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.join(sign)}\r\n`)
    .join('');
const LOT = { id: 'e-auksion:100', price: 100_055, latitude: 43.06, longitude: 58.76 };

describe('a table of lots as spreadsheets save it', () => {
  test.each([
    ['sep=, empty rows and notes below', `sep=;\r\n${textOf([SHEET])}${';'.repeat(18)}\r\nJami: 1;\r\n`],
    ['a last sign on each row', textOf([SHEET]).replaceAll('\r\n', ';\r\n').replace(';\r\n', '\r\n')],
    ['bars', textOf([SHEET], '|')],
    [
      'heads in other letters',
      textOf([SHEET]).replace('lot_id', 'Lot ID').replace('geo_lat', 'GEO_LAT\u00A0'),
    ],
    [
      'a count of rows before it',
      textOf([SHEET]).replace('lot_id', ';lot_id').replace('\r\n100', '\r\n0;100'),
    ],
    ['a number that is marked as a text', textOf([{ ...SHEET, lot_id: '="100"' }])],
    [
      'marks of direction',
      textOf([
        {
          ...SHEET,
          lot_id: '\u202A100\u202C',
          start_price: '\u202A1000,55\u202C',
          region: '\u200Euz\u2011qr',
        },
      ]),
    ],
    [
      'decimal commas',
      textOf([{ ...SHEET, start_price: '1 000,55 soʼm', geo_lat: '43,06', geo_lon: '58,76' }]),
    ],
    ['a pair of coordinates', textOf([{ ...SHEET, geo_lat: '43,06, 58,76', geo_lon: '' }])],
    [
      'words in Cyrillic',
      textOf([
        {
          ...SHEET,
          auction_method: 'Аукцион',
          auction_style: 'Ошириб бориш',
          auction_type: 'Очиқ',
          is_descending: 'ЙЎҚ',
        },
      ]),
    ],
  ])('is read with %s', async (_, text) => {
    const { report, errors } = await run(await tables.raw(text));
    expect([errors, report?.refusedRows]).toEqual([[], []]);
    expect(await stored()).toEqual([LOT]);
  });

  test('is read as a workbook, whose numbers and days are no texts', async () => {
    const day = (Date.UTC(2026, 3, 30, 10) - Date.UTC(1899, 11, 30)) / 86_400_000;
    const cells = Object.entries(SHEET).map(([name, text]) =>
      name === 'start_time'
        ? { xml: `<c s="1"><v>${day}</v></c>` }
        : /^\d+(\.\d+)?$/.test(text)
          ? Number(text)
          : text,
    );
    const bytes = workbook([Object.keys(GOOD), cells], { formats: ['dd.mm.yyyy hh:mm'] });
    const { report } = await run(await tables.raw(bytes));
    expect(report).toMatchObject({ loaded: 1, refused: 0 });
    expect(await stored()).toEqual([LOT]);
  });

  test('is read in the letters of its encoding, or refused as a whole where they cannot be recognised', async () => {
    const title = 'Бўш ер участкаси шаҳар марказида'.replace(/[ўҳ]/g, 'у');
    for (const encoding of ['windows-1251', 'ibm866', 'koi8-r'] as const) {
      await run(
        await tables.raw(
          encoded(textOf([{ ...SHEET, title, address: 'Навоий кучаси' }]).replaceAll('`', "'"), encoding),
        ),
      );
      const { rows } = await database.pool.query(`select title ->> 'ru' as title from lot`);
      expect(rows).toEqual([{ title }]);
      await database.pool.query('delete from lot');
    }
    const bytes = Buffer.from(textOf([{ ...SHEET, title: 'Q', address: 'A' }]), 'latin1');
    bytes[bytes.lastIndexOf('Q;')] = 0x8e;
    const unknown = await run(await tables.raw(bytes));
    expect([unknown.code, unknown.errors[0]]).toEqual([1, expect.stringContaining('cannot be recognised')]);
    const old = await run(await tables.raw(Buffer.from('d0cf11e0a1b11ae1', 'hex')));
    expect([old.code, old.errors[0]]).toEqual([1, expect.stringContaining('save it as XLSX')]);
  });
});

test('what can be read in two ways, or not at all, is refused with its reason', async () => {
  const { report } = await run(
    await tables.raw(
      textOf([
        { ...SHEET, start_price: '1,250' },
        { ...SHEET, geo_lat: '43,06', geo_lon: '' },
        { ...SHEET, geo_lat: 'shimol' },
        { ...SHEET, title: 'Er\u0000kin' },
        { ...SHEET, lot_id: '101' },
      ]) + '102;"ochiq\r\n',
    ),
  );
  expect(
    report.refusedRows.map((row: { line: number; reasons: string[] }) => [row.line, ...row.reasons]),
  ).toEqual([
    [2, 'price'],
    [3, 'coordinates'],
    [4, 'coordinates'],
    [5, 'damaged'],
    [7, 'quote'],
  ]);
  expect(report.loaded).toBe(1);
});

test('refused rows are written to a file with their reasons, and are loaded when they are mended', async () => {
  const csv = await tables.raw(
    textOf([
      SHEET,
      { ...SHEET, lot_id: '7', start_price: 'besh' },
      { ...SHEET, lot_id: '8', is_descending: '1' },
    ]),
  );
  const file = path.join(tables.folder, 'refused.csv');
  expect((await run(csv, '--refused', file)).report).toMatchObject({ loaded: 1, refused: 2 });
  const text = await readFile(file, 'utf8');
  expect(text.split('\r\n')[0]).toBe(`\uFEFF${Object.keys(GOOD).join(';')};refusal_reason`);
  expect(text).toContain('3: the start price is no positive sum');
  const again = await run(file);
  expect(again.report).toMatchObject({ rows: 2, loaded: 0, refused: 2 });
  const mended = await tables.raw(text.replace('besh', '1000'));
  expect((await run(mended)).report).toMatchObject({ loaded: 1, refused: 1 });
  expect((await run('--synthetic', '5', '--refused', file)).code).toBe(2);
});
