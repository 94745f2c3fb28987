/** Tables as people bring them: CSV in several encodings and shapes, and XLSX, with damage of every kind. */
export { isDamaged } from './cells.ts';
export { decodeText } from './encodings.ts';
export { headWord, placesOf, tableHeads, type TableHeads } from './heads.ts';
export { withoutNotes } from './notes.ts';
export { encodingOf, isWorkbook, openTable, type Table } from './open-table.ts';
export {
  dayOf,
  readCount,
  readDay,
  readDecimal,
  readInstant,
  readMoney,
  readPercent,
} from './read-figures.ts';
export { readYesOrNo } from './read-words.ts';
export { refusedRowsFile } from './refused-rows.ts';
export type { TableRow } from './table-row.ts';
export { chunksOf } from './table-source.ts';
export { xmlEvents } from './xml-events.ts';
