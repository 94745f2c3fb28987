import { sql, type RawBuilder } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';

/** What was sold, where `lot` is in the query: of a purchase, the title of the lot as its buyer read it. */
export const soldTitle = (settlementId: 's.id' | 'sale.id'): RawBuilder<LocalizedText> =>
  sql`coalesce((select sold.lot_title from purchase sold where sold.settlement_id = ${sql.ref(settlementId)}), lot.title)`;
