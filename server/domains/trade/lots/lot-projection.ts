import type { LotsRepository, RoomHeadUpdate } from './lots.repository.ts';

/** Maximum lag of PostgreSQL behind a room; lists add their own staleness and stay within a second. */
const FLUSH_MS = 500;
/** Interval at which every open room is compared, so that a lost message only causes a delay. */
const SWEEP_MS = 15_000;
const BATCH = 500;

export interface LotProjectionDeps {
  lots: Pick<LotsRepository, 'openRooms' | 'projectRooms'>;
  /** Calls back with the lot of every committed change; returns the unsubscribe function. */
  follow: (changed: (lotId: number) => void) => () => void | Promise<void>;
  /** Committed heads of the given lots, from PostgreSQL. */
  heads: (lotIds: readonly number[]) => Promise<readonly RoomHeadUpdate[]>;
  /** A round failed; the next one retries the same lots. */
  onError: (error: unknown) => void;
}

export interface LotProjection {
  /** Writes the lots reported as changed. */
  flush(): Promise<void>;
  /** Compares every open room. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

/** Projects price, deadline, count and status of rooms to their lots, at most twice a second per lot. */
export function createLotProjection({ lots, follow, heads, onError }: LotProjectionDeps): LotProjection {
  const changed = new Set<number>();
  let running: Promise<void> = Promise.resolve();

  async function write(lotIds: number[]): Promise<void> {
    for (let from = 0; from < lotIds.length; from += BATCH) {
      const batch = lotIds.slice(from, from + BATCH);
      try {
        await lots.projectRooms(await heads(batch));
      } catch (error) {
        // Tried again in the next round: a projection only ever takes over the newest head.
        for (const lotId of batch) changed.add(lotId);
        onError(error);
      }
    }
  }

  const flush = (): Promise<void> => {
    running = running.then(async () => {
      const lotIds = [...changed];
      changed.clear();
      await write(lotIds);
    });
    return running;
  };

  const sweep = async (): Promise<void> => {
    try {
      for (const lotId of await lots.openRooms()) changed.add(lotId);
    } catch (error) {
      // PostgreSQL is away: the next sweep compares again.
      onError(error);
    }
    await flush();
  };

  const unfollow = follow((lotId) => changed.add(lotId));
  const flushing = setInterval(() => void flush(), FLUSH_MS);
  const sweeping = setInterval(() => void sweep(), SWEEP_MS);
  void sweep();
  return {
    flush,
    sweep,
    async stop() {
      clearInterval(flushing);
      clearInterval(sweeping);
      await unfollow();
      await running;
    },
  };
}
