import { z } from 'zod';
import { lineWithoutAccounts } from '../api/written-texts.ts';

/** Longest name of an entry of a dictionary, in characters. */
export const NAME_MAX = 120;

/** Entries of dictionaries whose name lots are shown by, and which staff rename. */
export const NAMED_ENTRIES = ['region', 'area', 'category'] as const;
export interface NamedEntry {
  entry: (typeof NAMED_ENTRIES)[number];
  id: number;
}

/** Uzbek in Latin letters; an empty Cyrillic name is made from it, an empty English one is the same. */
export function entryNamesUpTo(max: number) {
  const name = lineWithoutAccounts(2, max);
  const made = lineWithoutAccounts(0, max);
  return z.strictObject({ uz: name, ru: name, 'uz-Cyrl': made, en: made });
}
export const entryNamesSchema = entryNamesUpTo(NAME_MAX);
export type EntryNames = z.infer<typeof entryNamesSchema>;
