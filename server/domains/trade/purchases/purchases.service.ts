import type { z } from 'zod';
import { listPhoto } from '#server/domains/trade/lots/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Stock } from '#shared/api/site/lots.ts';
import type { consolePurchases, myPurchases, PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { periodOf } from '#shared/time/period.ts';
import type { LotStock, PurchaseRow } from './purchase-tables.ts';
import { createPurchaseRowsRepository } from './purchase-rows.repository.ts';
import { createPurchasesRepository } from './purchases.repository.ts';

type MyQuery = z.infer<NonNullable<(typeof myPurchases)['query']>>;
type ConsoleQuery = z.infer<NonNullable<(typeof consolePurchases)['query']>>;

export interface PurchasesDeps {
  db: AnyDb;
  /** Names of people; without unknown ids. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose buyers this person must not see: those they sell or take part in, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
}

export type PurchasesService = ReturnType<typeof createPurchasesService>;

/** A purchase as its buyer sees it. */
const purchaseView = (row: PurchaseRow): PurchaseView => ({
  id: row.id,
  lotId: row.lot_id,
  lotNumber: String(row.lot_id),
  title: row.lot_title,
  photo: listPhoto(row.lot_photos),
  lotStatus: row.lot_status,
  quantity: row.quantity,
  unitPriceTiyin: row.unit_price_tiyin,
  totalTiyin: row.total_tiyin,
  dueNowTiyin: row.due_now_tiyin,
  state: row.state,
  reservedAtMs: row.reserved_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
  decidedAtMs: row.decided_at?.getTime() ?? null,
  settlementId: row.settlement_id,
  saleNumber: row.sale_number,
  protocolNumber: row.protocol_number,
});

export const stockView = ({
  units,
  reserved,
  sold,
}: Pick<LotStock, 'units' | 'reserved' | 'sold'>): Stock => ({
  units,
  reserved,
  sold,
});

/** Reservations and purchases, for their buyers and for staff. */
export function createPurchasesService({ db, namesOf, rivalLots }: PurchasesDeps) {
  const rows = createPurchaseRowsRepository(db);
  const purchases = createPurchasesRepository(db);
  return {
    /** Is this lot bought, and not bid for? false also for an unknown one. */
    isFixedPrice: async (lotId: number): Promise<boolean> =>
      (await purchases.lot(lotId))?.tradeType === 'fixed-price',

    shown: async (id: number): Promise<PurchaseView> => purchaseView(await rows.byId(id)),

    /** Units of a lot at a fixed price, as of now. */
    async stock(lotId: number): Promise<Stock> {
      const stock = await purchases.stock(lotId);
      return stock ? stockView(stock) : { units: 0, reserved: 0, sold: 0 };
    },

    async mine(
      personId: string,
      { page, size, state, lot, from, to }: MyQuery,
    ): Promise<z.infer<typeof myPurchases.answer>> {
      const found = await rows.page(
        {
          personId,
          ...periodOf({ from, to }),
          ...(state === undefined ? {} : { state }),
          ...(lot === undefined ? {} : { lotId: lot }),
        },
        { limit: size, offset: (page - 1) * size },
      );
      const serverAtMs = (await purchases.now()).getTime();
      return { items: found.rows.map(purchaseView), total: found.total, page, size, serverAtMs };
    },

    async all(
      viewerId: string,
      { page, size, state, lot }: ConsoleQuery,
    ): Promise<z.infer<typeof consolePurchases.answer>> {
      const [found, hidden] = await Promise.all([
        rows.page(
          { ...(state === undefined ? {} : { state }), ...(lot === undefined ? {} : { lotId: lot }) },
          { limit: size, offset: (page - 1) * size },
        ),
        rivalLots(viewerId),
      ]);
      const names = await namesOf([...new Set(found.rows.map(({ person_id }) => person_id))]);
      const items = found.rows.map((row) => {
        const { photo: _photo, ...view } = purchaseView(row);
        const person = hidden.includes(row.lot_id)
          ? null
          : { id: row.person_id, name: names.get(row.person_id) ?? '' };
        return { ...view, person };
      });
      return { items, total: found.total, page, size };
    },
  };
}
