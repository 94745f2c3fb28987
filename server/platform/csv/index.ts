/** CSV files as people bring them: several encodings, separators and line breaks, and damage of every kind. */
export { decodeText } from './decode-text.ts';
export { readCsvFile, type FileRecord } from './read-csv-file.ts';
