import type { RecoveryMode } from '../state/contract.ts';

/** A lease older than this makes every script answer `held`: from here on bidders notice a stall. */
export const LEASE_LIMIT_US = 1_000_000;
/** Beyond this the room pauses, and participants see why. */
const STALL_LIMIT_US = 5_000_000;
/** Up to this the room resumes by itself after the announcement; beyond it staff must resume it. */
const SELF_RESUME_LIMIT_US = 15 * 60_000_000;
const ANNOUNCEMENT_US = 60_000_000;

export interface RecoveryPlan {
  mode: RecoveryMode;
  /** Redis time from which nothing could be confirmed. */
  outageFromUs: number;
  /** Outages only: when the room resumes by itself; null = staff decide. */
  resumeAtUs: number | null;
}

/**
 * How rooms recover after nothing could be committed since `fromUs` (both by Redis's clock, µs); null when no bid was
 * held. The deadline of `rebuilt` rooms is always checked, because bids in flight may be lost.
 */
export function planRecovery(fromUs: number, nowUs: number, o: { rebuilt: boolean }): RecoveryPlan | null {
  const lastedUs = Math.max(0, nowUs - fromUs);
  const outageFromUs = Math.min(fromUs, nowUs);
  if (lastedUs > STALL_LIMIT_US) {
    const resumeAtUs = lastedUs <= SELF_RESUME_LIMIT_US ? nowUs + ANNOUNCEMENT_US : null;
    return { mode: 'outage', outageFromUs, resumeAtUs };
  }
  if (o.rebuilt) return { mode: 'rebuild', outageFromUs, resumeAtUs: null };
  return lastedUs > LEASE_LIMIT_US ? { mode: 'stall', outageFromUs, resumeAtUs: null } : null;
}
