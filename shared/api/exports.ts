import { z } from 'zod';
import { LANGUAGES } from '../i18n/languages.ts';
import { contract } from './contract.ts';
import { periodFields } from './period.ts';

/** Lists of the cabinet that can be exported as a file. */
export const EXPORT_LISTS = [
  'actions',
  'applications',
  'orders',
  'payments',
  'transactions',
  'refunds',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Rows of one file; a list with more asks for a shorter period (422 `exports.too-many`). */
export const EXPORT_MAX_ROWS = 10_000;

const choice = z.string().max(60).optional();

/** All my rows of a list that pass its filters, newest first. A filter the list does not know is a 400. */
export const exportList = contract({
  name: 'exports.list',
  method: 'get',
  path: '/api/shop/export/:list',
  summary: 'A list of mine as a spreadsheet or CSV',
  tag: 'exports',
  access: 'signed-in',
  rateLimit: { perMinute: 12 },
  params: z.object({ list: z.enum(EXPORT_LISTS) }),
  query: z.object({
    format: z.enum(EXPORT_FORMATS).default('xlsx'),
    language: z.enum(LANGUAGES).optional(),
    ...periodFields,
    type: choice,
    kind: choice,
    status: choice,
    result: choice,
    provider: choice,
    lot: choice,
    q: z.string().max(100).optional(),
    progress: choice,
    orderType: choice,
    tradeType: choice,
  }),
  /** The file's bytes. */
  answer: z.string(),
});

export const exportContracts = [exportList];
