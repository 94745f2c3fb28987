import { z } from 'zod';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { accessOf, STAFF_RIGHTS } from './staff-rights.ts';
import { ENCODINGS, refusedRowsSchema, TABLE_PROBLEMS } from '../tables.ts';
import { writtenText } from '../written-texts.ts';

const MIB = 1024 * 1024;
export const STATEMENT_LIMITS = { fileBytes: 20 * MIB, lines: 50_000 } as const;

const STATEMENT_FORMATS = ['csv', 'xlsx', 'mt940', '1c', 'camt053'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** `credit`: money came; `debit`: money left. */
export const BANK_SIDES = ['credit', 'debit'] as const;
export type BankSide = (typeof BANK_SIDES)[number];

/** Why nothing of a file can be taken over; each has a text under `errors:statements`. */
const FILE_PROBLEMS = [...TABLE_PROBLEMS, 'too-large', 'no-statement', 'too-many-lines'] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

/** Why a row is not taken over. */
const ROW_REFUSALS = [
  'amount',
  'columns',
  'currency',
  'damaged',
  'date',
  'direction',
  'field',
  'future',
  'line-end',
  'not-booked',
  'quote',
  'two-columns',
  'two-sums',
  'unfinished',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/** What a statement is at odds with. */
const DIFFERENCES = [
  // These forbid taking it over: a sum may be wrong, or it is not ours.
  'foreign-account',
  'foreign-currency',
  'balance',
  'half-a-balance',
  'totals',
  // These are accepted with a reason.
  'no-account',
  'document-days',
  'no-balance',
  'refused-rows',
  'gap',
  'same-reference',
  'known-sum',
  'contrary-lines',
  'days-known',
  'lines-in-purposes',
  'unexplained-debits',
] as const;
export type Difference = (typeof DIFFERENCES)[number];
export const FORBIDDING_DIFFERENCES: readonly Difference[] = DIFFERENCES.slice(0, 5);

const tiyin = z.int();
const paged = { page: wholeNumber(1, 100_000).default(1), size: wholeNumber(1, 100).default(20) } as const;
const pageAnswer = { total: z.int(), page: z.int(), size: z.int() };
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const reason = writtenText(3, 500);

const differenceSchema = z.object({
  kind: z.enum(DIFFERENCES),
  forbids: z.boolean(),
  account: z.string().nullable(),
  /** What the bank states, and what follows from the lines or from the statement before; null: not about sums. */
  statedTiyin: tiyin.nullable(),
  foundTiyin: tiyin.nullable(),
  /** Lines of the file; the first 20. */
  rows: z.array(z.int()),
  count: z.int(),
});
export type StatementDifference = z.infer<typeof differenceSchema>;

const refusedRowSchema = z.object({ row: z.int(), reason: z.enum(ROW_REFUSALS), text: z.string() });

const previewLineSchema = z.object({
  row: z.int(),
  bookedOn: day,
  valueOn: day,
  side: z.enum(BANK_SIDES),
  amountTiyin: tiyin,
  document: z.string().nullable(),
  partyName: z.string().nullable(),
  purpose: z.string(),
  /** Imported before: it will not be added again. */
  known: z.boolean(),
});

const previewSchema = z.object({
  format: z.enum(STATEMENT_FORMATS),
  /** Of the file, SHA-256; the call that takes it over names it. */
  mark: z.string(),
  statements: z.array(
    z.object({
      account: z.string().nullable(),
      number: z.string().nullable(),
      fromDay: day.nullable(),
      toDay: day.nullable(),
      openingTiyin: tiyin.nullable(),
      closingTiyin: tiyin.nullable(),
      creditTiyin: tiyin,
      debitTiyin: tiyin,
      lines: z.int(),
    }),
  ),
  lineCount: z.int(),
  knownCount: z.int(),
  /** The first 100. */
  lines: z.array(previewLineSchema),
  refusedCount: z.int(),
  /** The first 100. */
  refused: z.array(refusedRowSchema),
  differences: z.array(differenceSchema),
});
export type StatementPreview = z.infer<typeof previewSchema>;

/** Where its letters cannot be recognised, staff name the encoding. */
const inEncoding = { encoding: z.enum(ENCODINGS).optional() } as const;

const reads = {
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readStatements },
  rateLimit: { perMinute: 120 },
} as const;
const decides = { ...reads, access: accessOf('decideStatements'), method: 'post' } as const;

/** A refusal of `FILE_PROBLEMS` as `statements.<problem>` with 422, of a body that is not one file as `files.…`. */
export const previewStatement = contract({
  ...decides,
  name: 'console.preview-statement',
  refusals: {
    409: ['files.upload-id-used'],
    422: [
      'files.damaged',
      'files.infected',
      'files.too-many',
      'statements.empty',
      'statements.encoding',
      'statements.no-statement',
      'statements.old-workbook',
      'statements.too-large',
      'statements.too-many-lines',
      'statements.workbook',
      'statements.workbook-size',
    ],
  },
  path: '/api/console/bank-statements/preview',
  summary: 'What a file of the bank (CSV, XLSX, MT940, 1C or camt.053) would add; nothing is stored',
  rateLimit: { perMinute: 20 },
  upload: true,
  subject: 'none',
  query: z.strictObject(inEncoding),
  answer: previewSchema,
});

/** The same file again: its refused rows as a table with their reasons, to be mended and sent. Refused as the preview is. */
export const refusedStatementRows = contract({
  ...decides,
  name: 'console.refused-statement-rows',
  refusals: {
    409: ['files.upload-id-used'],
    422: [
      'files.damaged',
      'files.infected',
      'files.too-many',
      'statements.empty',
      'statements.encoding',
      'statements.no-statement',
      'statements.old-workbook',
      'statements.too-large',
      'statements.too-many-lines',
      'statements.workbook',
      'statements.workbook-size',
    ],
  },
  path: '/api/console/bank-statements/refused-rows',
  summary: 'Rows of a file of the bank that are refused, as a CSV; nothing is stored',
  rateLimit: { perMinute: 20 },
  upload: true,
  subject: 'none',
  query: z.strictObject(inEncoding),
  answer: refusedRowsSchema,
});

/**
 * The same file again, with its mark. 409 `statements.other-file`, 422 `statements.forbidden` where a difference forbids it,
 * `statements.reason-needed` where one has to be accepted with a reason.
 */
export const importStatement = contract({
  ...decides,
  name: 'console.import-statement',
  refusals: {
    409: ['files.upload-id-used', 'statements.other-file'],
    422: [
      'files.damaged',
      'files.infected',
      'files.too-many',
      'statements.empty',
      'statements.encoding',
      'statements.forbidden',
      'statements.no-statement',
      'statements.old-workbook',
      'statements.reason-needed',
      'statements.too-large',
      'statements.too-many-lines',
      'statements.workbook',
      'statements.workbook-size',
    ],
  },
  path: '/api/console/bank-statements/import',
  summary: 'Take over a file of the bank; lines that are known are not added again',
  rateLimit: { perMinute: 20 },
  upload: true,
  subject: 'none',
  query: z.strictObject({ mark: z.string().length(64), reason: reason.optional(), ...inEncoding }),
  answer: z.object({ statementIds: z.array(z.int()), added: z.int(), known: z.int(), refused: z.int() }),
});

const bankStatementSchema = z.object({
  id: z.int(),
  account: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  fileName: z.string(),
  number: z.string().nullable(),
  fromDay: day.nullable(),
  toDay: day.nullable(),
  openingTiyin: tiyin.nullable(),
  closingTiyin: tiyin.nullable(),
  creditTiyin: tiyin,
  debitTiyin: tiyin,
  lines: z.int(),
  added: z.int(),
  known: z.int(),
  waiting: z.int(),
  refused: z.array(refusedRowSchema),
  differences: z.array(differenceSchema),
  /** In a row that begins at a statement which two persons confirmed: one person may credit what answers a payment order. */
  unbroken: z.boolean(),
  /** Another file says other things of its days: no money of its lines moves until two persons have confirmed it. */
  doubted: z.boolean(),
  reason: z.string().nullable(),
  importedBy: z.string(),
  importedAtMs: z.int(),
});
export type BankStatementView = z.infer<typeof bankStatementSchema>;

export const bankStatements = contract({
  ...reads,
  name: 'console.bank-statements',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/bank-statements',
  summary: 'Imported statements of the bank with their differences, the newest first',
  query: z.strictObject(paged),
  answer: z.object({ items: z.array(bankStatementSchema), ...pageAnswer }),
});

const bankDaySchema = z.object({
  day,
  creditTiyin: tiyin,
  /** Of it, by the ledger, on people's balances. */
  creditedTiyin: tiyin,
  waitingTiyin: tiyin,
  returnedTiyin: tiyin,
  ignoredTiyin: tiyin,
  debitTiyin: tiyin,
  /** Of it, by the ledger, payouts and refunds that are paid. */
  settledTiyin: tiyin,
  ignoredDebitTiyin: tiyin,
  /** Payouts and refunds noted as paid on this day that no line of a statement shows. */
  unprovenTiyin: tiyin,
  agrees: z.boolean(),
});
export type BankDay = z.infer<typeof bankDaySchema>;

export const bankDays = contract({
  ...reads,
  name: 'console.bank-days',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/bank-statements/days',
  summary: 'Lines of statements against the ledger, day by day, the newest first',
  query: z.strictObject(paged),
  answer: z.object({ items: z.array(bankDaySchema), ...pageAnswer }),
});

export const bankStatementContracts = [
  bankStatements,
  previewStatement,
  refusedStatementRows,
  importStatement,
  bankDays,
];
