import { z } from 'zod';
import { LANGUAGES } from '../../i18n/languages.ts';
import { contract, STAFF_ROLES } from '../contract.ts';
import { periodFields } from '../period.ts';

/** Lists of the cabinet that can be exported as a file. */
export const EXPORT_LISTS = [
  'actions',
  'applications',
  'messages',
  'won-lots',
  'purchases',
  'winner-payments',
  'qr-code-protocols',
  'customer-protocols',
  'orders',
  'payments',
  'transactions',
  'refunds',
  'debts',
  'protests',
  'favourites',
  'lot-questions',
  'viewings',
  'edit-requests',
  'signed-documents',
  'signature-keys',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Lists of the console that can be exported as a file. */
export const STAFF_EXPORT_LISTS = [
  'console-orders',
  'console-banners',
  'console-person-trail',
  'console-protocols',
  'console-settlements',
  'console-payouts',
  'console-refunds',
  'console-rooms',
  'console-tasks',
  'console-applications',
  'console-purchases',
  'console-offers',
  'console-repeats',
  'console-protests',
  'console-debts',
  'console-bars',
  'console-bar-proposals',
  'console-result-cancellations',
  'console-hand-overs',
  'console-payments',
  'console-mismatches',
  'console-bank-lines',
  'console-bank-statements',
  'console-bank-days',
  'console-edit-requests',
  'console-consents',
  'console-consent-people',
  'console-news',
  'console-conflicts',
  'console-contact',
  'console-account-changes',
  'console-actions',
  'console-number-claims',
  'console-lot-questions',
  'console-viewings',
  'console-order-imports',
  'console-decisions',
  'console-figures',
  'console-ended-auctions',
  'console-incidents',
  'console-anomaly-flags',
  'console-webhooks',
  'console-switched-off-hosts',
  'console-rehearsals',
] as const;
export type StaffExportList = (typeof STAFF_EXPORT_LISTS)[number];

/** Rows of one file; a list with more asks for a shorter period (422 `exports.too-many`). */
export const EXPORT_MAX_ROWS = 200_000;

/** Header of an answer: how many rows the file will have. */
export const EXPORT_ROWS_HEADER = 'Savdo-Rows';

const choice = z.string().max(60).optional();

const query = z.object({
  format: z.enum(EXPORT_FORMATS).default('xlsx'),
  language: z.enum(LANGUAGES).optional(),
  ...periodFields,
  type: choice,
  kind: choice,
  state: choice,
  status: choice,
  result: choice,
  provider: choice,
  lot: choice,
  group: choice,
  q: z.string().max(100).optional(),
  progress: choice,
  orderType: choice,
  tradeType: choice,
  claim: choice,
  category: choice,
  region: choice,
  import: choice,
  order: choice,
  deposit: choice,
  person: choice,
  number: choice,
  party: z.string().max(100).optional(),
  cause: choice,
  side: choice,
  statement: choice,
  version: choice,
  search: z.string().max(100).optional(),
});

/**
 * All my rows of a list that pass its filters, newest first, written while they are sent. A filter the list does not know is
 * a 400; 429 while two others of mine are being written, 503 while too many of all are.
 */
export const exportList = contract({
  refusals: { 422: ['exports.too-many'] },
  name: 'exports.list',
  method: 'get',
  path: '/api/shop/export/:list',
  summary: 'A list of mine as a spreadsheet or CSV',
  tag: 'exports',
  access: 'signed-in',
  rateLimit: { perMinute: 12 },
  params: z.object({ list: z.enum(EXPORT_LISTS) }),
  query,
  file: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  /** The file's bytes. */
  answer: z.string(),
});

/** The same of a list of the console; 403 without the right to it. */
export const exportStaffList = contract({
  refusals: { 422: ['exports.too-many'] },
  name: 'exports.staff-list',
  method: 'get',
  mayLag: true,
  path: '/api/console/export/:list',
  summary: 'A list of the console as a spreadsheet or CSV',
  tag: 'exports',
  access: { roles: STAFF_ROLES },
  rateLimit: { perMinute: 12 },
  params: z.object({ list: z.enum(STAFF_EXPORT_LISTS) }),
  query,
  file: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  /** The file's bytes. */
  answer: z.string(),
});

export const exportContracts = [exportList, exportStaffList];
