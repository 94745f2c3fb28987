import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { tiyinToSum } from '#shared/money/money.ts';
import { DAY_MS, TASHKENT_OFFSET_MS } from '#shared/time/tashkent.ts';
import type { ExportColumn, ExportValue } from '#server/platform/modules/index.ts';
import type { ExportTable } from './export-table.ts';

/** ECMA-376: days are counted from the end of 1899, which is so many days before 1970. */
const EPOCH_DAYS = 25_569;
/** A cell of a spreadsheet holds no more. */
const CELL_MAX = 32_767;
/** Excel refuses longer sheet names, these characters in them, and plain apostrophes at their ends. */
const SHEET_NAME_MAX = 31;
const sheetName = (title: string): string =>
  title
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .slice(0, SHEET_NAME_MAX)
    .replaceAll(/^[' ]+|[' ]+$/g, '');

const WIDTHS: Record<ExportColumn['kind'], number> = { text: 32, number: 12, money: 20, time: 20, day: 12 };
/** Places in `cellXfs` of the styles below. */
const STYLES = { text: 0, number: 0, head: 1, money: 2, time: 3, day: 4 } as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Not allowed in XML 1.0 in any spelling. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** Readers take `_x0041_` for an escaped A, some whatever its four letters are: the first sign of such a text is escaped. */
const LIKE_ESCAPE = /_(?=x.{4}_)/gis;
const escaped = (text: string): string =>
  text
    .slice(0, CELL_MAX)
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(LIKE_ESCAPE, '_x005F_')
    .replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter]!);

/** `A`, `Z`, `AA` … @param at from 0 */
function columnName(at: number): string {
  const rest = Math.trunc(at / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCodePoint(65 + (at % 26));
}

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const numberCell = (place: string, value: number, style: number): string =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

const dayNumber = (ms: number): number => ms / DAY_MS + EPOCH_DAYS;

/** Texts are text cells, so that a spreadsheet evaluates no formula in what people wrote. Times are Tashkent's. */
function cell(place: string, value: ExportValue | undefined, kind: ExportColumn['kind']): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return numberCell(place, dayNumber(value.getTime() + TASHKENT_OFFSET_MS), STYLES.time);
  switch (kind) {
    case 'money':
      return numberCell(place, tiyinToSum(Number(value)), STYLES.money);
    case 'number':
      return numberCell(place, Number(value), STYLES.number);
    case 'day':
      return numberCell(place, dayNumber(Date.parse(`${value}T00:00:00Z`)), STYLES.day);
    default:
      return textCell(place, String(value), STYLES.text);
  }
}

/** Places are written out: some readers refuse a row or a cell without one. @param row from 1 */
const rowXml = (row: number, cells: (place: (at: number) => string) => readonly string[]): string =>
  `<row r="${row}">${cells((at) => `${columnName(at)}${row}`).join('')}</row>`;

async function* sheetXml({ heads, columns, batches }: ExportTable): AsyncGenerator<string> {
  const widths = columns.map(
    ({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  );
  let rowCount = 1;
  yield (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>` +
    rowXml(rowCount, (place) => heads.map((head, at) => textCell(place(at), head, STYLES.head)))
  );
  for await (const rows of batches) {
    const part = rows.map((row) =>
      rowXml((rowCount += 1), (place) => columns.map(({ key, kind }, at) => cell(place(at), row[key], kind))),
    );
    if (part.length > 0) yield part.join('');
  }
  yield '</sheetData></worksheet>';
}

const PARTS: Readonly<Record<string, (title: string) => string>> = {
  '[Content_Types].xml': () =>
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': () =>
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': (title) =>
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    `<sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': () =>
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': () =>
    `<styleSheet xmlns="${MAIN}"><numFmts count="2">` +
    '<numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm:ss"/>' +
    '<numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    [4, 164, 165]
      .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
      .join('') +
    '</cellXfs></styleSheet>',
};

/** An Office Open XML workbook of one sheet, written while it is sent: memory holds a batch of rows. */
export function writeXlsx(table: ExportTable): Readable {
  const archive = new ZipFile();
  for (const [name, part] of Object.entries(PARTS))
    archive.addBuffer(Buffer.from(DECLARATION + part(table.title)), name);
  const sheet = Readable.from(sheetXml(table), { objectMode: false, highWaterMark: 64 * 1024 });
  const file = archive.outputStream as Readable;
  // The archive does not hear of a sheet that ends early, nor the sheet of a reader who leaves.
  sheet.once('error', (error) => file.destroy(error));
  file.once('close', () => sheet.destroy());
  archive.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  archive.end();
  return file;
}
