import type { AnyDb } from '#server/platform/database/index.ts';
import type { LotRepeat, StaffRepeat } from '#shared/api/console/relistings.ts';
import { OPEN_REPEATS, REPEAT_STATES, type RepeatState } from '#shared/lifecycles/repeat.ts';
import { repeatView, staffRepeatView } from './relisting-views.ts';
import { createRelistingsRepository } from './relistings.repository.ts';

export interface RepeatsDeps {
  db: AnyDb;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Query {
  state: 'open' | 'all' | RepeatState;
  lotId?: number;
  page: number;
  size: number;
}

export type Relistings = ReturnType<typeof createRelistings>;

/** Relistings of lots as customers and staff see them. */
export function createRelistings({ db, namesOf }: RepeatsDeps) {
  const repeats = createRelistingsRepository(db);

  async function forStaff({ state, lotId, page, size }: Query) {
    const states = state === 'all' ? REPEAT_STATES : state === 'open' ? OPEN_REPEATS : [state];
    const [found, open] = await Promise.all([
      repeats.page(
        { states, ...(lotId === undefined ? {} : { lotId }) },
        { limit: size, offset: (page - 1) * size },
      ),
      repeats.count({ states: OPEN_REPEATS }),
    ]);
    const names = await namesOf([...new Set(found.items.flatMap(({ seller }) => seller ?? []))]);
    const items = found.items.map((row) => staffRepeatView(row, names));
    return { items, open, total: found.total, page, size };
  }

  return {
    forStaff,

    /** null: nothing is decided about the lot. */
    async one(lotId: number): Promise<StaffRepeat | null> {
      const { items } = await forStaff({ state: 'all', lotId, page: 1, size: 1 });
      return items[0] ?? null;
    },

    /** What is decided about the lots of an order, the last one first. */
    ofOrder: async (orderId: number): Promise<LotRepeat[]> =>
      (await repeats.ofOrder(orderId)).map(repeatView),

    /** Is a repeat of a lot of this order to come? Reads in the given transaction: an order is not closed before. */
    hasOpen: async (tx: AnyDb, orderId: number): Promise<boolean> =>
      (await createRelistingsRepository(tx).ofOrder(orderId)).some(({ state }) =>
        (OPEN_REPEATS as readonly RepeatState[]).includes(state),
      ),
  };
}
