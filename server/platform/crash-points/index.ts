/** Called between steps of work that must survive a crash of its process at any of them. */
export type CrashPoint<Step extends string> = (step: Step) => void;

/**
 * Tests name a step (`step`, or `step:n` for its n-th time in this process), at which the process kills itself with
 * SIGKILL, like a power failure. Without a name, nothing happens.
 * @param crashAt the setting of tests, refused elsewhere by the configuration
 */
export function crashPoint<Step extends string>(crashAt: string | null): CrashPoint<Step> {
  if (crashAt === null) return () => undefined;
  const [wanted, times = '1'] = crashAt.split(':');
  let passed = 0;
  return (step) => {
    if (step !== wanted) return;
    passed += 1;
    if (passed === Number(times)) process.kill(process.pid, 'SIGKILL');
  };
}
