/** Sentences naming every setting that weakens a promise; empty when all is well. */
export function weaknessesOfRedis(role, settings) {
  const found = [];
  if (settings.maxmemoryPolicy !== 'noeviction') {
    found.push(
      `${role} redis: maxmemory-policy is ${settings.maxmemoryPolicy}, must be noeviction (keys could vanish)`,
    );
  }
  if (role === 'jobs' && !settings.appendOnly) {
    found.push('jobs redis: appendonly is off, queued jobs and sessions are lost when it restarts');
  }
  const [major = 0] = settings.version.split('.').map(Number);
  if (major < 7) found.push(`${role} redis: version ${settings.version} is older than 7.0`);
  return found;
}
/** Reads the settings of a connected server. A hosted Redis may forbid CONFIG: then it rejects and the caller says so. */
export async function readRedisSettings(client) {
  const [info, raw] = await Promise.all([
    client.info('server'),
    client.config('GET', 'maxmemory-policy', 'appendonly'),
  ]);
  const pairs = new Map();
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.set(raw[i], raw[i + 1]);
  return {
    version: /redis_version:(\S+)/.exec(info)?.[1] ?? '0',
    maxmemoryPolicy: pairs.get('maxmemory-policy') ?? 'unknown',
    appendOnly: pairs.get('appendonly') === 'yes',
  };
}
