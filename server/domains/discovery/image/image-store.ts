import { unavailable } from '#server/platform/errors/index.ts';

export interface ImageStoreOptions {
  /** Bytes of images kept; the least recently asked for go first. */
  bytes: number;
  /** Drawn at the same time. */
  drawing: number;
  /** Waiting for their turn; beyond it the answer is 503. */
  waiting: number;
}

/** Images by the name of their content: each is drawn once, few at a time, and memory has a bound. */
export function createImageStore({ bytes, drawing, waiting }: ImageStoreOptions) {
  const kept = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  const queue: (() => void)[] = [];
  let held = 0;
  let busy = 0;

  function keep(name: string, image: Buffer): void {
    kept.set(name, image);
    held += image.length;
    for (const [oldest, { length }] of kept) {
      if (held <= bytes) return;
      kept.delete(oldest);
      held -= length;
    }
  }

  async function inTurn(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    // The place of the one before is handed over, never given back in between.
    if (busy >= drawing) await new Promise<void>((resolve) => queue.push(resolve));
    else busy += 1;
    try {
      const image = await draw();
      keep(name, image);
      return image;
    } finally {
      underWay.delete(name);
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  return {
    /** Bytes held now. */
    held: () => held,
    /** Rejects with 503 when too many others wait, and with whatever drawing rejects with. */
    get(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
      const image = kept.get(name);
      if (image) {
        kept.delete(name);
        kept.set(name, image);
        return Promise.resolve(image);
      }
      const already = underWay.get(name);
      if (already) return already;
      if (queue.length >= waiting) return Promise.reject(unavailable());
      const made = inTurn(name, draw);
      underWay.set(name, made);
      return made;
    },
  };
}
