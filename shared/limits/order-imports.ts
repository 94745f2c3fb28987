const MIB = 1024 * 1024;

/** Bounds of a file of lots and of the archive of its photos. */
export const ORDER_IMPORT_LIMITS = {
  csvBytes: 64 * MIB,
  photosBytes: 2 * 1024 * MIB,
  /** Rows of lots in one file. */
  rows: 50_000,
  /** Files in the archive. */
  photoFiles: 200_000,
  /** Letters of the number that the organisation gives its lot. */
  number: 60,
} as const;

/** Why a file as a whole is no table of lots. */
export const IMPORT_FILE_PROBLEMS = [
  'empty',
  'no-header',
  'missing-columns',
  'no-rows',
  'too-many-rows',
] as const;
export type ImportFileProblem = (typeof IMPORT_FILE_PROBLEMS)[number];

/** Why a row cannot be read, or its seller may not sell: besides the problems of orders. */
export const IMPORT_ROW_PROBLEMS = [
  'cells',
  'quote',
  'damaged',
  'row-too-long',
  'unfinished',
  'no-number',
  'number-too-long',
  'repeated-number',
  'not-a-sum',
  'not-a-date',
  'category-removed',
  'area-removed',
  'seller-gone',
  'seller-role',
  'seller-profile',
  'seller-offer',
  'seller-barred',
  'seller-owes',
  'changed-meanwhile',
] as const;
export type ImportRowProblem = (typeof IMPORT_ROW_PROBLEMS)[number];

/** Why a file of the archive is not added: besides the refusals of uploads. */
export const IMPORT_PHOTO_PROBLEMS = [
  'no-folder',
  'no-lot',
  'unsafe-name',
  'not-a-file',
  'encrypted-entry',
  'packed-too-much',
  'too-many-files',
] as const;
export type ImportPhotoProblem = (typeof IMPORT_PHOTO_PROBLEMS)[number];
