import { readExactly } from '#server/platform/database/index.ts';

/** A change by staff shows within a second in every process; one by hand in the database within a minute. */
const VERSION_MS = 1_000;
const CACHE_MS = 60_000;

export interface VersionedValue<Value> {
  (): Promise<Value>;
  /** The next call reads again: for the process that changed it. */
  forget(): void;
}

/** Values read again once the data has another version, or after CACHE_MS; a failed read is not cached. */
export function createVersionedCache(readVersion: () => Promise<number>) {
  let version = 0;
  let looked = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => {
    if (Date.now() < looked + VERSION_MS) return Promise.resolve();
    looking ??= readExactly(readVersion)
      .then(
        (next) => {
          version = next;
        },
        // Not retried: while PostgreSQL is away, what is cached is the best answer; the next look reads again.
        () => undefined,
      )
      .finally(() => {
        looked = Date.now();
        looking = null;
      });
    return looking;
  };
  return function cached<Value>(read: () => Promise<Value>): VersionedValue<Value> {
    let value: Promise<Value> | null = null;
    let of = 0;
    let until = 0;
    const get = async (): Promise<Value> => {
      await look();
      if (value === null || of !== version || Date.now() >= until) {
        [of, until] = [version, Date.now() + CACHE_MS];
        // For every caller, also rules, whose answers must not lag.
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
  };
}
