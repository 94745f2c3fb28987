import type { Selectable } from 'kysely';
import type { LotTable } from './lot-tables.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

/** A lot with the names that belong to it. */
export type LotRow = Selectable<LotTable> & {
  category_name: LocalizedText;
  group_id: number | null;
  region_name: LocalizedText;
};
