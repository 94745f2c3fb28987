import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import {
  connectProbe,
  mastersKnownTo,
  memoryShare,
  NEARLY_FULL,
  readRedisMemory,
} from '#server/platform/redis/index.ts';

/** Watches what the auction Redis uses of its `maxmemory`: a gauge, and a line in the log when it comes near. */
export class AuctionMemoryWatch {
  readonly #urls: readonly string[];
  readonly #cluster: boolean;
  readonly #metrics: Pick<Metrics, 'auctionRedisMemoryShare'>;
  readonly #logger: Logger;
  readonly #near = new Set<string>();

  constructor(o: {
    urls: readonly string[];
    cluster: boolean;
    metrics: Pick<Metrics, 'auctionRedisMemoryShare'>;
    logger: Logger;
  }) {
    this.#urls = o.urls;
    this.#cluster = o.cluster;
    this.#metrics = o.metrics;
    this.#logger = o.logger;
  }

  /** Looks once at every server. Rejects when one does not answer; the others have been looked at. */
  async look(): Promise<void> {
    const servers = this.#cluster ? await mastersKnownTo(this.#urls) : this.#urls;
    const looked = await Promise.allSettled(servers.map((url) => this.#lookAt(url)));
    const failed = looked.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #lookAt(url: string): Promise<void> {
    const probe = await connectProbe(url);
    try {
      const memory = await readRedisMemory(probe);
      const share = memoryShare(memory);
      const server = new URL(url).host;
      this.#metrics.auctionRedisMemoryShare.set({ server }, share);
      const near = share >= NEARLY_FULL;
      if (near === this.#near.has(server)) return;
      if (near) {
        this.#near.add(server);
        this.#logger.error({ server, ...memory, share }, 'the memory of the auction redis is nearly full');
      } else {
        this.#near.delete(server);
        this.#logger.info({ server, ...memory, share }, 'the memory of the auction redis has room again');
      }
    } finally {
      probe.disconnect();
    }
  }
}
