import type { Redis } from 'ioredis';
import { clusterMasters, type ClusterMaster } from '#server/platform/redis/index.ts';
import type { AuctionServer, AuctionServers } from './contract.ts';
import type { AuctionKeys } from './keys.ts';
import type { OpenServer } from './one-server.ts';

/** Where the partitions are is asked this often, and right after a call has failed. */
const LOOK_MS = 1_000;
const LOOK_AT_START_MS = 25;
const LOOK_AFTER_FAILURE_MS = 100;
/** A server that does not say within this time what it knows is not waited for. */
const ANSWER_MS = 500;
/** Calls under way on a server that has nothing any more get this long to end. */
const FAREWELL_MS = 5_000;

/** What one server says of the cluster. */
interface View {
  redis: Redis;
  ok: boolean;
  /** The configuration's own counter: the higher, the newer. */
  epoch: number;
  masters: ClusterMaster[];
}

type Opened = OpenServer & { url: string };

export interface ClusterServersOptions {
  /** Addresses to begin with; the cluster names the others.  */
  seeds: readonly string[];
  keys: AuctionKeys;
  open(url: string): OpenServer;
}

/**
 * Which server of a Redis Cluster has which partition. Only where to send is learned here: what is true is in PostgreSQL,
 * and a partition that has gone to another server is rebuilt from there, so that an old view costs time and nothing else.
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
  #looking = false;
  #closed = false;

  constructor(options: ClusterServersOptions) {
    this.#options = options;
    for (const seed of options.seeds) this.#server(seed);
    this.#lookWithin(0);
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

  /** A call failed: perhaps its partition is elsewhere by now. */
  doubt(): void {
    this.#lookWithin(LOOK_AFTER_FAILURE_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#opened.values()].map(({ state }) => state.disconnect()));
  }

  #lookWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.#closed || this.#looking || (this.#timer && this.#nextAt <= at)) return;
    clearTimeout(this.#timer);
    this.#nextAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#looking = true;
      void this.#look().finally(() => {
        this.#looking = false;
        this.#lookWithin(this.#list.length > 0 ? LOOK_MS : LOOK_AT_START_MS);
      });
    }, ms);
  }

  async #look(): Promise<void> {
    try {
      const views = await Promise.all([...this.#opened.values()].map(answered));
      const [newest] = views
        .filter((view) => view !== null)
        .sort((a, b) => Number(b.ok) - Number(a.ok) || b.epoch - a.epoch);
      if (!newest) return;
      this.#slots ??= await this.#slotsBy(newest.redis);
      if (!this.#closed) this.#adopt(newest);
    } catch {
      // No server answered to the end: asked again at the next look, and until then the last known owners stand.
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

  /** A slot nobody has keeps its last owner: there is nobody else to ask. */
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
    this.#takeLeave(masters.map(({ url }) => nameOf(url)));
    for (const listener of this.#listeners) listener();
  }

  #server(url: string): void {
    const name = nameOf(url);
    if (!this.#opened.has(name)) this.#opened.set(name, { ...this.#options.open(url), url });
  }

  /** The first addresses stay: without them a cluster of other addresses could never be found again. */
  #takeLeave(masters: readonly string[]): void {
    const stay = new Set([...masters, ...this.#owners, ...this.#options.seeds.map(nameOf)]);
    for (const [name, { state }] of this.#opened) {
      if (stay.has(name)) continue;
      this.#opened.delete(name);
      setTimeout(() => void state.disconnect(), FAREWELL_MS).unref();
    }
  }
}

function nameOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '6379'}`;
}

/** What a server says, or null when it does not say so in time. */
async function answered({ redis, url }: Opened): Promise<View | null> {
  if (redis.status !== 'ready') return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ANSWER_MS)));
  try {
    // A view that comes too late fails or not: nobody waits for it any more. Asked again at the next look.
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
