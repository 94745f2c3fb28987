import { describe, expect, test } from 'vitest';
import { openTable, type TableRow } from '#server/platform/tables/index.ts';
import type { TableProblem } from '#shared/api/tables.ts';
import { sharedTexts, sheetOf, workbook } from '../fixtures/workbooks.ts';

const MIB = 1024 * 1024;
const SHEET = 'xl/worksheets/sheet1.xml';
const START = '<worksheet><sheetData>';
const END = '</sheetData></worksheet>';

async function read(bytes: Uint8Array): Promise<TableRow[] | TableProblem> {
  const table = await openTable({ bytes });
  return typeof table === 'string' ? table : Array.fromAsync(table.rows());
}
const cellsOf = async (bytes: Uint8Array) => {
  const rows = await read(bytes);
  return typeof rows === 'string' ? rows : rows.map(({ line, cells, fault }) => [line, fault, ...cells]);
};

describe('a workbook that unpacks to too much', () => {
  test('is refused by what its archive says, in its sheet, its texts or all parts together', async () => {
    const spaces = (count: number) => `${START}${' '.repeat(count)}${END}`;
    // A bomb: a thousand to one.
    expect(await read(workbook([], { sheet: spaces(64 * MIB) }))).toBe('workbook-size');
    expect(await read(workbook([['a']], { shared: sharedTexts(['x'.repeat(64 * MIB)]) }))).toBe(
      'workbook-size',
    );
    const many = Array.from({ length: 2_100 }, (_, at) => ({ name: `x/${at}`, content: Buffer.from('x') }));
    expect(await read(workbook([['a']], { more: many }))).toBe('workbook-size');
  });

  test('is refused by the texts that its cells share, however short each is', async () => {
    // Not packed tightly: each text is another one. Empty ones take memory, too.
    const words = Array.from(
      { length: 300_000 },
      (_, at) => `${(at * 2_654_435_761) % 4_294_967_296} ${'ab'.repeat(60)}`,
    );
    expect(await read(workbook([['a']], { shared: sharedTexts(words) }))).toBe('workbook-size');
    const empty = `<sst>${Array.from({ length: 2_200_000 }, (_, at) => `<si a="${(at * 48_271) % 2_147_483_647}"/>`).join('')}</sst>`;
    expect(await read(workbook([['a']], { shared: empty }))).toBe('workbook-size');
  });

  test('is cut where it holds more than its archive says', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [`${at}`, `${at * 7}`]);
    const small = workbook(rows, { entry: (name) => (name === SHEET ? { saysBytes: 1_000 } : {}) });
    const found = await read(small);
    if (typeof found === 'string') throw new Error(found);
    expect(found.at(-1)).toMatchObject({ fault: 'damaged' });
    expect(found.length).toBeLessThan(100);
  });
});

describe('a workbook with a trap', () => {
  test.each([
    [
      'an entity of its own',
      `<!DOCTYPE a [<!ENTITY b "c">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row>${END}`,
    ],
    ['entities within entities', `<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]>${START}${END}`],
    [
      'a file of the server',
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${START}<row><c><v>&b;</v></c></row>${END}`,
    ],
    ['an entity that is declared nowhere', `${START}<row><c><v>&b;</v></c></row>${END}`],
  ])('such as %s ends with a damaged row', async (_, sheet) => {
    expect(await cellsOf(workbook([], { sheet }))).toEqual([[expect.any(Number), 'damaged']]);
  });

  test('in the parts that lead to its sheet is damaged as a whole', async () => {
    const shared = '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>';
    expect(await read(workbook([['a']], { shared }))).toBe('workbook');
    const twice = [{ name: SHEET, content: Buffer.from(sheetOf([['b']])) }];
    expect(await read(workbook([['a']], { more: twice }))).toBe('workbook');
    expect(await read(workbook([['a']]).subarray(0, 200))).toBe('workbook');
    const encrypted = workbook([['a']], { entry: () => ({ encrypted: true }) });
    expect(await read(encrypted)).toBe('workbook');
  });

  test('nested very deeply is read to its end, and one that is torn ends with a damaged row', async () => {
    const deep = `${START}${'<x>'.repeat(20_000)}${'</x>'.repeat(20_000)}<row><c><v>1</v></c></row>${END}`;
    expect(await cellsOf(workbook([], { sheet: deep }))).toEqual([[1, null, '1']]);
    const torn = `${START}<row><c><v>1</v></c></row>`;
    expect(await cellsOf(workbook([], { sheet: torn }))).toEqual([
      [1, null, '1'],
      [2, 'damaged'],
    ]);
  });
});

describe('a sheet', () => {
  test('with a dimension that lies is read by its cells', async () => {
    const sheet = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row>${END}`;
    expect(await cellsOf(workbook([], { sheet }))).toEqual([[1, null, '1']]);
  });

  test('with rows far apart has those that are filled, by their numbers', async () => {
    const sheet = `${START}<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="C1048576"><v>2</v></c></row><row r="9999999999999999"><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row>${END}`;
    expect(await cellsOf(workbook([], { sheet }))).toEqual([
      [1, null, '1'],
      [1_048_576, null, '', '', '2'],
      // A number that cannot be, and one that goes back: the next one.
      [1_048_577, null, '3'],
      [1_048_578, null, '4'],
    ]);
  });

  test('with a cell far to the right refuses its row, unless it is empty', async () => {
    const sheet = `${START}<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row><c r="A2"><v>3</v></c><c r="XFD2"/></row><row><c r="ZZZZ1"><v>4</v></c></row>${END}`;
    expect(await cellsOf(workbook([], { sheet }))).toEqual([
      [1, 'row-too-long', '1'],
      [2, null, '3'],
      [3, null, '4'],
    ]);
  });

  test('with a cell of too many letters refuses its row', async () => {
    const letters = Array.from({ length: 300_000 }, (_, at) =>
      String.fromCharCode(97 + ((at * 48_271) % 26)),
    ).join('');
    const found = await cellsOf(workbook([[letters], ['b']]));
    if (typeof found === 'string') throw new Error(found);
    expect(found.map(([line, fault]) => [line, fault])).toEqual([
      [1, 'row-too-long'],
      [2, null],
    ]);
  });

  test('that counts days from 1904 has the days that it shows', async () => {
    const dated = (days: number) => [[{ xml: `<c s="1"><v>${days}</v></c>` }]];
    const formats = ['dd.mm.yyyy'];
    expect(await cellsOf(workbook(dated(46_350), { formats }))).toEqual([[1, null, '24.11.2026']]);
    expect(await cellsOf(workbook(dated(44_888), { formats, is1904: true }))).toEqual([
      [1, null, '24.11.2026'],
    ]);
  });

  test('with percents, marks of characters and a text that is nowhere shows what is seen, or is damaged', async () => {
    const sheet = `${START}<row><c s="1"><v>0.125</v></c><c t="inlineStr"><is><t>a_x0041_</t></is></c></row><row><c t="s"><v>7</v></c></row><row><c t="s"><v>-1</v></c></row>${END}`;
    expect(await cellsOf(workbook([], { sheet, formats: ['0.0%'], shared: sharedTexts(['b']) }))).toEqual([
      [1, null, '12.5%', 'aA'],
      [2, 'damaged', '\uFFFD'],
      [3, 'damaged', '\uFFFD'],
    ]);
  });
});
