import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words and turns that each text avoids, because another one is used for the same thing everywhere else. */
const AVOIDED = {
  uz: [
    // Current is "joriy", for a price as for an auction.
    /hozirgi (auksion|narx|holat)/i,
    // What happens in a room is an "auksion"; "savdo" is selling as such and the name of the product.
    /(?<!\p{L})savdo (zal|boshlan|yop|ketmoqda|vaqti|natijasi|qoidalari)/iu,
    /mashq savdo/i,
    /savdoga ariza/i,
    // The way to reach somebody is "aloqa".
    /bogʻlan(ish|asiz|ing)/i,
    // No one loses: one does not become the winner.
    /yutqaz|yutsangiz|yutmasangiz/i,
    // A maximum is entered, not reported; participants are admitted, not put.
    /maksimumni ayting|qoʻyilgan ishtirokchi|(savdo|auksion)larga qoʻyil|narxingizdan oshirish/i,
  ],
  'uz-Cyrl': [
    /ҳозирги (аукцион|нарх|ҳолат)/i,
    /(?<!\p{L})савдо (зал|бошлан|ёп|кетмоқда|вақти|натижаси|қоидалари)/iu,
    /машқ савдо/i,
    /савдога ариза/i,
    /боғлан(иш|асиз|инг)/i,
    /ютқаз|ютсангиз|ютмасангиз/i,
    /максимумни айтинг|қўйилган иштирокчи|(савдо|аукцион)ларга қўйил|нархингиздан ошириш/i,
  ],
  ru: [
    /тайн(ый|ого|ом) максимум/i,
    /без победы/i,
    /переносит (конец|окончание)/i,
    /она спит/i,
    /сейчас проходит/i,
  ],
} as const;

const TEXTS = path.resolve(import.meta.dirname, '../../shared/i18n');

function filesOf(language: keyof typeof AVOIDED): string[] {
  const locales = path.join(TEXTS, 'locales', language);
  const pages = path.join(TEXTS, 'pages', language);
  return [
    ...readdirSync(locales).map((file) => path.join(locales, file)),
    // Cyrillic pages are made from the Latin ones.
    ...(language === 'uz-Cyrl' ? [] : readdirSync(pages).map((file) => path.join(pages, file))),
  ];
}

describe('each thing has one name in every text and help page', () => {
  it.each(Object.keys(AVOIDED) as (keyof typeof AVOIDED)[])('in %s', (language) => {
    const found = filesOf(language).flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return AVOIDED[language].flatMap((word) => {
        const match = word.exec(text);
        return match ? [`${path.basename(file)}: ${text.slice(match.index, match.index + 60)}`] : [];
      });
    });
    expect(found).toEqual([]);
  });
});
