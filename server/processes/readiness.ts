import { ConfigProblem, type Config } from '#server/platform/config/index.ts';
import {
  pendingMigrations,
  readDatabaseSettings,
  readRoleFacts,
  readStandbySettings,
  standbyWarning,
  tablesWithoutNextMonth,
  weaknessesOfDatabase,
  weaknessOfRole,
  type AnyDatabase,
} from '#server/platform/database/index.ts';
import {
  clusterMasters,
  connectProbe,
  memoryWarning,
  readRedisMemory,
  readRedisSettings,
  weaknessesOfRedis,
  type RedisRole,
} from '#server/platform/redis/index.ts';
import { partitionsHeld, problemsOfBids, type BidReadiness, type HeldPartition } from './bid-readiness.ts';
import type { Platform } from './platform.ts';

/** Two questions: a platform that takes no bids for a while still serves its pages, and stays in its proxy. */
export interface Readiness {
  /** Pages and the API are served. */
  ready: boolean;
  /** Why work cannot be done, or a promise not kept. */
  problems: string[];
  bids: BidsTaken;
  /** What weakens a promise but is accepted here, and what is to be seen to: test services, memory that is nearly full. */
  warnings: string[];
}

interface BidsTaken {
  /** Bids of every room are answered: never without `ready`. */
  taken: boolean;
  problems: string[];
  partitions: HeldPartition[];
}

interface Found {
  /** Nothing works without it. */
  broken?: string[];
  /** A setting that weakens a promise. */
  weak?: string[];
  /** Could not be looked at. */
  unknown?: string[];
  /** Works, and is to be seen to before it does not. */
  alarm?: string[];
}

/** Of each look: a probe is answered with what was silent before its own limit. */
const LOOK_LIMIT_MS = 2_000;

const reason = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

async function lookAtDatabase(database: AnyDatabase): Promise<Found> {
  const [settings, standbys, role, pending] = await Promise.all([
    readDatabaseSettings(database.pool),
    readStandbySettings(database.pool),
    readRoleFacts(database.pool),
    pendingMigrations(database.db),
  ]);
  const alarm = [standbyWarning(standbys), weaknessOfRole(role)].filter((warning) => warning !== null);
  const broken = pending.length > 0 ? [`postgresql: migrations missing: ${pending.join(', ')}`] : [];
  return { broken, weak: weaknessesOfDatabase(settings), alarm };
}

/** @param name of the server in what is found: with its address where there are several */
async function lookAtRedis(role: RedisRole, url: string, name = `${role} redis`): Promise<Found> {
  const alarm: string[] = [];
  const probe = await connectProbe(url);
  try {
    await probe.ping();
    const warning = role === 'auction' ? memoryWarning(name, await readRedisMemory(probe)) : null;
    if (warning) alarm.push(warning);
    return { weak: weaknessesOfRedis(role, await readRedisSettings(probe)), alarm };
  } catch (error) {
    // Not retried: the next look asks again. A hosted Redis may refuse CONFIG, which hides settings and breaks nothing.
    if (/CONFIG|NOPERM|unknown command/i.test(reason(error))) {
      return {
        unknown: [`${name}: settings cannot be read (${reason(error)}): keep noeviction on`],
        alarm,
      };
    }
    throw error;
  } finally {
    probe.disconnect();
  }
}

/** A server of a cluster that is away holds its own rooms and is told of; the process goes on with those of the others. */
async function lookAtCluster(urls: readonly string[]): Promise<Found> {
  const masters = await mastersOf(urls);
  const found = await Promise.all(
    masters.map((url) => {
      const name = `auction redis ${new URL(url).host}`;
      return lookAtRedis('auction', url, name).catch((error: unknown): Found => {
        // The answer itself: whoever asked sees it and asks again.
        return { unknown: [`${name}: its rooms are held (${reason(error)})`] };
      });
    }),
  );
  return {
    weak: [...new Set(found.flatMap(({ weak }) => weak ?? []))],
    unknown: found.flatMap(({ unknown }) => unknown ?? []),
    alarm: found.flatMap(({ alarm }) => alarm ?? []),
  };
}

/** As the first server that answers knows them. */
async function mastersOf(urls: readonly string[]): Promise<string[]> {
  return Promise.any(
    urls.map(async (url) => {
      const probe = await connectProbe(url);
      try {
        const masters = await clusterMasters(probe, url);
        return [...new Set(masters.map((master) => master.url))];
      } finally {
        probe.disconnect();
      }
    }),
  ).catch((error: unknown) => {
    // Not retried: the next look asks again.
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}

async function within(what: string, look: Promise<Found>): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LOOK_LIMIT_MS} ms`)), LOOK_LIMIT_MS);
  });
  try {
    return await Promise.race([look, limit]);
  } catch (error) {
    // The answer itself: whoever asked sees it and asks again.
    return { broken: [`${what}: ${reason(error)}`] };
  } finally {
    clearTimeout(timer);
  }
}

async function lookAtPartitions({ pool }: AnyDatabase): Promise<Found> {
  const tables = await tablesWithoutNextMonth(pool);
  if (tables.length === 0) return {};
  return {
    alarm: [`${tables.join(', ')}: no partition for the next month (npm run cli -- database partitions)`],
  };
}

async function lookAtRole({ pool }: AnyDatabase): Promise<Found> {
  const weakness = weaknessOfRole(await readRoleFacts(pool));
  return { weak: weakness ? [weakness] : [] };
}

const lookAtFiles = async (warnings: () => Promise<string[]>): Promise<Found> => ({
  alarm: await warnings(),
});

/**
 * Refuses to start on a PostgreSQL that may lose answered bids, and an installation also with a role that may change the
 * past: promises no later check could repair. A server that cannot be reached yet is waited for by /readyz instead.
 */
export async function requireDurability(platform: Pick<Platform, 'config' | 'database'>): Promise<void> {
  const { config, database } = platform;
  if (config.test) return;
  const looks = [lookAtDatabase(database), ...(config.installed ? [lookAtRole(database)] : [])];
  const found = await Promise.all(looks.map((look) => within('postgresql', look)));
  const weak = found.flatMap((each) => each.weak ?? []);
  if (weak.length > 0) throw new ConfigProblem(weak);
}

/**
 * Looks at everything a promise depends on, now. Never rejects, and waits for no look longer than its limit.
 * @param bids reads the leases and the feed; they are not looked at without it
 * @param files warnings of where files are stored
 */
export async function checkReadiness(
  config: Pick<Config, 'auctionRedisUrl' | 'auctionRedisCluster' | 'jobsRedisUrl' | 'test'>,
  database: AnyDatabase,
  bids?: () => Promise<BidReadiness>,
  files: () => Promise<string[]> = () => Promise.resolve([]),
): Promise<Readiness> {
  let partitions: HeldPartition[] = [];
  const lookAtBids = async (read: () => Promise<BidReadiness>): Promise<Found> => {
    const found = await read();
    partitions = partitionsHeld(found);
    return { broken: problemsOfBids(found) };
  };
  const [ofPages, ofBids, ofFiles] = await Promise.all([
    Promise.all([
      within('postgresql', lookAtDatabase(database)),
      within('partitions', lookAtPartitions(database)),
      within('jobs redis', lookAtRedis('jobs', config.jobsRedisUrl)),
    ]),
    Promise.all([
      within(
        'auction redis',
        config.auctionRedisCluster
          ? lookAtCluster(config.auctionRedisUrl.split(','))
          : lookAtRedis('auction', config.auctionRedisUrl),
      ),
      bids ? within('leases', lookAtBids(bids)) : {},
    ]),
    within('files', lookAtFiles(files)),
  ]);
  const all = (found: readonly Found[], part: keyof Found) => found.flatMap((each) => each[part] ?? []);
  const problemsOf = (found: readonly Found[]) =>
    config.test ? all(found, 'broken') : [...all(found, 'broken'), ...all(found, 'weak')];
  // Pages are served without a look at the files.
  const found: Found[] = [
    ...ofPages,
    ...ofBids,
    { alarm: [...(ofFiles.alarm ?? []), ...(ofFiles.broken ?? [])] },
  ];
  const problems = problemsOf(ofPages);
  const problemsForBids = problemsOf(ofBids);
  return {
    ready: problems.length === 0,
    problems,
    bids: {
      taken: problems.length === 0 && problemsForBids.length === 0,
      problems: problemsForBids,
      partitions,
    },
    warnings: [...(config.test ? all(found, 'weak') : []), ...all(found, 'unknown'), ...all(found, 'alarm')],
  };
}
