/** CSV files as people bring them: several encodings, separators and line breaks, and damage of every kind. */
export { csvRecords, delimiterOf, isDamaged, type CsvRecord } from './csv-records.ts';
export { decodeText } from './decode-text.ts';
export { readCsvFile, type FileRecord } from './read-csv-file.ts';
export { dayOf, readDay, readMoney } from './read-figures.ts';
