import type { AnyDb } from '#server/platform/database/index.ts';
import { createCodesRepository } from './codes.repository.ts';

/** Below this many an hour the share says nothing. */
const ENOUGH_SENT = 30;
/** People enter most codes they ask for; whoever sends codes to earn from them enters none. */
const SUSPICIOUS_SHARE = 0.25;

export interface CodeWatch {
  sent: number;
  entered: number;
  /** Codes are asked for and hardly ever entered. */
  suspicious: boolean;
}

/** One look at the last hour, and forgetting of what no limit counts any more. To be repeated every few minutes. */
export async function watchCodes(db: AnyDb): Promise<CodeWatch> {
  const codes = createCodesRepository(db);
  const { sent, entered } = await codes.figures();
  await codes.purge();
  return { sent, entered, suspicious: sent >= ENOUGH_SENT && entered / sent < SUSPICIOUS_SHARE };
}
