import { AsyncLocalStorage } from 'node:async_hooks';

const instant = new AsyncLocalStorage<{ atMs: number }>();
let running = 0;

/**
 * Runs work whose clock shows a given instant until the work sets another. Nothing else in the process sees it: timers, bots
 * and requests keep the time of the machine.
 * @param atMs ms since 1970
 */
export async function runAtInstant<Result>(
  atMs: number,
  work: (set: (atMs: number) => void) => Promise<Result>,
): Promise<Result> {
  const clock = { atMs };
  const real = Object.getOwnPropertyDescriptor(globalThis, 'Date')!;
  if ((running += 1) === 1) Object.defineProperty(globalThis, 'Date', { ...real, value: clockOf(Date) });
  try {
    return await instant.run(clock, () =>
      work((next) => {
        clock.atMs = next;
      }),
    );
  } finally {
    if ((running -= 1) === 0) Object.defineProperty(globalThis, 'Date', { ...real, value: machineDate });
  }
}

/** The clock of the machine, whatever is installed. */
const machineDate = Date;

/** The same class for everyone; only what asks for the time within `runAtInstant` gets its instant. */
const clockOf = (real: DateConstructor): DateConstructor =>
  new Proxy(real, {
    construct(target, given: [], newTarget) {
      const clock = given.length === 0 ? instant.getStore() : undefined;
      return Reflect.construct(target, clock ? [clock.atMs] : given, newTarget) as Date;
    },
    get(target, name, receiver) {
      const clock = name === 'now' ? instant.getStore() : undefined;
      return clock ? () => clock.atMs : (Reflect.get(target, name, receiver) as unknown);
    },
  });
