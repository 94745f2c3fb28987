import { startCoreProcess, type CoreProcess } from './core-process.ts';
import { startRedis, type OwnRedis } from './redis-server.ts';
import { testDatabase } from './services.ts';
import { Storm } from './storm.ts';
import { startUnrulyProxy, type UnrulyProxy } from './unruly-proxy.ts';

export interface Trouble {
  redis: OwnRedis;
  storm: Storm;
  /** The journal started first: it keeps every partition. */
  journal: CoreProcess;
  databaseUrl: string;
  /** Between the web side and Redis; between every journal and PostgreSQL. Only with `proxies`. */
  webToRedis: UnrulyProxy | null;
  journalToPostgres: UnrulyProxy | null;
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
  /** Puts a proxy between the web side and Redis, and one between the journal and PostgreSQL. */
  proxies?: boolean;
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
  const through = (url: string, proxy: UnrulyProxy | null): string => {
    if (!proxy) return url;
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    return address.href;
  };
  const proxyTo = async (url: string, usual: number) =>
    options.proxies ? startUnrulyProxy(Number(new URL(url).port || usual)) : null;
  const webToRedis = await proxyTo(redis.url, 6379);
  const journalToPostgres = await proxyTo(databaseUrl, 5432);
  const start: Trouble['start'] = async (owner, parts, env = {}) => {
    const process = await startCoreProcess({
      databaseUrl: through(databaseUrl, journalToPostgres),
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
    redisUrl: through(redis.url, webToRedis),
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
    webToRedis,
    journalToPostgres,
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
      await Promise.all([webToRedis?.close(), journalToPostgres?.close()]);
      await redis.stop();
      await database?.close();
    },
  };
  return trouble;
}
