import type { ProfileService } from '#server/domains/accounts/index.ts';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import { LANGUAGES, type LocalizedText } from '#shared/i18n/localized.ts';

/** A person's address as documents bear it: region, district and what the person has written, in each language. */
export async function addressText(
  personId: string,
  profile: Pick<ProfileService, 'address'>,
  reference: Pick<ReferenceService, 'regions' | 'areas'>,
): Promise<LocalizedText | null> {
  const address = await profile.address(personId);
  if (!address) return null;
  const [regions, areas] = await Promise.all([reference.regions(), reference.areas()]);
  const region = regions.find(({ id }) => id === address.regionId);
  const area = areas.find(({ id }) => id === address.areaId);
  const texts = LANGUAGES.map((language) => [
    language,
    [region?.name[language], area?.name[language], address.text].filter(Boolean).join(', '),
  ]);
  return Object.fromEntries(texts) as LocalizedText;
}
