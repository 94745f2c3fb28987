const MINUTE_MS = 60_000;

/** First versions of the shipped rule sets; percents with at most two decimals. Later versions are rows. */
export const RULE_SETS = [
  {
    name: 'state-shop',
    figures: {
      firstBid: 'startPlusIncrement',
      increment: { kind: 'percentOfStart', percents: [5, 5, 5, 5, 3] },
      incrementAbove: { baseAmounts: 2000, increment: { kind: 'percentOfStart', percents: [2] } },
      overtime: { windowMs: 10 * MINUTE_MS, extendToMs: 10 * MINUTE_MS },
      leaderMayRaise: false,
      minParticipants: { count: 2, at: 'close' },
      deposit: { minPercent: 5, maxPercent: 5, usualPercent: 5 },
      applicationsUntil: 'close',
      window: { kind: 'workingDays', opensMinute: 600, closesMinute: 1080, days: 5 },
      paymentWorkingDays: { min: 3, max: 3, usual: 3 },
      offerToSoleParticipant: false,
    },
  },
  {
    name: 'state-live',
    figures: {
      firstBid: 'startPlusIncrement',
      increment: { kind: 'percentOfStart', percents: [10] },
      incrementAbove: { baseAmounts: 2000, increment: { kind: 'percentOfStart', percents: [5] } },
      overtime: { windowMs: 10 * MINUTE_MS, extendToMs: 10 * MINUTE_MS },
      leaderMayRaise: false,
      minParticipants: { count: 2, at: 'start' },
      deposit: { minPercent: 1, maxPercent: 50, usualPercent: 10 },
      applicationsUntil: 'hourBeforeStart',
      window: { kind: 'untilQuiet', opensMinute: 600, quietMs: 10 * MINUTE_MS },
      paymentWorkingDays: { min: 10, max: 10, usual: 10 },
      offerToSoleParticipant: false,
    },
  },
  {
    name: 'private',
    figures: {
      firstBid: 'atStart',
      increment: { kind: 'percentOfStart', percents: [5] },
      overtime: { windowMs: 5 * MINUTE_MS, extendToMs: 5 * MINUTE_MS },
      leaderMayRaise: false,
      minParticipants: { count: 1, at: 'close' },
      deposit: { minPercent: 0, maxPercent: 50, usualPercent: 5 },
      applicationsUntil: 'start',
      window: { kind: 'chosen' },
      paymentWorkingDays: { min: 3, max: 10, usual: 5 },
      offerToSoleParticipant: false,
    },
  },
  {
    name: 'practice',
    figures: {
      firstBid: 'atStart',
      increment: { kind: 'percentOfStart', percents: [5] },
      overtime: { windowMs: 30_000, extendToMs: 30_000 },
      leaderMayRaise: false,
      minParticipants: { count: 1, at: 'close' },
      deposit: { minPercent: 0, maxPercent: 0, usualPercent: 0 },
      applicationsUntil: 'close',
      window: { kind: 'rounds', lengthMs: 5 * MINUTE_MS, pauseMs: 20_000 },
      paymentWorkingDays: { min: 0, max: 0, usual: 0 },
      offerToSoleParticipant: false,
    },
  },
] as const;
