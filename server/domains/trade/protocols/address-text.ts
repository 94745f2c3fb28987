import type { ProfileService } from '#server/domains/people/accounts/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { LANGUAGES, type LocalizedText } from '#shared/i18n/localized.ts';

/** In each language. */
export interface PlaceText {
  /** Region, district and what the person has written, as documents bear them. */
  address: LocalizedText;
  region: LocalizedText | null;
}

/** Where a person lives or is registered. */
export async function addressText(
  personId: string,
  profile: Pick<ProfileService, 'address'>,
  reference: Pick<ReferenceService, 'regions' | 'areas'>,
): Promise<PlaceText | null> {
  const address = await profile.address(personId);
  if (!address) return null;
  const [regions, areas] = await Promise.all([reference.regions(), reference.areas()]);
  const region = regions.find(({ id }) => id === address.regionId);
  const area = areas.find(({ id }) => id === address.areaId);
  const texts = LANGUAGES.map((language) => [
    language,
    [region?.name[language], area?.name[language], address.text].filter(Boolean).join(', '),
  ]);
  return { address: Object.fromEntries(texts) as LocalizedText, region: region?.name ?? null };
}
