import { ConfigProblem, type Config } from '#server/platform/config/index.ts';
import {
  pendingMigrations,
  readDatabaseSettings,
  weaknessesOfDatabase,
  type AnyDatabase,
} from '#server/platform/database/index.ts';
import {
  connectProbe,
  readRedisSettings,
  weaknessesOfRedis,
  type RedisRole,
} from '#server/platform/redis/index.ts';
import type { Platform } from './platform.ts';

export interface Readiness {
  ready: boolean;
  /** Why work cannot be done, or a promise not kept. */
  problems: string[];
  /** What weakens a promise but is accepted here: test services, settings that could not be read. */
  warnings: string[];
}

interface Found {
  /** Nothing works without it. */
  broken?: string[];
  /** A setting that weakens a promise. */
  weak?: string[];
  /** Could not be looked at. */
  unknown?: string[];
}

const LOOK_LIMIT_MS = 4_000;

const reason = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

async function lookAtDatabase(database: AnyDatabase): Promise<Found> {
  const [settings, pending] = await Promise.all([
    readDatabaseSettings(database.pool),
    pendingMigrations(database.db),
  ]);
  const broken = pending.length > 0 ? [`postgresql: migrations missing: ${pending.join(', ')}`] : [];
  return { broken, weak: weaknessesOfDatabase(settings) };
}

async function lookAtRedis(role: RedisRole, url: string): Promise<Found> {
  const probe = await connectProbe(url);
  try {
    await probe.ping();
    return { weak: weaknessesOfRedis(role, await readRedisSettings(probe)) };
  } catch (error) {
    // Not retried: the next look asks again. A hosted Redis may refuse CONFIG, which hides settings and breaks nothing.
    if (/CONFIG|NOPERM|unknown command/i.test(reason(error))) {
      return { unknown: [`${role} redis: settings cannot be read (${reason(error)}): keep noeviction on`] };
    }
    throw error;
  } finally {
    probe.disconnect();
  }
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

/**
 * Refuses to start on a PostgreSQL that may lose answered bids: a promise no later check could repair. A server that
 * cannot be reached yet is waited for by /readyz instead.
 */
export async function requireDurability(platform: Pick<Platform, 'config' | 'database'>): Promise<void> {
  if (platform.config.test) return;
  const found = await within('postgresql', lookAtDatabase(platform.database));
  if (found.weak && found.weak.length > 0) throw new ConfigProblem(found.weak);
}

/** Looks at everything a promise depends on, now. Never rejects. */
export async function checkReadiness(
  config: Pick<Config, 'auctionRedisUrl' | 'jobsRedisUrl' | 'test'>,
  database: AnyDatabase,
): Promise<Readiness> {
  const found = await Promise.all([
    within('postgresql', lookAtDatabase(database)),
    within('auction redis', lookAtRedis('auction', config.auctionRedisUrl)),
    within('jobs redis', lookAtRedis('jobs', config.jobsRedisUrl)),
  ]);
  const all = (part: keyof Found) => found.flatMap((each) => each[part] ?? []);
  const problems = config.test ? all('broken') : [...all('broken'), ...all('weak')];
  const warnings = config.test ? [...all('weak'), ...all('unknown')] : all('unknown');
  return { ready: problems.length === 0, problems, warnings };
}
