import { describe, expect, it } from 'vitest';
import { ABBREVIATIONS, LATIN_WORDS, PRODUCT_NAMED, TEXTS } from '#shared/i18n/cyrillic-exceptions.ts';
import { localeInCyrillic, textInCyrillic } from '#shared/i18n/cyrillic-texts.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { flatten } from '../architecture/tidy/locales.ts';
import { localeTexts, namespacesOf } from '../fixtures/locale-files.ts';

/** Latin texts by `namespace:key`. */
const latin = new Map<string, string>(
  namespacesOf('uz').flatMap((name) =>
    [...flatten(localeTexts('uz', name))].map(([key, text]) => [`${name}:${key}`, text] as const),
  ),
);
const all = [...latin.values(), JSON.stringify(HELP_TEXTS.uz)].join('\n');

describe('a text in Cyrillic', () => {
  it.each([
    ['Salom, {{name}}! {count} ta', 'Салом, {{name}}! {count} та'],
    ['<b>Narx</b>: $t(order-actions:state.{{state}})', '<b>Нарх</b>: $t(order-actions:state.{{state}})'],
    ['PDF yoki .xlsx fayl, UTF-8 da', 'PDF ёки .xlsx файл, UTF-8 да'],
    ['OneID va E-IMZO orqali, ism@example.uz', 'OneID ва E-IMZO орқали, ism@example.uz'],
    ['JShShIRingiz, STIRga, ID-karta', 'ЖШШИРингиз, СТИРга, ID-карта'],
    ['Esc bosing, eskirgan', 'Esc босинг, эскирган'],
    ['IDEAL, Enterda', 'ИДЕАЛ, Энтерда'],
  ])('of "%s" is "%s"', (text, cyrillic) => {
    expect(textInCyrillic(text)).toBe(cyrillic);
  });

  it('names the product in Latin and trade in Cyrillic', () => {
    const made = localeInCyrillic('notices', { code: { subject: 'Savdoda kod' }, other: 'Savdo natijasi' });
    expect(made).toEqual({ code: { subject: 'Savdoда код' }, other: 'Савдо натижаси' });
  });
});

describe('an exception', () => {
  it.each(Object.keys(TEXTS))(
    'of %s has its Latin text, and differs from what would be made of it',
    (key) => {
      expect(latin.has(key)).toBe(true);
      expect(TEXTS[key]).not.toBe(textInCyrillic(latin.get(key) ?? ''));
    },
  );

  it.each([...PRODUCT_NAMED])('in %s has the name of the product', (key) => {
    expect(latin.get(key)).toMatch(/Savdo/);
  });

  it.each([...LATIN_WORDS, ...Object.keys(ABBREVIATIONS)])('for the word %s is needed', (word) => {
    expect(all).toContain(word);
  });
});
