import type { AnyDb } from '#server/platform/database/index.ts';
import { createCodesRepository } from './codes.repository.ts';

/** Below this many an hour the share is not significant. */
const ENOUGH_SENT = 30;
/** People enter most codes they request; toll fraud enters none. */
const SUSPICIOUS_SHARE = 0.25;

export interface CodeWatch {
  sent: number;
  entered: number;
  /** Codes are requested and hardly ever entered. */
  suspicious: boolean;
}

/** Checks the last hour, and deletes sends that no limit counts any more. To be repeated every few minutes. */
export async function watchCodes(db: AnyDb): Promise<CodeWatch> {
  const codes = createCodesRepository(db);
  const { sent, entered } = await codes.figures();
  await codes.purge();
  return { sent, entered, suspicious: sent >= ENOUGH_SENT && entered / sent < SUSPICIOUS_SHARE };
}
