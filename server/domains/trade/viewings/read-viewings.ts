import type { AnyDb } from '#server/platform/database/index.ts';
import type { SellerViewing, StaffViewing } from '#shared/api/site/viewings.ts';
import { sellerView, staffView } from './viewing-views.ts';
import { createViewingsRepository } from './viewings.repository.ts';

export interface ReadViewingsDeps {
  db: AnyDb;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Page {
  page: number;
  size: number;
}

export type ReadViewings = ReturnType<typeof createReadViewings>;

/** Viewings as sellers and staff read them. */
export function createReadViewings({ db, namesOf }: ReadViewingsDeps) {
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

    async list({ lotId, ...wanted }: { lotId?: number | undefined } & Page) {
      const { items, total, bookings } = await read(lotId === undefined ? {} : { lotId }, wanted);
      const people = [...items.map(({ seller }) => seller), ...bookings.map((row) => row.person_id)];
      const names = await namesOf([...new Set(people.filter((id) => id !== null))]);
      const shown: StaffViewing[] = items.map((row) => staffView(row, bookings, names));
      return { items: shown, total, ...wanted };
    },

    purge: (days: number): Promise<void> => viewings.purge(days),
  };
}
