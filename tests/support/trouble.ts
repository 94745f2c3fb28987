import { startCoreProcess, type CoreProcess } from './core-process.ts';
import { startRedis, type OwnRedis } from './redis-server.ts';
import { testDatabase } from './services.ts';
import { Storm } from './storm.ts';

export interface Trouble {
  redis: OwnRedis;
  storm: Storm;
  /** The journal started first: it keeps every partition. */
  journal: CoreProcess;
  databaseUrl: string;
  /** Another process of the core beside it. */
  start(
    owner: string,
    parts: ('journal' | 'clock' | 'sweeper')[],
    env?: Record<string, string>,
  ): Promise<CoreProcess>;
  /** Does harm at a moment when bids are under way; how many there were is added to `caughtInFlight`. */
  catchInFlight(harm: () => Promise<unknown> | unknown): Promise<void>;
  caughtInFlight: number;
  /** One line about the run: what was answered, what the journal went through. */
  say(line: string): void;
  close(): Promise<void>;
}

export interface TroubleOptions {
  aof?: boolean;
  partitions?: number;
  /** Environment of the first journal: crash points, breaks. */
  env?: Record<string, string>;
  answerBeforeCommit?: boolean;
  /** A PostgreSQL of one's own instead of a database of the test run's. */
  databaseUrl?: string;
}

/** Everything a fault test needs: a Redis to kill, a journal in a process of its own, bidders, a database. */
export async function startTrouble(options: TroubleOptions = {}): Promise<Trouble> {
  const partitions = options.partitions ?? 8;
  const namespace = 'fault:';
  const [database, redis] = await Promise.all([
    options.databaseUrl === undefined ? testDatabase() : null,
    startRedis({ aof: options.aof ?? false }),
  ]);
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const processes: CoreProcess[] = [];
  const start: Trouble['start'] = async (owner, parts, env = {}) => {
    const process = await startCoreProcess({
      databaseUrl,
      redisUrl: redis.url,
      namespace,
      partitions,
      owner,
      parts,
      env,
    });
    processes.push(process);
    return process;
  };
  const journal = await start('journal-1', ['journal'], options.env);
  await journal.until((process) => process.kept() === partitions, 'it keeps every partition');
  const storm = new Storm({
    databaseUrl,
    redisUrl: redis.url,
    namespace,
    partitions,
    answerBeforeCommit: options.answerBeforeCommit ?? false,
  });
  await storm.state.ready?.();
  const trouble: Trouble = {
    redis,
    storm,
    journal,
    databaseUrl,
    start,
    caughtInFlight: 0,
    say(line) {
      const { answered, accepted, tally } = storm;
      const about = { answered, accepted, inFlightAtKills: trouble.caughtInFlight, tally };
      process.stdout.write(`${line} ${JSON.stringify(about)} ${JSON.stringify(journal.counts())}\n`);
    },
    async catchInFlight(harm) {
      const until = performance.now() + 5_000;
      while (storm.inFlight === 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 1));
      trouble.caughtInFlight += storm.inFlight;
      await harm();
    },
    async close() {
      // A test that failed half-way leaves bidders waiting: what they wait for is ended under them.
      await Promise.race([storm.close(), new Promise((resolve) => setTimeout(resolve, 8_000))]);
      for (const process of processes) {
        process.child.kill('SIGCONT');
        await process.kill();
      }
      await redis.stop();
      await database?.close();
    },
  };
  return trouble;
}
