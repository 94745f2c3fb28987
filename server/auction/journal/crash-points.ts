/** Steps between which a journal may die; fault tests kill it at each of them. */
export const CRASH_STEPS = [
  'after-read',
  'before-commit',
  'after-commit',
  'before-publish',
  'after-publish',
  'before-trim',
] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

/**
 * Reads SAVDO_CRASH_AT (`step` or `step:n`, tests only): the process kills itself with SIGKILL when it passes the
 * step for the n-th time. Without the variable the returned function does nothing; in production it is refused.
 */
export function crashPoints(env: NodeJS.ProcessEnv): (step: CrashStep) => void {
  const asked = env.SAVDO_CRASH_AT;
  if (!asked) return () => undefined;
  if (env.NODE_ENV === 'production') throw new Error('SAVDO_CRASH_AT is for tests and refused in production');
  const [step, times = '1'] = asked.split(':');
  if (!CRASH_STEPS.includes(step as CrashStep)) throw new Error(`SAVDO_CRASH_AT knows no step ${step}`);
  let left = Number(times);
  return (passed) => {
    if (passed === step && --left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
