import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import type { CategoryType, PropertyType } from '#shared/api/cabinet/order-fields.ts';

/** Codes of what a property is, as a lot and its order have them; null: not stated. */
export interface PropertyKinds {
  unit: string | null;
  propertyType: PropertyType | null;
  categoryType: CategoryType | null;
}

type Named = Pick<Extract<LotTabDetails, { tab: 'property' }>, keyof PropertyKinds>;

/** Their names, by the lists that staff edit. */
export async function namesOfKinds(
  { listEntries }: Pick<ReferenceService, 'listEntries'>,
  { unit, propertyType, categoryType }: PropertyKinds,
): Promise<Named> {
  const nameIn = async (list: Parameters<typeof listEntries>[0], code: string | null) =>
    code === null ? null : ((await listEntries(list)).find((entry) => entry.code === code)?.name ?? null);
  return {
    unit: await nameIn('units', unit),
    propertyType: await nameIn('property-types', propertyType),
    categoryType: await nameIn('category-types', categoryType),
  };
}
