import type { AnyDb } from '#server/platform/database/index.ts';
import { createProvenNumbers } from './proven-numbers.repository.ts';

/**
 * When OneID or an E-IMZO certificate last vouched for the PINFL of an account of the shipped site, for the product; null: never.
 * @param database a transaction may be given
 */
export const openProvenPinfl =
  ({ db }: { db: AnyDb }) =>
  (accountId: string): Promise<{ byTwin: boolean; provenAt: Date } | null> =>
    createProvenNumbers(db).provenPinfl(accountId);
