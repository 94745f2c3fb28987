import type { AuctionRules } from './rules.ts';

const MINUTE_US = 60_000_000;
const DAY_US = 1_440 * MINUTE_US;
/** Uzbekistan is at UTC+5 all year. */
const OFFSET_US = 300 * MINUTE_US;

/** Time given to a room that lost some, when its rules name no overtime window. */
const RECOVERY_WINDOW_US = MINUTE_US;

export interface Clockwork {
  closesAtMs: number;
  deadlineUs: number;
  /** Paused and stalled time so far: cap and daily stop are counted without it. */
  pausedUs: number;
}

/**
 * The deadline after a price confirmed at `atUs`: unchanged, or later. Less than the window left moves it to
 * `extendToMs` after the price; exactly the window left does not. Never earlier than it was.
 */
export function deadlineAfterPrice(
  rules: Pick<AuctionRules, 'overtime'>,
  at: Clockwork,
  atUs: number,
): number {
  const overtime = rules.overtime;
  if (overtime === null || at.deadlineUs - atUs >= overtime.windowMs * 1_000) return at.deadlineUs;
  let next = atUs + overtime.extendToMs * 1_000;
  if (overtime.capMs !== undefined) {
    next = Math.min(next, (at.closesAtMs + overtime.capMs) * 1_000 + at.pausedUs);
  }
  if (overtime.dailyStop !== undefined) {
    next = Math.min(next, dailyStopUs(overtime.dailyStop, at.deadlineUs - at.pausedUs) + at.pausedUs);
  }
  return Math.max(next, at.deadlineUs);
}

/** First instant of the given minute of the day (UTC+5) at or after `fromUs`. */
export function dailyStopUs(minuteOfDay: number, fromUs: number): number {
  const local = fromUs + OFFSET_US;
  const stop = local - (local % DAY_US) + minuteOfDay * MINUTE_US;
  return (stop < local ? stop + DAY_US : stop) - OFFSET_US;
}

/**
 * The deadline after lost time: moved by what was lost, and one window (or 60 s) from now at the soonest. What the latter
 * gives beyond the lost time is grace, of which a room has one window in all; `graceUs`: what it has had.
 */
export function deadlineAfterLoss(
  rules: Pick<AuctionRules, 'overtime'>,
  { deadlineUs, graceUs }: { deadlineUs: number; graceUs: number },
  lostUs: number,
  nowUs: number,
): number {
  const windowUs = rules.overtime === null ? RECOVERY_WINDOW_US : rules.overtime.windowMs * 1_000;
  const restoredUs = deadlineUs + lostUs;
  const graceLeftUs = Math.max(0, windowUs - graceUs);
  return Math.max(restoredUs, Math.min(nowUs + windowUs, restoredUs + graceLeftUs));
}
