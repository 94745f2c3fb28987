/** What the versions of the shipped rule sets that follow add: how a lot that was not sold is repeated. */

/** Working days begin with it: minutes of the day in Tashkent. */
const publishMinute = 600;

export const REPEAT_ADDITIONS = [
  {
    name: 'state-shop',
    repeat: {
      by: 'rules',
      after: { kind: 'months', count: 2 },
      publishMinute,
      withinDays: 365,
      cut: { minPercent: 10, maxPercent: 10, usualPercent: 10, inAllPercent: 50 },
    },
  },
  {
    name: 'state-live',
    repeat: {
      by: 'rules',
      after: { kind: 'days', count: 10 },
      publishMinute,
      withinDays: 365,
      noticeDays: 30,
      cut: { minPercent: 0, maxPercent: 0, usualPercent: 0, inAllPercent: 0 },
    },
  },
  {
    name: 'private',
    repeat: {
      by: 'customer',
      after: { kind: 'workingDays', count: 1 },
      publishMinute,
      withinDays: 365,
      noticeDays: 1,
      cut: { minPercent: 0, maxPercent: 10, usualPercent: 0, inAllPercent: 50 },
    },
  },
] as const;
