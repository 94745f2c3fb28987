export interface Shutdown {
  /**
   * Adds a step. Steps run in the reverse order of their adding, one after the other: what was built last ends first.
   * `limitMs` bounds one step; one that exceeds it is abandoned and reported.
   */
  add(name: string, step: () => Promise<void> | void, limitMs?: number): void;
  /** Runs all steps once; later calls wait for the same end. Never rejects: a failing step is reported and the next runs. */
  run(): Promise<void>;
  readonly started: boolean;
}

const STEP_LIMIT_MS = 8_000;

/** @param report called for every step that failed or took too long */
export function createShutdown(report: (name: string, problem: unknown) => void): Shutdown {
  const steps: { name: string; step: () => Promise<void> | void; limitMs: number }[] = [];
  let running: Promise<void> | null = null;

  async function runStep({ name, step, limitMs }: (typeof steps)[number]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const overrun = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${limitMs} ms`)), limitMs);
    });
    try {
      await Promise.race([Promise.resolve().then(step), overrun]);
    } catch (error) {
      // Not retried: the process ends anyway, and the next steps must still run.
      report(name, error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function runAll(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) await runStep(step);
  }

  return {
    add(name, step, limitMs = STEP_LIMIT_MS) {
      steps.push({ name, step, limitMs });
    },
    run() {
      running ??= runAll();
      return running;
    },
    get started() {
      return running !== null;
    },
  };
}
