import { z } from 'zod';
import { IMPORTED_ROW_STATES } from '../../lifecycles/imported-row.ts';
import { ORDER_IMPORT_STATES } from '../../lifecycles/order-import.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_PROBLEMS,
  IMPORT_PHOTO_PROBLEMS,
  IMPORT_ROW_PROBLEMS,
} from '../../limits/order-imports.ts';
import { ORDER_FIELD_NAMES } from '../../orders/order-fields.ts';
import { ORDER_PROBLEMS } from '../../orders/problem-codes.ts';
import { contract } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { FILE_REFUSALS } from './files.ts';
import { documentToSignSchema, SIGNATURE_REFUSALS, signedAnswerSchema } from './signatures.ts';
import { accessOf } from '../console/staff-rights.ts';
import { refusedRowsSchema } from '../tables.ts';

const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() } as const;

/** One thing that is wrong with a row. */
const rowProblemSchema = z.object({
  /** Head of the column as the file writes it; null: the row as a whole, or a field that the file has no column for. */
  column: z.string().nullable(),
  /** Of the order; null: not about one. */
  field: z.enum(ORDER_FIELD_NAMES).nullable(),
  problem: z.enum([...ORDER_PROBLEMS, ...IMPORT_ROW_PROBLEMS]),
  part: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ImportedRowProblem = z.infer<typeof rowProblemSchema>;

const rowSchema = z.object({
  /** First and last line of the file, from 1. */
  line: z.int(),
  lastLine: z.int(),
  /** As the organisation numbers it; empty where it cannot be read. */
  number: z.string(),
  title: z.string(),
  priceTiyin: z.int().nullable(),
  state: z.enum(IMPORTED_ROW_STATES),
  /** Of a refused row why, of a draft what it lacks. */
  problems: z.array(rowProblemSchema),
  /** The order that was made of it, or that was made of this number before. */
  orderId: z.int().nullable(),
});
export type ImportedRow = z.infer<typeof rowSchema>;

const IMPORT_MOVES = ['map-columns', 'add-photos', 'start', 'cancel'] as const;

const orderImportSchema = z.object({
  id: z.int(),
  state: z.enum(ORDER_IMPORT_STATES),
  organisation: z.object({ personId: z.string(), name: z.string() }),
  fileName: z.string(),
  fileBytes: z.int(),
  /** Bytes of the file that the worker has read. */
  readBytes: z.int(),
  /** Columns of the file: by what they are known, or null. */
  columns: z.array(z.object({ head: z.string(), known: z.string().nullable() })),
  /** Why it is unreadable. */
  problem: z
    .object({ problem: z.enum(IMPORT_FILE_PROBLEMS), columns: z.array(z.string()), max: z.int().nullable() })
    .nullable(),
  /** Rows by what has become of them. */
  counts: z.record(z.enum(IMPORTED_ROW_STATES), z.int()),
  /** null: no archive was added. */
  photos: z
    .object({ fileName: z.string(), fileCount: z.int(), lotCount: z.int(), refusedCount: z.int() })
    .nullable(),
  uploadedBy: z.string(),
  uploadedAtMs: z.int(),
  startedBy: z.string().nullable(),
  startedAtMs: z.int().nullable(),
  endedAtMs: z.int().nullable(),
  /** Archived signature over the file. */
  signedDocumentId: z.int().nullable(),
  /** What the reader may do now. */
  may: z.array(z.enum(IMPORT_MOVES)),
});
export type OrderImport = z.infer<typeof orderImportSchema>;

const reads = {
  tag: 'console',
  access: accessOf('readOrderImports'),
  rateLimit: { perMinute: 240 },
} as const;
const acts = {
  ...reads,
  access: accessOf('importOrders'),
  method: 'post',
  rateLimit: { perMinute: 30 },
} as const;
const ofImport = { params: z.object({ importId: idField }) };
const subject = { kind: 'order-import', param: 'importId' } as const;

export const orderImports = contract({
  ...reads,
  name: 'console.order-imports',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/order-imports',
  summary: 'Imports of lots as orders, the newest first',
  query: z.strictObject(paged),
  answer: z.object({ items: z.array(orderImportSchema), ...pageAnswer }),
});

export const orderImport = contract({
  ...reads,
  name: 'console.order-import',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/order-imports/:importId',
  summary: 'An import of lots with its progress',
  ...ofImport,
  answer: orderImportSchema,
});

export const orderImportRows = contract({
  ...reads,
  name: 'console.order-import-rows',
  refusals: { 404: ['not-found'] },
  method: 'get',
  mayLag: true,
  path: '/api/console/order-imports/:importId/rows',
  summary: 'Rows of an imported file in their order: what became of them, and why not',
  ...ofImport,
  query: z.strictObject({ ...paged, state: z.enum(IMPORTED_ROW_STATES).optional() }),
  answer: z.object({ items: z.array(rowSchema), ...pageAnswer }),
});

/** The refused rows under their heads with their reasons, to be mended and uploaded again. */
export const refusedOrderImportRows = contract({
  ...reads,
  name: 'console.refused-order-import-rows',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/order-imports/:importId/refused-rows',
  summary: 'The rows of an imported file that are refused, as a table',
  ...ofImport,
  rateLimit: { perMinute: 10 },
  answer: refusedRowsSchema,
});

const refusedPhotoSchema = z.object({
  name: z.string(),
  problem: z.enum([...IMPORT_PHOTO_PROBLEMS, ...FILE_REFUSALS]),
});
export type RefusedPhoto = z.infer<typeof refusedPhotoSchema>;

export const orderImportPhotos = contract({
  ...reads,
  name: 'console.order-import-photos',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/console/order-imports/:importId/refused-photos',
  summary: 'Files of the archive of photos that are not added, and why',
  ...ofImport,
  query: z.strictObject(paged),
  answer: z.object({ items: z.array(refusedPhotoSchema), ...pageAnswer }),
});

/**
 * Takes a file of lots for an organisation; the worker reads it, and nothing becomes an order before it is started. 413
 * `order-imports.too-large`, 422 `order-imports.no-organisation` for an account that is none or may not sell.
 */
export const uploadOrderImport = contract({
  ...acts,
  name: 'console.upload-order-import',
  refusals: {
    409: ['files.upload-id-used'],
    422: ['files.damaged', 'files.infected', 'files.too-many', 'order-imports.no-organisation'],
  },
  path: '/api/console/order-imports/upload',
  summary: 'Upload a file of lots (CSV or XLSX) on behalf of an organisation',
  upload: true,
  subject: 'none',
  query: z.strictObject({ personId: uuid }),
  answer: z.object({ importId: z.int() }),
});

const columnsQuestionSchema = z.object({
  columns: z.array(
    z.object({ head: z.string(), samples: z.array(z.string()), known: z.string().nullable() }),
  ),
  /** Fields of categories that a column may be, as `fact:<code>`. */
  facts: z.array(z.object({ code: z.string(), label: localizedTextSchema })),
});
export type ColumnsQuestion = z.infer<typeof columnsQuestionSchema>;

/** What staff are asked about a file whose columns are not all known. 409 `order-imports.not-asked` in any other state. */
export const orderImportColumns = contract({
  ...reads,
  name: 'console.order-import-columns',
  refusals: { 404: ['not-found'], 409: ['order-imports.not-asked'] },
  method: 'get',
  path: '/api/console/order-imports/:importId/columns',
  summary: 'Columns of a file of lots with values of theirs, and by what each is known',
  ...ofImport,
  answer: columnsQuestionSchema,
});

/**
 * What each column is, in their order: one of `IMPORT_COLUMNS`, `fact:<code>`, or null to leave it out; the worker then reads the
 * file, and the organisation's next file with the same heads is read so too. 422 `order-imports.columns-unknown`, `-repeated`,
 * `-missing` with `details.columns`, `-count` when the number of columns is another; 409 `order-imports.not-asked` in any other
 * state, unless the same was said before.
 */
export const mapOrderImport = contract({
  ...acts,
  name: 'console.map-order-import',
  refusals: {
    404: ['not-found'],
    409: ['order-imports.not-asked'],
    422: [
      'order-imports.columns-count',
      'order-imports.columns-missing',
      'order-imports.columns-repeated',
      'order-imports.columns-unknown',
    ],
  },
  path: '/api/console/order-imports/:importId/columns',
  summary: 'Say what the columns of a file of lots are',
  subject,
  ...ofImport,
  body: z.strictObject({ columns: z.array(z.string().max(80).nullable()).max(IMPORT_COLUMNS_MAX) }),
  answer: orderImportSchema,
});

/**
 * An archive (ZIP) with a folder for each lot, named by its number in the file; again: in place of the one before. 413
 * `order-imports.photos-too-large`, 422 `order-imports.no-archive`, 409 `order-imports.not-ready` unless the file is read and
 * not started.
 */
export const uploadOrderImportPhotos = contract({
  ...acts,
  name: 'console.upload-order-import-photos',
  refusals: {
    404: ['not-found'],
    409: ['files.upload-id-used', 'order-imports.not-ready'],
    422: ['files.damaged', 'files.infected', 'files.too-many', 'order-imports.no-archive'],
  },
  path: '/api/console/order-imports/upload-photos',
  summary: 'Upload the photos of a file of lots (ZIP)',
  upload: true,
  subject: 'none',
  query: z.strictObject({ importId: idField }),
  answer: orderImportSchema,
});

/** What the member of staff signs. 409 `order-imports.not-ready`; 503 where signing is not set up. */
export const prepareOrderImport = contract({
  ...acts,
  name: 'console.prepare-order-import',
  refusals: { 404: ['not-found'], 409: ['order-imports.not-ready'] },
  path: '/api/console/order-imports/:importId/prepare',
  summary: 'The document that starts an import once it is signed',
  subject,
  ...ofImport,
  answer: documentToSignSchema,
});

/** The same signature again answers the same. 409 `order-imports.not-ready` when the file was changed or is started. */
export const startOrderImport = contract({
  ...acts,
  name: 'console.start-order-import',
  refusals: { 404: ['not-found'], 409: ['order-imports.not-ready'] },
  path: '/api/console/order-imports/:importId/start',
  summary: 'Start an import with an e-signature over its file',
  whenLimiterIsDown: 'closed',
  subject,
  ...ofImport,
  body: z.strictObject({ signature: signedAnswerSchema }),
  answer: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('started') }),
    z.object({ outcome: z.literal('refused'), reason: z.enum(SIGNATURE_REFUSALS) }),
  ]),
});

/**
 * Orders that were made stay. Repeating it changes nothing; 409 `order-imports.over` once it is done, `turned-down-before` for who has stopped
 * two files of colleagues for the organisation within 30 days.
 */
export const cancelOrderImport = contract({
  ...acts,
  name: 'console.cancel-order-import',
  refusals: { 404: ['not-found'], 409: ['order-imports.over', 'turned-down-before'] },
  path: '/api/console/order-imports/:importId/cancel',
  summary: 'Stop an import; orders that were made stay',
  subject,
  ...ofImport,
  answer: orderImportSchema,
});

export const orderImportContracts = [
  orderImports,
  uploadOrderImport,
  uploadOrderImportPhotos,
  orderImport,
  orderImportRows,
  refusedOrderImportRows,
  orderImportPhotos,
  orderImportColumns,
  mapOrderImport,
  prepareOrderImport,
  startOrderImport,
  cancelOrderImport,
];
