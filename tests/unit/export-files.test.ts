import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCsv } from '#server/domains/content/exports/write-csv.ts';
import { writeXlsx } from '#server/domains/content/exports/write-xlsx.ts';
import type { ExportColumn, ExportRow } from '#server/platform/modules/index.ts';
import { unzipped } from '../fixtures/unzipped.ts';

type Row = Record<string, string | number | null>;

function table(heads: string[], rows: Row[], kinds: Partial<Record<string, ExportColumn['kind']>> = {}) {
  const columns = heads.map((key) => ({ key, head: 'actions:column.code', kind: kinds[key] ?? 'text' }));
  async function* batches() {
    for (const [id, row] of rows.entries()) yield [{ ...row, id } as ExportRow];
  }
  return { title: "'Roʻyxat: [x] _x0041_'", heads, columns: columns as ExportColumn[], batches: batches() };
}

async function xlsxOf(...given: Parameters<typeof table>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of writeXlsx(table(...given))) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function csvOf(...given: Parameters<typeof table>): Promise<string> {
  let text = '';
  for await (const part of writeCsv(table(...given))) text += part;
  return text;
}

/** As Excel does it with a file that was written for another separator: a quote counts at the begin of a cell only. */
function splitAt(separator: string, csv: string): string[] {
  return parse(csv, {
    delimiter: separator,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
  }).flat();
}

const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

describe('a list as CSV', () => {
  test('has every cell in quotes, heads too, with a comma in sums', async () => {
    const rows: Row[] = [
      { name: 'a;b', sum: 1_205, none: null },
      { name: '', sum: -5, none: 'x' },
    ];
    expect(await csvOf(['name', 'sum', 'none'], rows, { sum: 'money' })).toBe(
      '\uFEFF"name";"sum";"none"\r\n"a;b";"12,05";""\r\n"";"-0,05";"x"\r\n',
    );
  });

  test('has no formula for a spreadsheet that splits at another sign', async () => {
    const part = fc.constantFrom(...'=+-@;,"\t\r\n ab1'.split(''), '\uFF1D', '=1+1', ';=', ',"=');
    const words = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(words, words, words, async (first, second, head) => {
        const csv = await csvOf([head, 'b'], [{ [head]: first, b: second }]);
        for (const separator of [';', ',', '\t'])
          expect(splitAt(separator, csv).filter((cell) => FORMULA.test(cell))).toEqual([]);
      }),
    );
  });

  test.each([
    ['x;=1+1', "x;'=1+1"],
    ['x,"=1+1', 'x,"\'=1+1'],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['uy, -5 daraja; 12-uy', 'uy, -5 daraja; 12-uy'],
  ])('%j is written as %j', async (text, written) => {
    const rows = parse(await csvOf(['a'], [{ a: text }]), { delimiter: ';', bom: true });
    expect(rows).toEqual([['a'], [written]]);
  });
});

const ESCAPED = [
  'scan_x0041_1.pdf',
  '_x0041_x0042_',
  '_x005F_x0041_',
  '_X00e9_',
  '_x12_ _xZZZZ_',
  'Ҳужжат № 5 & <b> "oʻz"',
  '  space  ',
  '00444',
  '=1+1',
  'a\nb',
];

/** Texts of the cells by their places, as ECMA-376 says they are read. */
function cellsOf(archive: Buffer): Map<string, string> {
  const sheet = unzipped(archive, 'xl/worksheets/sheet1.xml');
  const cells = sheet.matchAll(
    /<c r="([A-Z]+\d+)"[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
  );
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
  return new Map(
    [...cells].map(([, place, text, value]) => [
      place!,
      (text ?? value)!
        .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity]!)
        .replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    ]),
  );
}

describe('a list as a spreadsheet', () => {
  test('has the places of rows and cells written out', async () => {
    const heads = Array.from({ length: 54 }, (_, i) => `h${i}`);
    const archive = await xlsxOf(heads, [{ h0: 'a', h26: null, h53: 'b' }, { h27: 'c' }]);
    const cells = cellsOf(archive);
    expect([cells.get('A1'), cells.get('Z1'), cells.get('AA1'), cells.get('BB1')]).toEqual([
      'h0',
      'h25',
      'h26',
      'h53',
    ]);
    expect([cells.get('A2'), cells.has('AA2'), cells.get('BB2'), cells.get('AB3')]).toEqual([
      'a',
      false,
      'b',
      'c',
    ]);
    const rows = unzipped(archive, 'xl/worksheets/sheet1.xml').match(/<row r="\d+">/g);
    expect(rows).toEqual(['<row r="1">', '<row r="2">', '<row r="3">']);
  });

  test.each(ESCAPED)('has the text %j as a cell and as a head', async (text) => {
    const cells = cellsOf(await xlsxOf([text, 'b'], [{ [text]: text, b: 'b' }]));
    expect([cells.get('A1'), cells.get('A2')]).toEqual([text, text]);
  });

  test('has every text of escapes and signs', async () => {
    const part = fc.constantFrom('_', 'x', 'X', '0041', '005F', '_x0041_', '&', '<', 'a', ' ');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 9 }), async (parts) => {
        const text = parts.join('');
        expect(cellsOf(await xlsxOf(['a'], [{ a: text }])).get('A2')).toBe(text);
      }),
    );
  });

  test('names its sheet as spreadsheets allow it', async () => {
    const book = unzipped(await xlsxOf(['a'], []), 'xl/workbook.xml');
    expect(book).toContain('<sheet name="Roʻyxat   x  _x005F_x0041_" ');
  });

  const office = ['/usr/bin/soffice', '/usr/bin/localc'].find((path) => existsSync(path));
  test.skipIf(!office)('is read by LibreOffice with the same texts', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'savdo-office-'));
    try {
      const rows = ESCAPED.map((text) => ({ a: text, b: null, _x0041_: text }));
      writeFileSync(join(folder, 'list.xlsx'), await xlsxOf(['a', 'b', '_x0041_'], rows));
      // Commas, quotes around texts, UTF-8.
      const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false';
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      execFileSync(office!, [
        '--headless',
        profile,
        '--convert-to',
        filter,
        '--outdir',
        folder,
        join(folder, 'list.xlsx'),
      ]);
      expect(parse(readFileSync(join(folder, 'list.csv')), { bom: true })).toEqual([
        ['a', 'b', '_x0041_'],
        ...ESCAPED.map((text) => [text, '', text]),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
