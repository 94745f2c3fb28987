import { recordReadLots, type ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SellerViewing, StaffViewing } from '#shared/api/site/viewings.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { sellerView, staffView } from './viewing-views.ts';
import { createViewingsRepository } from './viewings.repository.ts';

export interface ReadViewingsDeps {
  db: AnyDb;
  actions: Pick<ActionLog, 'record'>;
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
export function createReadViewings({ db, actions, namesOf, rivalLots }: ReadViewingsDeps) {
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

    /** For staff; of whose lots that are not over they read who comes is recorded. */
    async list(
      reader: { personId: string; address?: string },
      { lotId, ...wanted }: { lotId?: number | undefined } & Page,
    ) {
      const [{ items, total, bookings }, rivals] = await Promise.all([
        read(lotId === undefined ? {} : { lotId }, wanted),
        rivalLots(reader.personId),
      ]);
      const people = [...items.map(({ seller }) => seller), ...bookings.map((row) => row.person_id)];
      const names = await namesOf([...new Set(people.filter((id) => id !== null))]);
      const shown: StaffViewing[] = items.map((row) =>
        staffView(row, bookings, { names, hidden: rivals.includes(row.lot_id) }),
      );
      const interesting = items.filter(
        (row, at) =>
          OPEN_STATUSES.includes(row.lot_status) && shown[at]!.visitors.some(({ person }) => person !== null),
      );
      await recordReadLots(actions.record, reader, [...new Set(interesting.map((row) => row.lot_id))]);
      return { items: shown, total, ...wanted };
    },

    purge: (days: number): Promise<void> => viewings.purge(days),
  };
}
