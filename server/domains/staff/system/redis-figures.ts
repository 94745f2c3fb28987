import {
  connectProbe,
  mastersKnownTo,
  readRedisMemory,
  type RedisRole,
} from '#server/platform/redis/index.ts';
import type { SystemRedis } from '#shared/api/console/system.ts';

interface Servers {
  auctionRedisUrl: string;
  auctionRedisCluster: boolean;
  jobsRedisUrl: string;
}

/** Every Redis server of the platform, of a cluster each master. Never rejects: one that is away is shown as that. */
export async function readRedisFigures(servers: Servers): Promise<SystemRedis[]> {
  const auction = servers.auctionRedisUrl.split(',');
  // While none of a cluster answers, each that is configured is asked once more, and shown as away.
  const masters = servers.auctionRedisCluster
    ? await mastersKnownTo(auction).catch((): readonly string[] => auction)
    : auction;
  return Promise.all([
    ...masters.map((url) => figuresOf('auction', url)),
    figuresOf('jobs', servers.jobsRedisUrl),
  ]);
}

async function figuresOf(role: RedisRole, url: string): Promise<SystemRedis> {
  return { role, server: new URL(url).host, found: await ask(url) };
}

async function ask(url: string): Promise<SystemRedis['found']> {
  try {
    const probe = await connectProbe(url);
    try {
      const startedMs = performance.now();
      await probe.ping();
      const answerMs = Math.round(performance.now() - startedMs);
      const [memory, server, replication] = await Promise.all([
        readRedisMemory(probe),
        probe.info('server'),
        probe.info('replication'),
      ]);
      return { ...memory, answerMs, version: versionOf(server), replicas: replicasOf(replication) };
    } finally {
      probe.disconnect();
    }
  } catch {
    // That it does not answer is what is shown; the next look asks again.
    return null;
  }
}

const versionOf = (info: string): string => /^(?:valkey|redis)_version:(\S+)/m.exec(info)?.[1] ?? '';
const replicasOf = (info: string): number => Number(/^connected_slaves:(\d+)/m.exec(info)?.[1] ?? 0);
