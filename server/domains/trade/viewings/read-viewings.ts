import type { AnyDb } from '#server/platform/database/index.ts';
import type { SellerViewing, StaffViewing } from '#shared/api/site/viewings.ts';
import { sellerView, staffView } from './viewing-views.ts';
import { createViewingsRepository } from './viewings.repository.ts';

export interface ReadViewingsDeps {
  db: AnyDb;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose bidders this person must not see: those they bid on or sell, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
}

interface Page {
  page: number;
  size: number;
}

export type ReadViewings = ReturnType<typeof createReadViewings>;

/** Viewings as sellers and staff read them. */
export function createReadViewings({ db, namesOf, rivalLots }: ReadViewingsDeps) {
  const viewings = createViewingsRepository(db);
  const read = async (filter: { seller?: string; lotId?: number }, { page, size }: Page) => {
    const found = await viewings.page(filter, { limit: size, offset: (page - 1) * size });
    return { ...found, bookings: await viewings.bookingsOf(found.items.map(({ id }) => id)) };
  };

  return {
    async ofSeller(seller: string, wanted: Page) {
      const [{ items, total, bookings }, lots, now] = await Promise.all([
        read({ seller }, wanted),
        viewings.lotsOf(seller),
        viewings.now(),
      ]);
      const shown: SellerViewing[] = items.map((row) => sellerView(row, bookings, now));
      return { items: shown, total, ...wanted, lots };
    },

    async list(readerId: string, { lotId, ...wanted }: { lotId?: number | undefined } & Page) {
      const [{ items, total, bookings }, rivals] = await Promise.all([
        read(lotId === undefined ? {} : { lotId }, wanted),
        rivalLots(readerId),
      ]);
      const people = [...items.map(({ seller }) => seller), ...bookings.map((row) => row.person_id)];
      const names = await namesOf([...new Set(people.filter((id) => id !== null))]);
      const shown: StaffViewing[] = items.map((row) =>
        staffView(row, bookings, { names, hidden: rivals.includes(row.lot_id) }),
      );
      return { items: shown, total, ...wanted };
    },

    purge: (days: number): Promise<void> => viewings.purge(days),
  };
}
