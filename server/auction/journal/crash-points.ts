/** Steps at which the fault tests kill a journal. */
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

/**
 * Watches SAVDO_CRASH_AT (`step` or `step:n`, tests only) in `env`: the process kills itself with SIGKILL when it passes
 * the step for the n-th time since it was set. Refused in production.
 */
export function crashPoints(env: NodeJS.ProcessEnv): (step: CrashStep) => void {
  if (env.NODE_ENV === 'production') {
    if (env.SAVDO_CRASH_AT) throw new Error('SAVDO_CRASH_AT is for tests and refused in production');
    return () => undefined;
  }
  let setting = '';
  let passed = 0;
  return (step) => {
    const now = env.SAVDO_CRASH_AT ?? '';
    if (now === '') return;
    if (now !== setting) [setting, passed] = [now, 0];
    const [wanted, times = '1'] = setting.split(':');
    if (step === wanted && ++passed === Number(times)) process.kill(process.pid, 'SIGKILL');
  };
}
