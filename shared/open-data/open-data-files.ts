import type { SignedStatement } from '../trust/signed-statement.ts';

export const OPEN_DATA_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type OpenDataFormat = (typeof OPEN_DATA_FORMATS)[number];

/** Why a version was made: the first one, or what differs from the one before. */
export const OPEN_DATA_REASONS = ['first', 'result-changed', 'late-result', 'new-days'] as const;
export type OpenDataReason = (typeof OPEN_DATA_REASONS)[number];

/** Of all days; any other period is a day in Tashkent, `YYYY-MM-DD`. */
export const ALL_DAYS = 'all';

/** SPDX identifier of the terms of use. */
export const OPEN_DATA_LICENCE = 'CC-BY-4.0' as const;

export const OPEN_DATA_FORMAT = 'savdo-open-data-1';

/** What the operator signs for each version: its files by their digests, and the state of the transparency log they were made under. */
export interface OpenDataStatement {
  period: string;
  version: number;
  reason: OpenDataReason;
  licence: typeof OPEN_DATA_LICENCE;
  rows: number;
  /** `sha256` in hex. */
  files: { format: OpenDataFormat; name: string; bytes: number; sha256: string }[];
  /** Signed note (C2SP tlog-checkpoint); null: made by an earlier release while the log was empty. */
  checkpoint: string | null;
}

export type SignedOpenData = SignedStatement<typeof OPEN_DATA_FORMAT, OpenDataStatement>;

/** `savdo-results-2026-11-27.v1.jsonl`, as it is saved and as the manifest names it. */
export const openDataFileName = (period: string, version: number, format: OpenDataFormat | 'json'): string =>
  `savdo-results-${period}.v${version}.${format}`;

/** Where a version is: the files, and with `json` the signed manifest. */
export const openDataPath = (period: string, version: number, format: OpenDataFormat | 'json'): string =>
  `/open-data/files/${period}/v${version}.${format}`;
