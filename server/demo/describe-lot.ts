import { randomUUID } from 'node:crypto';
import type { NewLot } from '#server/domains/trade/lots/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { FIRST_PART_BP, INSTALMENT_MONTHS, PLACES, RENT_MONTHS, type DemoLot } from './content/index.ts';
import { pictureAddress, PICTURE_SIZE, VIEWS } from './pictures/photo.ts';

const TIYIN_PER_UZS = 100;
/** Lots with a photo that is not marked visible to participants. */
const WITH_HIDDEN_PHOTO: ReadonlySet<string> = new Set(['flat-yunusobod', 'house-urgut', 'malibu-2018']);

export const inAllLanguages = (
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

const STATE_ADDRESS = inAllLanguages({
  uz: 'Toshkent shahri, Namuna koʻchasi, 1-uy',
  ru: 'г. Ташкент, ул. Намуна, дом 1',
  en: '1 Namuna Street, Tashkent',
});

const PRIVATE_ADDRESS = inAllLanguages({
  uz: 'Toshkent shahri, Sinov koʻchasi, 12-uy',
  ru: 'г. Ташкент, ул. Синов, дом 12',
  en: '12 Sinov Street, Tashkent',
});

const PRIVATE_SELLER: NewLot['customer'] = {
  name: {
    uz: '«Namuna Mulk» MChJ',
    ru: 'ООО «Намуна Мулк»',
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
  const photo = (kind: string, seed: string, view: number) => ({
    url: pictureAddress(kind, seed, view),
    ...PICTURE_SIZE,
    alt: title,
  });
  return {
    title,
    description: inAllLanguages(lot.about, lot.keep),
    address: inAllLanguages(place),
    categoryId,
    regionId: place.region,
    areaId: place.area,
    quantity: lot.quantity,
    latitude: place.latitude,
    longitude: place.longitude,
    photos: Array.from({ length: VIEWS }, (_, view) => photo(lot.category, lot.key, view)),
    // A URL of its own per lot, which cannot be guessed.
    hiddenPhotos: WITH_HIDDEN_PHOTO.has(lot.pattern) ? [photo(lot.pattern, randomUUID(), 1)] : [],
    customer: state ? STATE_SELLER : PRIVATE_SELLER,
    customerPersonId,
    customerAddress: state ? STATE_ADDRESS : PRIVATE_ADDRESS,
    customerExtraPhone: state ? '+998712000003' : null,
    orderId: null,
    instalmentMonths: INSTALMENT_MONTHS[lot.pattern] ?? null,
    firstPartBp: lot.pattern in INSTALMENT_MONTHS ? FIRST_PART_BP : null,
    rentMonths: RENT_MONTHS[lot.pattern] ?? null,
    facts: lot.facts,
    orderType: lot.orderType,
    startPriceTiyin: lot.price * TIYIN_PER_UZS,
  };
}
