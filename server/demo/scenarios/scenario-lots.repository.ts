import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';

interface TrailTables {
  lot: {
    order_id: number | null;
    customer_person_id: string | null;
    status: LotStatus;
    title: LocalizedText;
  };
  customer_order: { id: number; signed_document_id: number | null };
}

/**
 * Lots of the demo's customer: the statuses of those that come from a signed order, and the Uzbek titles of all of them.
 */
export async function trailLotsOf(
  db: Db<TrailTables>,
  customerPersonId: string,
): Promise<{ statuses: Set<LotStatus>; titles: Set<string> }> {
  const rows = await db
    .selectFrom('lot')
    .leftJoin('customer_order as o', 'o.id', 'lot.order_id')
    .select(['lot.status', 'lot.title', 'o.signed_document_id as signed'])
    .where('lot.customer_person_id', '=', customerPersonId)
    .execute();
  return {
    statuses: new Set(rows.flatMap(({ status, signed }) => (signed === null ? [] : [status]))),
    titles: new Set(rows.map(({ title }) => title.uz)),
  };
}
