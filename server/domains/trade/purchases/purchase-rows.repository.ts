import type { Db } from '#server/platform/database/index.ts';
import type { PurchaseState } from '#shared/lifecycles/purchase-states.ts';
import type { PurchaseRow, PurchaseTables } from './purchase-tables.ts';

export interface PurchaseFilter {
  personId?: string;
  lotId?: number;
  state?: PurchaseState;
  /** Of the reservation. */
  since?: Date;
  before?: Date;
}

/** Purchases with their lots and sales, for lists. */
export function createPurchaseRowsRepository(db: Db<PurchaseTables>) {
  const base = (filter: PurchaseFilter) =>
    db
      .selectFrom('purchase as p')
      .innerJoin('lot', 'lot.id', 'p.lot_id')
      .$if(filter.personId !== undefined, (q) => q.where('p.person_id', '=', filter.personId!))
      .$if(filter.lotId !== undefined, (q) => q.where('p.lot_id', '=', filter.lotId!))
      .$if(filter.state !== undefined, (q) => q.where('p.state', '=', filter.state!))
      .$if(filter.since !== undefined, (q) => q.where('p.reserved_at', '>=', filter.since!))
      .$if(filter.before !== undefined, (q) => q.where('p.reserved_at', '<', filter.before!));

  const columns = (query: ReturnType<typeof base>) =>
    query
      .leftJoin('settlement as s', 's.id', 'p.settlement_id')
      .leftJoin('protocol as r', 'r.settlement_id', 'p.settlement_id')
      .selectAll('p')
      .select(['lot.photos as lot_photos', 'lot.status as lot_status'])
      .select(['s.bidder_number as sale_number', 'r.number as protocol_number']);

  return {
    /** The newest first. */
    async page(
      filter: PurchaseFilter,
      page: { limit: number; offset: number },
    ): Promise<{ rows: PurchaseRow[]; total: number }> {
      const [rows, { total }] = await Promise.all([
        columns(base(filter)).orderBy('p.id', 'desc').limit(page.limit).offset(page.offset).execute(),
        base(filter)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      return { rows, total };
    },

    byId: (id: number): Promise<PurchaseRow> =>
      columns(base({}).where('p.id', '=', id)).executeTakeFirstOrThrow(),
  };
}
