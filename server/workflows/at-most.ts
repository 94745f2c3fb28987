/**
 * Runs at most so many pieces of work at once, the others in their order after them. For work that holds a connection
 * to the database while it waits for something that needs another one.
 */
export function atMost(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next one in line, or is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The same, for work that is done later anyway: with nobody waiting in line, null says that there is no place now. */
export function whileFree(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result | null> {
  let running = 0;
  return async (work) => {
    if (running >= limit) return null;
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
