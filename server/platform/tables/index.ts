/** Tables as people bring them: CSV in several encodings and shapes, and XLSX, with damage of every kind. */
export { isDamaged } from './cells.ts';
export { decodeText } from './encodings.ts';
export { fitted, headWord, placesOf, REASON_HEAD } from './heads.ts';
export { encodingOf, isWorkbook, openTable, type Table } from './open-table.ts';
export { dayOf, readDay, readMoney } from './read-figures.ts';
export { refusedRowsFile } from './refused-rows.ts';
export type { TableRow } from './table-row.ts';
export { chunksOf } from './table-source.ts';
export { xmlEvents } from './xml-events.ts';
