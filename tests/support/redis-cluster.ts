import { Redis } from 'ioredis';
import { freePort } from '../../scripts/launcher/ports.mjs';
import { eventually } from './services.ts';
import { startRedis, type OwnRedis } from './redis-server.ts';

const SLOTS = 16_384;
/** A server that says nothing for so long is given up by the others. */
const NODE_TIMEOUT_MS = 1_000;

/** A Redis Cluster of one's own: real servers, made to be killed. */
export interface RedisCluster {
  /** Addresses of the masters, as REDIS_URL takes them. */
  url: string;
  masters: OwnRedis[];
  /** Of each master one, in the same order; none without `replicas`. */
  replicas: OwnRedis[];
  /** What one server answers to a command. */
  ask(server: OwnRedis, ...command: [string, ...string[]]): Promise<unknown>;
  /** Moves the slot of a key from one master to another, as an operator's resharding does. */
  move(key: string, from: OwnRedis, to: OwnRedis): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedisCluster(options: { replicas?: boolean } = {}): Promise<RedisCluster> {
  const servers = await Promise.all(Array.from({ length: options.replicas ? 6 : 3 }, startMember));
  const [masters, replicas] = [servers.slice(0, 3), servers.slice(3)];
  const cluster: RedisCluster = {
    url: masters.map(({ url }) => url).join(','),
    masters: masters.map(({ redis }) => redis),
    replicas: replicas.map(({ redis }) => redis),
    ask,
    move,
    async stop() {
      await Promise.all(servers.map(({ redis }) => redis.stop()));
    },
  };
  const [first] = masters as [Member];
  for (const [i, { redis }] of masters.entries()) {
    const [from, to] = [i, i + 1].map((part) => Math.floor((part * SLOTS) / masters.length)) as [
      number,
      number,
    ];
    await ask(redis, 'CLUSTER', 'SET-CONFIG-EPOCH', String(i + 1));
    await ask(redis, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to - 1));
  }
  for (const { redis, busPort } of servers.slice(1))
    await ask(first.redis, 'CLUSTER', 'MEET', '127.0.0.1', String(redis.port), String(busPort));
  const everywhere = (look: (info: string) => boolean) => async () =>
    (await Promise.all(servers.map(({ redis }) => ask(redis, 'CLUSTER', 'INFO')))).every((info) =>
      look(String(info)),
    );
  await eventually(
    everywhere((info) => info.includes(`cluster_known_nodes:${servers.length}`)),
    'the servers to know one another',
    20_000,
  );
  for (const [i, { redis }] of replicas.entries()) {
    const master = String(await ask((masters[i] as Member).redis, 'CLUSTER', 'MYID'));
    await eventually(
      () =>
        ask(redis, 'CLUSTER', 'REPLICATE', master).then(
          () => true,
          () => false,
        ),
      'the replica to know its master',
      20_000,
    );
    await eventually(
      async () => String(await ask(redis, 'INFO', 'replication')).includes('master_link_status:up'),
      'the replica to have its copy',
      20_000,
    );
  }
  await eventually(
    everywhere((info) => info.includes('cluster_state:ok') && info.includes(`slots_assigned:${SLOTS}`)),
    'the cluster to be whole',
    20_000,
  );
  return cluster;
}

interface Member {
  redis: OwnRedis;
  url: string;
  busPort: number;
}

async function startMember(): Promise<Member> {
  // The usual one, ten thousand above the other port, may lie beyond the last port there is.
  const busPort = await freePort();
  const redis = await startRedis({
    settings: [
      ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
      ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS), '--cluster-require-full-coverage', 'no'],
      ...['--repl-diskless-sync-delay', '0', '--maxmemory', '512mb'],
    ],
  });
  return { redis, url: redis.url, busPort };
}

async function ask(server: OwnRedis, name: string, ...rest: string[]): Promise<unknown> {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    return await redis.call(name, ...rest);
  } finally {
    redis.disconnect();
  }
}

async function move(key: string, from: OwnRedis, to: OwnRedis): Promise<void> {
  const slot = String(await ask(from, 'CLUSTER', 'KEYSLOT', key));
  const [fromId, toId] = (await Promise.all([from, to].map((one) => ask(one, 'CLUSTER', 'MYID')))).map(
    String,
  );
  await ask(to, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId ?? '');
  await ask(from, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId ?? '');
  for (;;) {
    const keys = (await ask(from, 'CLUSTER', 'GETKEYSINSLOT', slot, '100')) as string[];
    if (keys.length === 0) break;
    await ask(from, 'MIGRATE', '127.0.0.1', String(to.port), '', '0', '5000', 'KEYS', ...keys);
  }
  for (const one of [to, from]) await ask(one, 'CLUSTER', 'SETSLOT', slot, 'NODE', toId ?? '');
}
