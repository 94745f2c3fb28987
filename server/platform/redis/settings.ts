/** `auction` orders bids and may lose everything; `jobs` holds queues, sessions and limits and may not. */
export type RedisRole = 'auction' | 'jobs';

/** The server settings on which guarantees depend. */
export interface RedisSettings {
  version: string;
  maxmemoryPolicy: string;
  appendOnly: boolean;
  /** Cluster servers only: whether the others continue when the slots of one are lost. */
  partlyUsable?: boolean;
}

/** One sentence for every setting that weakens a guarantee; empty when there is none. */
export function weaknessesOfRedis(role: RedisRole, settings: RedisSettings): string[] {
  const found: string[] = [];
  if (settings.maxmemoryPolicy !== 'noeviction') {
    found.push(
      `${role} redis: maxmemory-policy is ${settings.maxmemoryPolicy}, must be noeviction (keys could vanish)`,
    );
  }
  if (role === 'jobs' && !settings.appendOnly) {
    found.push('jobs redis: appendonly is off, queued jobs and sessions are lost when it restarts');
  }
  if (settings.partlyUsable === false) {
    found.push(
      `${role} redis: cluster-require-full-coverage is on, must be off (one lost server would hold every room)`,
    );
  }
  const [major = 0] = settings.version.split('.').map(Number);
  if (major < 7) found.push(`${role} redis: version ${settings.version} is older than 7.0`);
  return found;
}

const NAMES = ['maxmemory-policy', 'appendonly', 'cluster-enabled', 'cluster-require-full-coverage'];

interface Asking {
  info(section: string): Promise<string>;
  config(command: 'GET', ...names: string[]): Promise<unknown>;
}

/** Reads the settings of a connected server. A hosted Redis may forbid CONFIG: then it rejects and the caller says so. */
export async function readRedisSettings(client: Asking): Promise<RedisSettings> {
  const [info, raw] = await Promise.all([
    client.info('server'),
    client.config('GET', ...NAMES) as Promise<string[]>,
  ]);
  const pairs = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.set(raw[i] as string, raw[i + 1] as string);
  return {
    version: /redis_version:(\S+)/.exec(info)?.[1] ?? '0',
    maxmemoryPolicy: pairs.get('maxmemory-policy') ?? 'unknown',
    appendOnly: pairs.get('appendonly') === 'yes',
    ...(pairs.get('cluster-enabled') === 'yes' && {
      partlyUsable: pairs.get('cluster-require-full-coverage') === 'no',
    }),
  };
}
