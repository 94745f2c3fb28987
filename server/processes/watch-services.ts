import type { Config } from '#server/platform/config/index.ts';
import type { Database } from '#server/platform/database/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { connectProbe } from '#server/platform/redis/index.ts';

const LIMIT_MS = 3_000;

interface Watched {
  config: Pick<Config, 'auctionRedisUrl' | 'jobsRedisUrl'>;
  database: Pick<Database, 'pool'>;
  metrics: Pick<Metrics, 'serviceReachable'>;
}

/** Looks once whether the servers answer. Never rejects: that one does not is the answer. */
export async function lookAtServices({ config, database, metrics }: Watched): Promise<void> {
  const looks: Record<string, Promise<unknown>> = {
    postgresql: database.pool.query('select 1'),
    // Of a cluster any server: each master has its own figure of memory.
    'auction redis': Promise.any(config.auctionRedisUrl.split(',').map(ping)),
    'jobs redis': ping(config.jobsRedisUrl),
  };
  await Promise.all(
    Object.entries(looks).map(async ([service, look]) => {
      metrics.serviceReachable.set({ service }, (await answersInTime(look)) ? 1 : 0);
    }),
  );
}

async function ping(url: string): Promise<void> {
  const probe = await connectProbe(url);
  try {
    await probe.ping();
  } finally {
    probe.disconnect();
  }
}

async function answersInTime(look: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, false);
  });
  try {
    return await Promise.race([look.then(() => true), late]);
  } catch {
    // Not retried here: the next look asks again.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
