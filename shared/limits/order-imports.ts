import { TABLE_PROBLEMS } from '../api/tables.ts';

const MIB = 1024 * 1024;

/** Bounds of a file of lots and of the archive of its photos. */
export const ORDER_IMPORT_LIMITS = {
  fileBytes: 64 * MIB,
  photosBytes: 2 * 1024 * MIB,
  /** Rows of lots in one file. */
  rows: 50_000,
  /** Files in the archive. */
  photoFiles: 200_000,
  /** Letters of the number that the organisation gives its lot. */
  number: 60,
} as const;

/** What a column of a file of lots may hold; besides, `fact:<code>` is a field that a category asks for. */
export const IMPORT_COLUMNS = [
  'number',
  'category',
  'startPrice',
  'title',
  'titleUz',
  'titleRu',
  'description',
  'descriptionUz',
  'descriptionRu',
  'extraDescription',
  'ownerType',
  'orderType',
  'tradeType',
  'ruleSet',
  'categoryType',
  'propertyType',
  'quantity',
  'unit',
  'region',
  'area',
  'address',
  'addressUz',
  'addressRu',
  'latitude',
  'longitude',
  'phone',
  'extraPhone',
  'email',
  'tenure',
  'rentMonths',
  'estimatedPrice',
  'belowEstimate',
  'stayDays',
  'paymentDays',
  'instalmentMonths',
  'firstPart',
  'depositPercent',
  'minParticipants',
  'opensAt',
  'closesAt',
  'announcedOn',
  'bankName',
  'account',
  'mfo',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Without these no row can become an order. */
export const NEEDED_IMPORT_COLUMNS = [
  'number',
  'startPrice',
  'category',
] as const satisfies readonly ImportColumn[];

/** Columns of a file of lots that staff are asked about; a wider one is no table of lots. */
export const IMPORT_COLUMNS_MAX = 500;

/** Why a file as a whole is no table of lots. */
export const IMPORT_FILE_PROBLEMS = [
  ...TABLE_PROBLEMS,
  'no-header',
  'missing-columns',
  'no-rows',
  'too-many-rows',
] as const;
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
  'not-coordinates',
  'account-not-of-profile',
  'contact-not-of-profile',
  'category-removed',
  'area-removed',
  'seller-gone',
  'seller-role',
  'seller-profile',
  'seller-under-age',
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
