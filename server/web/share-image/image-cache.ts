import { unavailable } from '#server/platform/errors/index.ts';

export interface ImageCacheOptions {
  /** Of all cached images; the least recently used are evicted first. */
  maxBytes: number;
  /** Drawn at the same time. */
  maxDrawing: number;
  /** Queued; beyond it the answer is 503. */
  maxWaiting: number;
}

/** Images by the name of their content: each is drawn once, few at the same time. */
export function createImageCache({ maxBytes, maxDrawing, maxWaiting }: ImageCacheOptions) {
  const cache = new Map<string, Buffer>();
  const pending = new Map<string, Promise<Buffer>>();
  const queue: (() => void)[] = [];
  let bytes = 0;
  let drawing = 0;

  function add(name: string, image: Buffer): void {
    cache.set(name, image);
    bytes += image.length;
    for (const [oldest, { length }] of cache) {
      if (bytes <= maxBytes) return;
      cache.delete(oldest);
      bytes -= length;
    }
  }

  async function drawInTurn(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    // A finished drawing hands its slot to the next in the queue, so the slot is never free in between.
    if (drawing >= maxDrawing) await new Promise<void>((resolve) => queue.push(resolve));
    else drawing += 1;
    try {
      const image = await draw();
      add(name, image);
      return image;
    } finally {
      pending.delete(name);
      const next = queue.shift();
      if (next) next();
      else drawing -= 1;
    }
  }

  return {
    /** Bytes in the cache. */
    size: () => bytes,
    /** Rejects with 503 when the queue is full, and with whatever drawing rejects with. */
    get(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
      const image = cache.get(name);
      if (image) {
        cache.delete(name);
        cache.set(name, image);
        return Promise.resolve(image);
      }
      const started = pending.get(name);
      if (started) return started;
      if (queue.length >= maxWaiting) return Promise.reject(unavailable());
      const drawn = drawInTurn(name, draw);
      pending.set(name, drawn);
      return drawn;
    },
  };
}
