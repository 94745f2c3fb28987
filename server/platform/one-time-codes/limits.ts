/** Validity of a code from its first send. Sending again does not extend it. */
export const CODE_LIFE_S = 300;
/** Wrong entries of one code, sent again or not. */
export const CODE_TRIES = 5;
/** Least pause between two sends to one number or mailbox. */
export const RESEND_S = 60;
/** Digits at the end of a number that vary within a block sold to one operator or fraudster. */
const PREFIX_CUT = 4;

/** What sends are counted by. */
export type CountedBy = 'phone' | 'email' | 'person' | 'address' | 'phonePrefix';

interface Limit {
  by: CountedBy;
  withinS: number;
  most: number;
  /** The same for codes to numbers and mailboxes that are shown to be the person's own; absent: as many. */
  ofOwners?: number;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
export const DAY_S = 86_400;

/**
 * Anyone can enter any number; an address may be a whole office or mobile network; a prefix covers ten thousand numbers. An owner is
 * bounded by number and account: what some of them ask for must not keep others at their address, or with numbers beside theirs,
 * from applying and buying.
 */
const LIMITS: readonly Limit[] = [
  { by: 'phone', withinS: 10 * MINUTE_S, most: 3 },
  { by: 'phone', withinS: DAY_S, most: 10 },
  { by: 'email', withinS: 10 * MINUTE_S, most: 5 },
  { by: 'email', withinS: DAY_S, most: 20 },
  { by: 'person', withinS: 10 * MINUTE_S, most: 6 },
  { by: 'person', withinS: DAY_S, most: 20 },
  { by: 'address', withinS: HOUR_S, most: 60, ofOwners: 1_500 },
  { by: 'address', withinS: DAY_S, most: 300, ofOwners: 7_500 },
  { by: 'phonePrefix', withinS: HOUR_S, most: 30, ofOwners: 300 },
  { by: 'phonePrefix', withinS: DAY_S, most: 150, ofOwners: 1_500 },
];

/** Codes are sent to numbers of this country only: toll fraud uses foreign numbers. */
const OWN_NUMBER = /^\+998\d{9}$/;

export const mayBeTexted = (phone: string): boolean => OWN_NUMBER.test(phone);

export const prefixOf = (phone: string): string => phone.slice(0, -PREFIX_CUT);

/** A past send, as needed by the limits. */
export interface PastSend {
  agoMs: number;
  failed: boolean;
  by: Record<CountedBy, boolean>;
}

export type LimitVerdict =
  | { verdict: 'free' }
  | { verdict: 'wait'; ms: number }
  | { verdict: 'limit'; by: CountedBy; ms: number };

/**
 * Whether another code may be sent. A send that no gateway accepted counts towards the limits, not towards the pause.
 * @param past of the last day, newest first @param limits `factor` multiplies the limits, not the pause
 */
export function judgeSends(
  past: readonly PastSend[],
  { factor, unproven }: { factor: number; unproven: boolean },
): LimitVerdict {
  const mostOf = ({ most, ofOwners = most }: Limit) => (unproven ? most : ofOwners);
  let longest: Extract<LimitVerdict, { verdict: 'limit' }> | null = null;
  for (const limit of LIMITS) {
    const counted = past.filter((send) => send.by[limit.by] && send.agoMs < limit.withinS * 1_000);
    const most = Math.max(1, Math.floor(mostOf(limit) * factor));
    const oldest = counted[most - 1];
    if (!oldest) continue;
    const ms = limit.withinS * 1_000 - oldest.agoMs;
    if (!longest || ms > longest.ms) longest = { verdict: 'limit', by: limit.by, ms };
  }
  if (longest) return longest;
  const last = past.find((send) => !send.failed && (send.by.phone || send.by.email));
  const ms = last ? RESEND_S * 1_000 - last.agoMs : 0;
  return ms > 0 ? { verdict: 'wait', ms } : { verdict: 'free' };
}
