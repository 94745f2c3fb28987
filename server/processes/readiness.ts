import { ConfigProblem, type Config } from '#server/platform/config/index.ts';
import {
  pendingMigrations,
  readDatabaseSettings,
  readKind,
  readRoleFacts,
  readStandbySettings,
  standbyWarning,
  tablesWithoutPartitions,
  weaknessesOfDatabase,
  weaknessOfRole,
  type Database,
} from '#server/platform/database/index.ts';
import {
  connectProbe,
  mastersKnownTo,
  memoryWarning,
  readRedisMemory,
  readRedisSettings,
  weaknessesOfRedis,
  type RedisRole,
} from '#server/platform/redis/index.ts';
import { answerWithin } from '#server/platform/time-limits/index.ts';
import {
  partitionsHeld,
  problemsOfBids,
  problemsOfRooms,
  type BidReadiness,
  type HeldPartition,
} from './bid-readiness.ts';
import { lookAtKind } from './claim-database.ts';
import { plainReason } from './plain-reason.ts';
import type { Platform } from './platform.ts';

/** What pages need. */
export interface PagesLook {
  /** Pages and the API are served. */
  ready: boolean;
  /** Why work cannot be done, or a promise is broken. */
  problems: string[];
  /** What weakens a promise but is accepted here, and what is to be seen to: test services, memory that is nearly full. */
  warnings: string[];
}

/** What pages are served without: bids, and where files are stored. */
export interface BesidesLook {
  bids: BidsLook;
  warnings: string[];
}

interface BidsLook {
  /** Bids of every room are answered. */
  taken: boolean;
  /** Why they are not, and what else has stopped in the rooms. */
  problems: string[];
  /** Those whose bids are held for want of a renewed lease; null: that cannot be read. */
  partitions: HeldPartition[] | null;
}

/**
 * Two questions: a platform that takes no bids for a while still serves its pages, and stays in its proxy. Each looks at
 * everything it depends on, now. Neither rejects, nor waits for a server longer than a limit.
 */
export interface ReadinessLooks {
  pages: () => Promise<PagesLook>;
  besides: () => Promise<BesidesLook>;
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

type Purpose = Pick<Config, 'demo' | 'sandboxesAllowed'>;

async function lookAtDatabase(purpose: Purpose, database: Database): Promise<Found> {
  const [settings, standbys, role, pending] = await Promise.all([
    readDatabaseSettings(database.pool),
    readStandbySettings(database.pool),
    readRoleFacts(database.pool),
    pendingMigrations(database.pool),
  ]);
  const alarm = [standbyWarning(standbys), weaknessOfRole(role)].filter((warning) => warning !== null);
  const weak = weaknessesOfDatabase(settings);
  // Everything works without it.
  const unread = database.reads.problem();
  if (unread !== null) alarm.push(`postgresql: the read replica is not read: it ${unread}`);
  if (pending.length > 0) {
    const broken = [`postgresql: migrations missing: ${pending.join(', ')}`];
    return { broken, weak, alarm };
  }
  const kind = lookAtKind(await readKind(database.pool), purpose);
  alarm.push(...kind.alarm);
  const unprepared = await tablesWithoutPartitions(database.pool);
  if (unprepared.length > 0)
    alarm.push(
      `${unprepared.join(', ')}: no partition for what comes next (npm run cli -- database partitions)`,
    );
  return { broken: kind.broken, weak, alarm };
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
    if (/CONFIG|NOPERM|unknown command/i.test(plainReason(error))) {
      return {
        unknown: [`${name}: settings cannot be read (${plainReason(error)}): keep noeviction on`],
        alarm,
      };
    }
    throw error;
  } finally {
    probe.disconnect();
  }
}

/** A server of a cluster that is away holds its own rooms and is named; the process goes on with those of the others. */
async function lookAtCluster(urls: readonly string[]): Promise<Found> {
  const masters = await mastersKnownTo(urls);
  const found = await Promise.all(
    masters.map((url) => {
      const name = `auction redis ${new URL(url).host}`;
      return lookAtRedis('auction', url, name).catch((error: unknown): Found => {
        // The answer itself: the caller sees it and asks again.
        return { unknown: [`${name}: its rooms are held (${plainReason(error)})`] };
      });
    }),
  );
  return {
    weak: [...new Set(found.flatMap(({ weak }) => weak ?? []))],
    unknown: found.flatMap(({ unknown }) => unknown ?? []),
    alarm: found.flatMap(({ alarm }) => alarm ?? []),
  };
}

async function within(what: string, look: Promise<Found>): Promise<Found> {
  try {
    return await answerWithin(look, LOOK_LIMIT_MS);
  } catch (error) {
    // The answer itself: the caller sees it and asks again.
    return { broken: [`${what}: ${plainReason(error)}`] };
  }
}

const lookAtFiles = async (warnings: () => Promise<string[]>): Promise<Found> => ({
  alarm: await warnings(),
});

/** What weakens a promise for good: read by itself, so that nothing slower keeps it from its answer. */
async function lookAtDurability({ config, database }: Pick<Platform, 'config' | 'database'>): Promise<Found> {
  const [settings, role] = await Promise.all([
    readDatabaseSettings(database.pool),
    config.installed ? readRoleFacts(database.pool) : null,
  ]);
  const weakness = role && weaknessOfRole(role);
  return { weak: [...weaknessesOfDatabase(settings), ...(weakness ? [weakness] : [])] };
}

/**
 * Refuses a PostgreSQL that may lose answered bids, and in an installation also a role that may change the past: promises no later check
 * could repair. False: it did not answer, and is to be asked again.
 * @throws ConfigProblem
 */
export async function requireDurability(platform: Pick<Platform, 'config' | 'database'>): Promise<boolean> {
  if (platform.config.test) return true;
  const { broken = [], weak = [] } = await within('postgresql', lookAtDurability(platform));
  if (weak.length > 0) throw new ConfigProblem(weak);
  return broken.length === 0;
}

/**
 * @param bids reads the leases and the feed; they are not looked at without it
 * @param files warnings of where files are stored
 */
export function readinessLooks(
  config: Purpose & Pick<Config, 'auctionRedisUrl' | 'auctionRedisCluster' | 'jobsRedisUrl' | 'test'>,
  database: Database,
  bids?: () => Promise<BidReadiness>,
  files: () => Promise<string[]> = () => Promise.resolve([]),
): ReadinessLooks {
  const all = (found: readonly Found[], part: keyof Found) => found.flatMap((each) => each[part] ?? []);
  const problemsOf = (found: readonly Found[]) =>
    config.test ? all(found, 'broken') : [...all(found, 'broken'), ...all(found, 'weak')];
  const warningsOf = (found: readonly Found[]) => [
    ...(config.test ? all(found, 'weak') : []),
    ...all(found, 'unknown'),
    ...all(found, 'alarm'),
  ];
  return {
    async pages() {
      const found = await Promise.all([
        within('postgresql', lookAtDatabase(config, database)),
        within('jobs redis', lookAtRedis('jobs', config.jobsRedisUrl)),
      ]);
      const problems = problemsOf(found);
      return { ready: problems.length === 0, problems, warnings: warningsOf(found) };
    },

    async besides() {
      let read: BidReadiness | null = null;
      const lookAtLeases = async (): Promise<Found> => {
        read = (await bids?.()) ?? null;
        return { broken: read ? problemsOfBids(read) : [] };
      };
      const [server, leases, ofFiles] = await Promise.all([
        within(
          'auction redis',
          config.auctionRedisCluster
            ? lookAtCluster(config.auctionRedisUrl.split(','))
            : lookAtRedis('auction', config.auctionRedisUrl),
        ),
        within('leases', lookAtLeases()),
        within('files', lookAtFiles(files)),
      ]);
      const isRead = (found: BidReadiness | null): found is BidReadiness => found !== null;
      // Leases that cannot be read because their server is away are no second problem.
      const found = isRead(read) || !server.broken ? [server, leases] : [server];
      const holding = problemsOf(found);
      return {
        bids: {
          taken: holding.length === 0,
          problems: isRead(read) ? [...holding, ...problemsOfRooms(read)] : holding,
          partitions: isRead(read) ? partitionsHeld(read) : null,
        },
        // Bids and pages go on without a look at the files.
        warnings: warningsOf([...found, { alarm: [...(ofFiles.alarm ?? []), ...(ofFiles.broken ?? [])] }]),
      };
    },
  };
}
