import { setTimeout as pause } from 'node:timers/promises';
import type { Config, ProcessType } from '#server/platform/config/index.ts';
import { startProcessReports } from '#server/platform/process-reports/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import { readBidReadiness, type BidReadiness } from './bid-readiness.ts';
import { box } from './box.ts';
import { claimDatabase } from './claim-database.ts';
import { CHILD_FLAG, reportReady, startChild, type Child } from './children.ts';
import { giveWay, givesWay } from './give-way.ts';
import { openPlatform, type Platform } from './platform.ts';
import { requireDurability } from './readiness.ts';
import { startAdmin } from './admin.ts';
import type { Started } from './started.ts';
import { lookAtServices } from './watch-services.ts';

/** The address is printed when people can sign in there, and with the demo's sign-ins in it. */
const CHILD_LIMIT_MS = 15_000;
const SERVICES_MS = 5_000;

type Starter = (platform: Platform) => Promise<Started>;

/** Loaded only where they run: the identity site needs no auction, a worker no sockets. */
const STARTERS: Record<ProcessType, () => Promise<Starter>> = {
  journal: async () => (await import('./journal.ts')).startJournalProcess,
  clock: async () => (await import('./clock.ts')).startClockProcess,
  worker: async () => (await import('./worker.ts')).startWorkerProcess,
  web: async () => (await import('./web.ts')).startWebProcess,
  identity: async () => (await import('./identity.ts')).startIdentityProcess,
  demo: async () => (await import('./demo.ts')).startDemoProcess,
};

/** Bids need a journal before the first of them comes, so it starts first and ends last. */
const ORDER: readonly ProcessType[] = ['journal', 'clock', 'worker', 'web', 'identity', 'demo'];

/**
 * In one process under `npm start`; each needs PostgreSQL and both Redis. The sign-in site and the demo know nothing of the auction: each
 * has a process of its own.
 */
const TOGETHER: readonly ProcessType[] = ['journal', 'clock', 'worker', 'web'];

type End = (why: string, code: number) => Promise<void>;

/** Ends the process after the ordered shutdown, on a signal, or with the parent of a child; returns what else may end it so. */
function endOrderly(platform: Platform): End {
  const { shutdown, logger } = platform;
  const end: End = async (why, code) => {
    if (shutdown.started) return;
    logger.info({ why }, 'shutting down');
    await shutdown.run();
    process.exit(code);
  };
  process.on('SIGTERM', () => void end('SIGTERM', 0));
  // Ctrl-C reaches the children, too; they end when the parent says so.
  process.on('SIGINT', () => {
    if (!process.env[CHILD_FLAG]) void end('SIGINT', 0);
  });
  if (process.env[CHILD_FLAG]) {
    process.on('disconnect', () => void end('the parent is gone', 0));
    // It may have gone while this process was being loaded: the event is not repeated.
    if (!process.connected) void end('the parent is gone', 0);
  }
  // A fault nobody caught leaves unknown state behind: a new process is the safe way on.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected fault');
    void end('unexpected fault', 1);
  });
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unexpected rejection');
    void end('unexpected rejection', 1);
  });
  return end;
}

/** Asks a PostgreSQL that did not answer at the start until it does, and ends the process if it may lose answered bids. */
async function refuseOnceReached(platform: Platform, end: End): Promise<void> {
  const { logger, shutdown } = platform;
  logger.warn('PostgreSQL does not answer yet: whether it may lose answered bids is asked until it does');
  try {
    do await pause(SERVICES_MS, undefined, { ref: false });
    while (!shutdown.started && !(await requireDurability(platform)));
  } catch (error) {
    // Not retried: no later answer could be another one.
    logger.fatal({ err: error }, 'PostgreSQL breaks a promise');
    await end('PostgreSQL breaks a promise', 1);
  }
}

function startChildren(platform: Platform): Child[] {
  const { config, logger, shutdown } = platform;
  const wanted: ProcessType[] = [];
  if (config.signIn.shipped) wanted.push('identity');
  if (config.demo) wanted.push('demo');
  // The children must agree with us on addresses, also where ours came from defaults.
  const env = { PUBLIC_URL: config.publicUrl, IDENTITY_URL: config.signIn.identityUrl };
  return wanted.map((name) => {
    const child = startChild(name, logger, env);
    shutdown.add(`process ${name}`, () => child.stop());
    return child;
  });
}

/** Leases are the journal's work; loaded only where they are judged: the identity site knows nothing of the auction. */
async function leases(platform: Platform): Promise<() => Promise<BidReadiness>> {
  const { createAuctionLogRepository, openAuctionState } = await import('#server/auction/index.ts');
  const state = await openAuctionState(platform, 'health');
  const repository = createAuctionLogRepository(platform.database.db);
  return () => readBidReadiness(state, repository, null);
}

/** Loaded only where all servers are needed, see above. */
async function watchServices(platform: Platform): Promise<void> {
  const { every } = await import('#server/jobs/index.ts');
  const stop = every(SERVICES_MS, 'servers within reach', platform.logger, () => lookAtServices(platform));
  platform.shutdown.add('servers within reach', stop);
}

/** Starts what PROCESSES names, or the whole platform, and returns once it works. */
export async function runProcesses(config: Config): Promise<void> {
  const types = ORDER.filter((type) => (config.processes ?? TOGETHER).includes(type));
  // Before anything runs: loading takes seconds, in which a journal or a connection that is there already would seem dead.
  const starters = await Promise.all(types.map((type) => STARTERS[type]()));
  const platform = openPlatform(config, config.processes ? types.join('+') : 'platform');
  platform.logger.info({ ...readVersion(), node: process.version }, 'starting');
  const end = endOrderly(platform);
  if (givesWay(types)) giveWay();
  const stopReports = startProcessReports({
    ...platform,
    namespace: config.redisNamespace,
    pool: platform.database.pool,
    types: types.join('+'),
  });
  platform.shutdown.add('reports of the process', stopReports);
  if (!(await requireDurability(platform))) void refuseOnceReached(platform, end);
  await claimDatabase(platform, types.includes('demo'));
  const lines: string[] = [];
  for (const [i, start] of starters.entries()) {
    lines.push(...((await start(platform)).lines ?? []));
    platform.logger.info({ type: types[i] }, 'started');
  }
  if (types.some((type) => TOGETHER.includes(type))) await watchServices(platform);
  if (!types.includes('web'))
    await startAdmin(platform, types.includes('journal') ? await leases(platform) : undefined);
  if (config.processes) {
    for (const type of types) reportReady(type, types.length === 1 ? lines : []);
    return;
  }
  const children = startChildren(platform);
  const messages = await Promise.all(children.map((child) => within(child.ready, CHILD_LIMIT_MS)));
  const demo = messages.flatMap((message) => (message?.lines.length ? ['', ...message.lines] : []));
  process.stdout.write(box(['Savdo', '', `Open  ${config.publicUrl}`, ...lines, ...demo]));
  // What a late child has to say gets a box of its own.
  for (const [i, child] of children.entries()) {
    if (messages[i] === null) void child.ready.then((late) => printLines(late.lines));
  }
}

function printLines(lines: string[]): void {
  if (lines.length > 0) process.stdout.write(box(lines));
}

/** The value, or null when it is late: a child that takes its time does not hold the rest back. */
async function within<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
