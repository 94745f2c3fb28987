/** Steps at which fault tests kill a journal. */
export const CRASH_STEPS = [
  'after-read',
  'before-commit',
  'after-commit',
  'before-publish',
  'after-publish',
  'before-trim',
] as const;
/** And those only a journal passes that loads lots. */
export type CrashStep = (typeof CRASH_STEPS)[number] | 'after-claim' | 'ids-added';
