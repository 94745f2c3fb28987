import type { IssueOutcome } from '#server/platform/one-time-codes/index.ts';

/** The answer to sending a code. */
export function codeAnswer(issued: IssueOutcome) {
  switch (issued.outcome) {
    case 'sent':
      return {
        verdict: 'sent',
        resendAfterMs: issued.resendAfterMs,
        expiresAtMs: issued.expiresAt.getTime(),
        to: issued.to,
      } as const;
    case 'wait':
      return { verdict: 'wait', resendAfterMs: Math.ceil(issued.resendAfterMs) } as const;
    case 'limit':
      return { verdict: 'limit', untilMs: issued.until.getTime() } as const;
    case 'undelivered':
      return { verdict: 'undelivered' } as const;
  }
}
