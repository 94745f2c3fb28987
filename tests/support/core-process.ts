import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  createAuctionState,
  createDueLotsRepository,
  startClock,
  startJournals,
  startSweeper,
} from '#server/auction/index.ts';
import type { JournalCounts } from '#server/auction/journal/journal-memory.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { startProgram } from './program.ts';

/** Parts of the core in a process of their own, so that it can be killed or frozen. */
export interface CoreProcess {
  readonly child: ChildProcess;
  /** What the journal counted when it last said so (every 50 ms). */
  counts(): JournalCounts;
  /** Partitions its journal keeps. */
  kept(): number;
  /** Resolves when the look at the last report is true; rejects when the process ends before. */
  until(look: (process: CoreProcess) => boolean, what: string): Promise<void>;
  /** From now on its journal kills itself when it passes this step (`step` or `step:n`). */
  crashAt(step: string): void;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Everything it logged. */
  output(): string;
}

export interface CoreProcessOptions {
  databaseUrl: string;
  redisUrl: string;
  namespace: string;
  partitions: number;
  owner: string;
  parts: ('journal' | 'clock' | 'sweeper')[];
  env?: Record<string, string>;
}

interface Report {
  counts: JournalCounts | null;
  kept: number;
}

export async function startCoreProcess(options: CoreProcessOptions): Promise<CoreProcess> {
  const child = startProgram('tests/support/core-process.ts', {
    ipc: true,
    env: { ...process.env, ...options.env, SAVDO_TEST_CORE: JSON.stringify(options) },
  });
  let report: Report = { counts: null, kept: 0 };
  let output = '';
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  child.stderr?.on('data', (part: Buffer) => (output = (output + part).slice(-20_000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"counts"')) report = JSON.parse(line) as Report;
    else output = `${output}${line}\n`.slice(-20_000);
    changed();
  });
  child.on('exit', changed);
  const self: CoreProcess = {
    child,
    counts: () => {
      if (!report.counts) throw new Error(`no report yet:\n${output}`);
      return report.counts;
    },
    kept: () => report.kept,
    output: () => output,
    until: (look, what) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (report.counts && look(self)) resolve();
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`ended before ${what}:\n${output}`));
          else return;
          listeners.delete(check);
        };
        listeners.add(check);
        check();
      }),
    crashAt: (step) => void child.send({ crashAt: step }),
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
  await self.until(() => true, 'its first report');
  return self;
}

/** What the child does. */
function main(options: CoreProcessOptions): void {
  const { databaseUrl, redisUrl, namespace, partitions, owner, parts } = options;
  const log = createLogger({ level: 'warn', process: owner });
  process.on('message', (message: { crashAt: string }) => (process.env.SAVDO_CRASH_AT = message.crashAt));
  const state = () => createAuctionState({ url: redisUrl, namespace, partitions });
  const journal = parts.includes('journal')
    ? startJournals({ state: state(), databaseUrl, owner, log })
    : null;
  if (parts.includes('clock')) startClock({ state: state(), log });
  if (parts.includes('sweeper')) {
    const { db } = createDatabase({ url: databaseUrl, poolSize: 2 });
    startSweeper({ state: state(), lots: createDueLotsRepository(db), log, everyMs: 200, graceMs: 500 });
  }
  const say = () =>
    process.stdout.write(
      `${JSON.stringify({ counts: journal?.counts() ?? {}, kept: journal?.kept().length ?? 0 })}\n`,
    );
  setInterval(say, 50);
  say();
  // The test is gone: nobody needs this process any more.
  setInterval(() => process.ppid === 1 && process.exit(0), 500);
}

if (process.env.SAVDO_TEST_CORE && process.argv[1] === fileURLToPath(import.meta.url)) {
  main(JSON.parse(process.env.SAVDO_TEST_CORE) as CoreProcessOptions);
}
