import type { LotFacts } from '#server/domains/trade/lots/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { between, randomOf, whole } from '../pictures/random.ts';
import { CLOSINGS } from './handover-texts.ts';
import type { DemoLot, Figures, LotPattern, Words } from './demo-lot.ts';
import { PLACES } from './places.ts';

/** Letters and digits of a vehicle identification number; I, O and Q are left out of them. */
const VIN_SIGNS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
/** No manufacturer has this prefix: the numbers are invented. */
const VIN_PREFIX = 'ZZZ';
const VIN_LENGTH = 17;
/** Price reduction per year of age. */
const YEAR_SHARE = 0.06;
const PRICE_STEP = 500_000;

/** Groups of three digits parted by a space that does not break; years have four digits and stay whole. */
function shown(name: string, value: number, decimal: string, group: string): string {
  if (/year|built/.test(name)) return String(value);
  const [integer = '', part] = String(value).split('.');
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, group);
  return part ? `${grouped}${decimal}${part}` : grouped;
}

function filled(
  text: string,
  figures: Figures,
  words: Record<string, string>,
  language: keyof Words,
): string {
  const [decimal, group] = language === 'en' ? ['.', ','] : [',', '\u00a0'];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name];
    const word = figure === undefined ? words[name] : shown(name, figure, decimal, group);
    if (word === undefined) throw new RangeError(`no figure ${name}`);
    return word;
  });
}

const inEach = (make: (language: keyof Words) => string): Words => ({
  uz: make('uz'),
  ru: make('ru'),
  en: make('en'),
});

function priceOf({ price, series }: LotPattern, value: number, random: () => number): number {
  const first = series.values[0] as number;
  const factor = { 'by-size': value / first, 'by-year': 1 + (value - first) * YEAR_SHARE, alike: 1 }[
    series.priced
  ];
  if (value === first) return price;
  const about = price * Math.max(0.4, factor) * between(random, 0.96, 1.04);
  return Math.max(PRICE_STEP, Math.round(about / PRICE_STEP) * PRICE_STEP);
}

/** How many different lots a pattern makes. */
export const itemCount = ({ series }: LotPattern): number => series.values.length;

/** Facts written in words instead of chosen from a list. */
const IN_WORDS: ReadonlySet<string> = new Set(
  'brand model manufacturer material best-before metal company basis'.split(' '),
);
/** Those that are not names. */
const TRANSLATED: Readonly<Record<string, LocalizedText>> = {
  laminat: { uz: 'Laminat', ru: 'Ламинат', 'uz-Cyrl': 'Ламинат', en: 'Laminate' },
  mato: { uz: 'Mato', ru: 'Ткань', 'uz-Cyrl': 'Мато', en: 'Fabric' },
  loy: { uz: 'Loy', ru: 'Глина', 'uz-Cyrl': 'Лой', en: 'Clay' },
  ipak: { uz: 'Ipak va paxta', ru: 'Шёлк и хлопок', 'uz-Cyrl': 'Ипак ва пахта', en: 'Silk and cotton' },
  'Oltin, 585': { uz: 'Oltin, 585', ru: 'Золото, 585', 'uz-Cyrl': 'Олтин, 585', en: 'Gold, 585' },
  'Hokimlik qarori': {
    uz: 'Hokimlik qarori',
    ru: 'Решение хокимията',
    'uz-Cyrl': 'Ҳокимлик қарори',
    en: 'Decision of the city',
  },
};

const written = (facts: LotFacts): LotFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([code, value]) => {
      if (typeof value !== 'string' || !IN_WORDS.has(code)) return [code, value];
      return [code, TRANSLATED[value] ?? { uz: value, ru: value, 'uz-Cyrl': value, en: value }];
    }),
  );

/** The n-th lot of a pattern: the same for the same number, with figures, a price and, from the second on, a place of its own. */
export function itemOf(pattern: LotPattern, n: number): DemoLot {
  const value = pattern.series.values[n];
  if (value === undefined) throw new RangeError(`${pattern.key} has no item ${n}`);
  const key = n === 0 ? pattern.key : `${pattern.key}~${n}`;
  const random = randomOf(`item:${key}`);
  const figures: Record<string, number> = { [pattern.series.name]: value };
  for (const [name, [least, most, step]] of Object.entries(pattern.also ?? {}))
    figures[name] = least + step * whole(random, 0, Math.round((most - least) / step));
  const vin = Array.from(
    { length: VIN_LENGTH - VIN_PREFIX.length },
    () => VIN_SIGNS[whole(random, 0, VIN_SIGNS.length - 1)],
  );
  const words = {
    vin: `${VIN_PREFIX}${vin.join('')}`,
    serial: `${whole(random, 10, 99)}-${whole(random, 1_000, 9_999)}`,
  };
  const places = Object.keys(PLACES);
  const moved = places[(places.indexOf(pattern.place) + n * 5) % places.length] as string;
  const practice = pattern.series.name === 'round';
  return {
    key,
    pattern: pattern.key,
    category: pattern.category,
    place: n === 0 ? pattern.place : moved,
    orderType: pattern.orderType,
    price: priceOf(pattern, value, random),
    quantity: pattern.quantity ? (figures[pattern.quantity] ?? 1) : 1,
    title: inEach((language) => filled(pattern.title[language], figures, words, language)),
    about: inEach((language) => {
      const own = filled(pattern.about[language], figures, words, language);
      return practice ? own : `${own}\n\n${CLOSINGS[pattern.closing][language]}`;
    }),
    facts: written(pattern.facts?.(figures) ?? {}),
    keep: [...(pattern.keep ?? []), ...(pattern.vin ? [words.vin] : [])],
  };
}
