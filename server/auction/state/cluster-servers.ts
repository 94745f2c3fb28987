import type { Redis } from 'ioredis';
import { clusterMasters, type ClusterMaster } from '#server/platform/redis/index.ts';
import type { AuctionServer, AuctionServers } from './contract.ts';
import type { AuctionKeys } from './keys.ts';
import type { OpenServer } from './single-server.ts';

/** The partitions' servers are queried this often, and right after a failed call. */
const QUERY_MS = 1_000;
const QUERY_AT_START_MS = 25;
const QUERY_AFTER_FAILURE_MS = 100;
/** A server that does not reply within this time is ignored. */
const ANSWER_MS = 500;
/** Calls in flight on a server without partitions get this long to end. */
const CLOSE_DELAY_MS = 5_000;

/** The cluster as one server reports it. */
interface View {
  redis: Redis;
  ok: boolean;
  /** The configuration's own counter: the higher, the newer. */
  epoch: number;
  masters: ClusterMaster[];
}

type Opened = OpenServer & { url: string };

export interface ClusterServersOptions {
  /** Initial addresses; the cluster reports the others. */
  seeds: readonly string[];
  keys: AuctionKeys;
  open(url: string): OpenServer;
}

/**
 * Tracks which server of a Redis Cluster has which partition. Used for routing only: PostgreSQL is the source of truth, and
 * a partition that moved to another server is rebuilt from it, so that a stale view costs nothing but time.
 */
export class ClusterServers implements AuctionServers {
  readonly #options: ClusterServersOptions;
  readonly #opened = new Map<string, Opened>();
  readonly #listeners = new Set<() => void>();
  /** Slot of each partition. */
  #slots: number[] | null = null;
  /** Server of each partition. */
  #owners: string[] = [];
  #list: AuctionServer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #nextAt = 0;
  #querying = false;
  #closed = false;

  constructor(options: ClusterServersOptions) {
    this.#options = options;
    for (const seed of options.seeds) this.#server(seed);
    this.#queryWithin(0);
  }

  list(): readonly AuctionServer[] {
    return this.#list;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server of a partition; null while none is known. */
  of(partition: number): OpenServer | null {
    const owner = this.#owners[partition];
    return owner === undefined ? null : (this.#opened.get(owner) ?? null);
  }

  /** A call failed: its partition may have moved. */
  recheckSoon(): void {
    this.#queryWithin(QUERY_AFTER_FAILURE_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#opened.values()].map(({ state }) => state.disconnect()));
  }

  #queryWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.#closed || this.#querying || (this.#timer && this.#nextAt <= at)) return;
    clearTimeout(this.#timer);
    this.#nextAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#querying = true;
      void this.#query().finally(() => {
        this.#querying = false;
        this.#queryWithin(this.#list.length > 0 ? QUERY_MS : QUERY_AT_START_MS);
      });
    }, ms);
  }

  async #query(): Promise<void> {
    try {
      const views = await Promise.all([...this.#opened.values()].map(answered));
      const [newest] = views
        .filter((view) => view !== null)
        .sort((a, b) => Number(b.ok) - Number(a.ok) || b.epoch - a.epoch);
      if (!newest) return;
      this.#slots ??= await this.#slotsBy(newest.redis);
      if (!this.#closed) this.#adopt(newest);
    } catch {
      // No server replied: queried again at the next interval; until then the last known owners are used.
    }
  }

  async #slotsBy(redis: Redis): Promise<number[]> {
    const { keys } = this.#options;
    const partitions = Array.from({ length: keys.partitions.count }, (_, partition) => partition);
    return Promise.all(
      partitions.map(async (partition) =>
        Number(await redis.call('CLUSTER', 'KEYSLOT', keys.log(partition))),
      ),
    );
  }

  /** A slot without a server keeps its last owner, for no other is known. */
  #adopt({ masters }: View): void {
    for (const { url } of masters) this.#server(url);
    const owners = (this.#slots ?? []).map((slot, partition) => {
      const master = masters.find(({ fromSlot, toSlot }) => fromSlot <= slot && slot <= toSlot);
      return master ? nameOf(master.url) : (this.#owners[partition] ?? '');
    });
    if (owners.every((owner, partition) => owner === this.#owners[partition])) return;
    this.#owners = owners;
    this.#list = [...this.#opened].flatMap(([name, { state }]) => {
      const partitions = owners.flatMap((owner, partition) => (owner === name ? [partition] : []));
      return partitions.length > 0 ? [{ name, partitions, state }] : [];
    });
    this.#closeUnused(masters.map(({ url }) => nameOf(url)));
    for (const listener of this.#listeners) listener();
  }

  #server(url: string): void {
    const name = nameOf(url);
    if (!this.#opened.has(name)) this.#opened.set(name, { ...this.#options.open(url), url });
  }

  /** Seed addresses stay open: without them a cluster whose addresses all changed could not be found again. */
  #closeUnused(masters: readonly string[]): void {
    const inUse = new Set([...masters, ...this.#owners, ...this.#options.seeds.map(nameOf)]);
    for (const [name, { state }] of this.#opened) {
      if (inUse.has(name)) continue;
      this.#opened.delete(name);
      setTimeout(() => void state.disconnect(), CLOSE_DELAY_MS).unref();
    }
  }
}

function nameOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '6379'}`;
}

/** A server's view, or null when it does not reply in time. */
async function answered({ redis, url }: Opened): Promise<View | null> {
  if (redis.status !== 'ready') return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ANSWER_MS)));
  try {
    // A late view is ignored, failed or not. Queried again at the next interval.
    return await Promise.race([viewOf(redis, url).catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function viewOf(redis: Redis, url: string): Promise<View> {
  const [info, masters] = await Promise.all([redis.call('CLUSTER', 'INFO'), clusterMasters(redis, url)]);
  const about = String(info);
  return {
    redis,
    ok: about.includes('cluster_state:ok'),
    epoch: Number(/cluster_current_epoch:(\d+)/.exec(about)?.[1] ?? 0),
    masters,
  };
}
