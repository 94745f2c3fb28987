import { searchForm } from '#shared/i18n/transliterate.ts';

/** Our category by words of the state platform's type and kind, folded like a search; the first line that fits decides. */
const RULES: readonly (readonly [type: string, kind: string, code: string])[] = [
  ['', 'ulush', 'shares'],
  ['qurish huquqi', '', 'rights'],
  ['huquqini tuzish', '', 'rights'],
  ['shartnomasini tuzish huquqi', '', 'rights'],
  ['', 'shartnoma tuzish huquqi', 'rights'],
  ['daryo oʻzanlarini tozalash', '', 'rights'],
  ['ijaraga berish', '', 'rights'],
  ['buyurtmachilar mulklari', 'ijaraga', 'rights'],
  ['koʻchma savdo', '', 'rights'],
  ['dehqon xoʻjaligiga', '', 'farm-land'],
  ['qishloq xoʻjaligiga', '', 'farm-land'],
  ['yer uchastkalari', 'uy-joy qurish', 'housing-land'],
  ['yer uchastkalari', 'oʻrmon', 'farm-land'],
  ['yer uchastkalari', '', 'business-land'],
  ['avtotransport', 'yengil', 'cars'],
  ['avtotransport', 'avtobus', 'buses'],
  ['avtotransport', 'moto', 'motorcycles'],
  ['avtotransport', 'maxsus', 'construction-machinery'],
  ['avtotransport', 'yuk', 'trucks'],
  ['avtotransport', 'tirkama', 'trucks'],
  ['avtotransport', '', 'cars'],
  ['koʻchmas mulk', 'koʻp qavatli', 'flats'],
  ['koʻchmas mulk', 'hovli', 'houses'],
  ['koʻchmas mulk', 'qishloq', 'farm-land'],
  ['koʻchmas mulk', 'boʻsh yer', 'business-land'],
  ['koʻchmas mulk', '', 'commercial'],
  ['maxsus texnika', '', 'construction-machinery'],
  ['', 'qishloq xoʻjalik texnika', 'farm-machinery'],
  ['', 'maxsus texnika', 'construction-machinery'],
  ['', 'avtotransport', 'cars'],
  ['', 'koʻchmas mulk', 'commercial'],
  ['', 'asbob uskuna', 'industrial-equipment'],
  ['', 'mexanik', 'industrial-equipment'],
  ['', 'tashkiliy texnika', 'computers'],
  ['', 'qurilish mollari', 'building-materials'],
  ['', 'mebel', 'office-furniture'],
  ['oʻzagrokimyohimoya', '', 'office-furniture'],
  ['davlat aktivlari', '', 'commercial'],
  ['boshqa mulklar', '', 'industrial-equipment'],
  ['', 'boshqa mol', 'industrial-equipment'],
  ['', 'boshqa mulk', 'industrial-equipment'],
];

const FOLDED = RULES.map(([type, kind, code]) => ({ type: searchForm(type), kind: searchForm(kind), code }));

/** Code of our category; null when nothing says which one it is. */
export function categoryCodeOf(type: string, kind: string): string | null {
  const [ofType, ofKind] = [searchForm(type), searchForm(kind)];
  return FOLDED.find((rule) => ofType.includes(rule.type) && ofKind.includes(rule.kind))?.code ?? null;
}
