import type { Config, ProcessType } from '#server/platform/config/index.ts';
import { box } from './box.ts';
import { CHILD_FLAG, reportReady, startChild, type Child } from './children.ts';
import { openPlatform, type Platform } from './platform.ts';
import { requireDurability } from './readiness.ts';
import { startAdmin } from './admin.ts';

const SITE_LIMIT_MS = 10_000;

/** What a started process type gives back. */
export interface Started {
  /** Lines for the box printed at start. */
  lines?: string[];
}

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

/** Together in one process; the sign-in site and the demo are strangers and get processes of their own. */
const TOGETHER: readonly ProcessType[] = ['journal', 'clock', 'worker', 'web'];

/** Ends the process after the ordered shutdown, on a signal, or with the parent of a child. */
function endOrderly(platform: Platform): void {
  const { shutdown, logger } = platform;
  const end = async (why: string, code: number) => {
    if (shutdown.started) return;
    logger.info({ why }, 'shutting down');
    await shutdown.run();
    process.exit(code);
  };
  process.on('SIGTERM', () => void end('SIGTERM', 0));
  process.on('SIGINT', () => void end('SIGINT', 0));
  if (process.env[CHILD_FLAG]) process.on('disconnect', () => void end('the parent is gone', 0));
  // A fault nobody caught leaves unknown state behind: a new process is the safe way on.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected fault');
    void end('unexpected fault', 1);
  });
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unexpected rejection');
    void end('unexpected rejection', 1);
  });
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

/** Starts what PROCESSES names, or the whole platform, and returns once it works. */
export async function runProcesses(config: Config): Promise<void> {
  const types = ORDER.filter((type) => (config.processes ?? TOGETHER).includes(type));
  const platform = openPlatform(config, config.processes ? types.join('+') : 'platform');
  endOrderly(platform);
  await requireDurability(platform);
  const lines: string[] = [];
  for (const type of types) {
    const start = await STARTERS[type]();
    lines.push(...((await start(platform)).lines ?? []));
    platform.logger.info({ type }, 'started');
  }
  if (!types.includes('web')) await startAdmin(platform);
  if (config.processes) {
    for (const type of types) reportReady(type, types.length === 1 ? lines : []);
    return;
  }
  const children = startChildren(platform);
  await siteAnswers(children);
  process.stdout.write(box(['Savdo', '', `Open  ${config.publicUrl}`, ...lines]));
  void announceDemo(children);
}

/** The address is printed when people can really sign in there; a site that is late does not hold the rest back. */
async function siteAnswers(children: Child[]): Promise<void> {
  const identity = children.find((child) => child.name === 'identity');
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SITE_LIMIT_MS);
  });
  await Promise.race([identity?.ready, limit]);
  clearTimeout(timer);
}

/** The demo prints its sign-ins once its people and rooms are there. */
async function announceDemo(children: Child[]): Promise<void> {
  const demo = children.find((child) => child.name === 'demo');
  const message = await demo?.ready;
  if (message && message.lines.length > 0) process.stdout.write(box(message.lines));
}
