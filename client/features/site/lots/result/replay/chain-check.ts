import { checkPublicLog, type LogProblem } from '#shared/trust/check-public-log.ts';
import type { PublicLog } from '#shared/trust/public-log.ts';

export interface ChainState {
  /** Entries whose hashes are right. */
  verified: number;
  /** `unable`: this browser has no SHA-256 for this page. */
  end: 'whole' | 'unable' | { seq: number; problem: LogProblem } | null;
}

export const UNCHECKED: ChainState = { verified: 0, end: null };

/** Catching up with a jump, a count is said once for so many entries. */
const SAID_EVERY = 64;

/** Checks the hashes of a log as far as it has been played; what is checked once stays so. */
export function startChainCheck(log: PublicLog, say: (state: ChainState) => void) {
  let reached = 0;
  let verified = 0;
  let stopped = false;
  let goOn: (() => void) | null = null;

  const onEntry = async (seq: number) => {
    while (stopped || seq > reached) await new Promise<void>((resolve) => (goOn = resolve));
    verified = seq;
    if (seq === reached || seq % SAID_EVERY === 0) say({ verified, end: null });
  };
  checkPublicLog(log, onEntry).then(
    ({ problem }) => stopped || say({ verified, end: problem ?? 'whole' }),
    // Not retried: a page that is not from a secure address has no `crypto.subtle`; the page says so.
    () => stopped || say({ verified, end: 'unable' }),
  );
  return {
    reach: (seq: number) => {
      reached = Math.max(reached, seq);
      goOn?.();
    },
    stop: () => {
      stopped = true;
    },
  };
}
