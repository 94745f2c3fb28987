import type { NewLot } from '#server/domains/lots/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { PLACES, type DemoLot } from './content/index.ts';
import { PICTURE_SIZE, VIEWS } from './pictures/picture.ts';
import { pictureAddress } from './pictures/pictures.routes.ts';

const TIYIN_PER_UZS = 100;

const inAllLanguages = (
  text: { uz: string; ru: string; en: string },
  keep: readonly string[] = [],
): LocalizedText => ({ uz: text.uz, ru: text.ru, 'uz-Cyrl': toCyrillic(text.uz, keep), en: text.en });

const STATE_SELLER: NewLot['customer'] = {
  name: inAllLanguages({
    uz: 'Majburiy ijro byurosi hududiy boʻlimi',
    ru: 'Территориальное отделение Бюро принудительного исполнения',
    en: 'Territorial office of the Bureau of Enforcement',
  }),
  ownerType: 'state',
  phone: '+998712000001',
  email: 'state@savdo.example',
};

const PRIVATE_SELLER: NewLot['customer'] = {
  name: {
    uz: '«Namuna Mulk» MChJ',
    ru: 'ООО «Namuna Mulk»',
    'uz-Cyrl': '«Намуна Мулк» МЧЖ',
    en: 'Namuna Mulk LLC',
  },
  ownerType: 'legal',
  phone: '+998900000002',
  email: 'customer@savdo.example',
};

/** Everything about a demo lot that does not depend on when and how it is traded. */
export function describeLot(
  lot: DemoLot,
  categoryIds: ReadonlyMap<string, number>,
  customerPersonId: string,
): Omit<NewLot, 'ruleSet' | 'choices' | 'publishedAt' | 'opensAt' | 'closesAt'> {
  const place = PLACES[lot.place];
  const categoryId = categoryIds.get(lot.category);
  if (!place || categoryId === undefined)
    throw new RangeError(`demo lot ${lot.key} names no place or category`);
  const title = inAllLanguages(lot.title, lot.keep);
  const state = lot.orderType === 'state';
  return {
    title,
    description: inAllLanguages(lot.about, lot.keep),
    address: inAllLanguages(place),
    categoryId,
    regionId: place.region,
    quantity: lot.quantity ?? 1,
    latitude: place.latitude,
    longitude: place.longitude,
    photos: Array.from({ length: VIEWS }, (_, view) => ({
      url: pictureAddress(lot.category, lot.key, view),
      ...PICTURE_SIZE,
      alt: title,
    })),
    customer: state ? STATE_SELLER : PRIVATE_SELLER,
    customerPersonId,
    orderId: null,
    orderType: lot.orderType,
    startPriceTiyin: lot.price * TIYIN_PER_UZS,
  };
}
