import { ruleForbids, tooOften, unavailable } from '../errors/index.ts';
import type { IssueOutcome, VerifyOutcome } from './one-time-codes.ts';

/** The sending as a call answers it. */
export interface CodeSent {
  resendAfterMs: number;
  /** From now; the device's own clock may be wrong. */
  expiresAfterMs: number;
  /** Masked; null where it was not sent. */
  to: { phone: string | null; email: string | null };
}

const secondsUntil = (at: Date): number => Math.max(1, Math.ceil((at.getTime() - Date.now()) / 1_000));

/** A sent code as the answer of a call; throws 429 `codes.wait`, 429 `codes.limit` or 503 `codes.undelivered`. */
export function sentOrRefuse(issued: IssueOutcome): CodeSent {
  switch (issued.outcome) {
    case 'sent':
      return {
        resendAfterMs: issued.resendAfterMs,
        expiresAfterMs: Math.max(0, issued.expiresAt.getTime() - Date.now()),
        to: issued.to,
      };
    case 'wait':
      throw tooOften(Math.max(1, Math.ceil(issued.resendAfterMs / 1_000)), 'codes.wait');
    case 'limit':
      throw tooOften(secondsUntil(issued.until), 'codes.limit');
    case 'undelivered':
      throw unavailable('codes.undelivered');
  }
}

/** Throws 422 `codes.wrong`, `codes.expired` or `codes.too-many` unless the code was right. */
export function refuseUnlessRight(verdict: VerifyOutcome): void {
  if (verdict !== 'right') throw ruleForbids(`codes.${verdict}`);
}
