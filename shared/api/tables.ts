import { z } from 'zod';

/** Encodings in which a table is read; staff may name one where it cannot be recognised from the bytes. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'ibm866', 'koi8-r'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Why a file cannot be read as a table at all: nothing is in it, its letters cannot be recognised, it is a workbook of the old kind or
 * with a password, it is a damaged workbook, or one that unpacks to too much.
 */
export const TABLE_PROBLEMS = ['empty', 'encoding', 'old-workbook', 'workbook', 'workbook-size'] as const;
export type TableProblem = (typeof TABLE_PROBLEMS)[number];

/** A table of refused rows. */
export const refusedRowsSchema = z.object({ fileName: z.string(), csv: z.string() });
export type RefusedRows = z.infer<typeof refusedRowsSchema>;
