/**
 * Runs at most `limit` tasks at once and queues the others in order. For work that holds a database connection while it
 * waits for something that needs another one.
 */
export function limitConcurrency(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes to the next task in the queue, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The same without a queue, for work that is retried anyway: null when all slots are taken. */
export function unlessBusy(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result | null> {
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
