import type { LotDetails } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { lotDetails } from './lot-views.ts';
import type { LotRow } from './lot-tables.ts';
import { frozenLot, type NewLot, type PlaceNames, type TermsSource } from './lots.publish.ts';

export type PreviewSource = TermsSource & Pick<ReferenceService, 'regions' | 'areas'>;

/** A lot on which nothing has happened. */
const UNTOUCHED = {
  room_phase: 'waiting',
  room_price_tiyin: null,
  room_count: 0,
  room_leader_number: null,
  outcome: null,
  ended_at: null,
} as const;

const parsed = <Value>(json: unknown): Value => JSON.parse(String(json)) as Value;

/** The card that a lot would have if it were published now. Nothing is stored. @throws NotInRuleSet */
export async function lotPreview(
  lots: PlaceNames,
  reference: PreviewSource,
  lot: NewLot,
  id: number,
): Promise<LotDetails> {
  const row = await frozenLot(lots, reference, lot);
  const [categories, regions, areas] = await Promise.all([
    reference.categories(),
    reference.regions(),
    reference.areas(),
  ]);
  const category = categories.find(({ id: one }) => one === lot.categoryId);
  const nameIn = (rows: readonly { id: number; name: LocalizedText }[], wanted: number | null | undefined) =>
    rows.find((one) => one.id === wanted)?.name ?? null;
  const region = nameIn(regions, lot.regionId);
  if (!category || !region) throw new RangeError(`no category ${lot.categoryId} or region ${lot.regionId}`);
  const shown = {
    ...row,
    ...UNTOUCHED,
    id,
    rules: parsed<AuctionRules>(row.rules),
    title: lot.title,
    description: lot.description,
    address: lot.address,
    photos: lot.photos,
    customer: lot.customer,
    category_name: category.name,
    group_id: category.parentId,
    region_name: region,
    area_name: nameIn(areas, lot.areaId),
    area_id: lot.areaId ?? null,
    instalment_months: lot.instalmentMonths ?? null,
    stock: lot.tradeType === 'fixed-price' ? { units: lot.quantity, reserved: 0, sold: 0 } : null,
  };
  // Only what the card reads: the other columns are the database's to fill.
  return lotDetails(shown as unknown as LotRow, null);
}
