import { readExactly } from '../database/index.ts';

/** One value read again after some time; a failed read is not cached. */
export interface CachedValue<Value> {
  (): Promise<Value>;
  /** The next call reads again. */
  forget(): void;
}

export function cached<Value>(read: () => Promise<Value>, cacheMs: number): CachedValue<Value> {
  let value: Promise<Value> | null = null;
  let until = 0;
  const get = (): Promise<Value> => {
    if (value === null || Date.now() >= until) {
      until = Date.now() + cacheMs;
      // For every caller, also those whose answers must not lag.
      const next = readExactly(read);
      value = next;
      next.catch(() => {
        // The caller gets the rejection; the next caller reads again.
        if (value === next) value = null;
      });
    }
    return value;
  };
  return Object.assign(get, {
    forget: () => {
      value = null;
    },
  });
}
