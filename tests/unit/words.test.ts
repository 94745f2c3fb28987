import { describe, expect, it } from 'vitest';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { localeTexts, namespacesOf } from '../fixtures/locale-files.ts';

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

/** Texts by namespace or help page. */
const textsOf = (language: keyof typeof AVOIDED): [string, string][] => [
  ...namespacesOf('uz').map((name): [string, string] => [name, JSON.stringify(localeTexts(language, name))]),
  ...Object.entries(HELP_TEXTS[language]).map(([name, page]): [string, string] => [
    name,
    JSON.stringify(page),
  ]),
];

describe('each thing has one name in every text and help page', () => {
  it.each(Object.keys(AVOIDED) as (keyof typeof AVOIDED)[])('in %s', (language) => {
    const found = textsOf(language).flatMap(([name, text]) =>
      AVOIDED[language].flatMap((word) => {
        const match = word.exec(text);
        return match ? [`${name}: ${text.slice(match.index, match.index + 60)}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });
});
