import { searchForm } from '#shared/i18n/transliterate.ts';

/** Our category by words of the state platform's type and kind, folded like a search; the first matching line decides. */
const RULES: readonly (readonly [type: string, kind: string, code: string])[] = [
  ['', 'ulush', 'shares'],
  ['elektr stansiyalarini qurish', '', 'power-plant-rights'],
  ['', 'investitsiya kiritish', 'investment-rights'],
  ['', 'bank aktivlari', 'bank-assets'],
  ['shartnomasini tuzish huquqi', '', 'investment-rights'],
  ['', 'shartnoma tuzish huquqi', 'investment-rights'],
  ['qurish huquqi', '', 'rights'],
  ['daryo oʻzanlarini tozalash', '', 'river-works'],
  ['buyurtmachilar mulklari', 'ijaraga', 'private-property-rent'],
  ['ijaraga berish', '', 'state-property-rent'],
  ['koʻchma savdo', '', 'trading-spots'],
  ['dehqon xoʻjaligiga', 'kooperativ', 'cooperative-land'],
  ['dehqon xoʻjaligiga', 'yoshlar', 'youth-land'],
  ['dehqon xoʻjaligiga', 'PF-10', 'new-farm-land'],
  ['dehqon xoʻjaligiga', '', 'smallholder-lease'],
  ['qishloq xoʻjaligiga', 'PF-10', 'new-farm-land'],
  ['qishloq xoʻjaligiga', 'ekinlarini yetishtirish', 'crop-lease'],
  ['qishloq xoʻjaligiga', 'ijaraga', 'crop-lease'],
  ['qishloq xoʻjaligiga', '', 'farm-land'],
  ['yer uchastkalari', 'koʻp qavatli', 'apartment-land'],
  ['yer uchastkalari', 'uy-joy qurish', 'housing-land'],
  ['yer uchastkalari', 'master-reja', 'master-plan-land'],
  ['yer uchastkalari', 'sanoat zona', 'industrial-land'],
  ['yer uchastkalari', 'iqtisodiy zona', 'industrial-land'],
  ['yer uchastkalari', 'taʼlim', 'education-land'],
  ['yer uchastkalari', 'turizm', 'tourism-land'],
  ['yer uchastkalari', 'oʻrmon', 'forest-land'],
  ['yer uchastkalari', 'yoʻl boʻyi', 'service-land'],
  ['yer uchastkalari', '', 'business-land'],
  ['avtotransport', 'yengil', 'cars'],
  ['avtotransport', 'avtobus', 'buses'],
  ['avtotransport', 'moto', 'motorcycles'],
  ['avtotransport', 'maxsus', 'special-vehicles'],
  ['avtotransport', 'tirkama', 'trailers'],
  ['avtotransport', 'yuk', 'trucks'],
  ['avtotransport', '', 'other-transport'],
  ['koʻchmas mulk', 'koʻp qavatli', 'flats'],
  ['koʻchmas mulk', 'hovli', 'houses'],
  ['koʻchmas mulk', 'qishloq', 'farm-land'],
  ['koʻchmas mulk', 'boʻsh yer', 'business-land'],
  ['koʻchmas mulk', 'tugallanmagan', 'unfinished-buildings'],
  ['koʻchmas mulk', 'boshqa turdagi', 'other-real-estate'],
  ['koʻchmas mulk', '', 'commercial'],
  ['maxsus texnika', '', 'other-machinery'],
  ['', 'qishloq xoʻjalik texnika', 'farm-machinery'],
  ['', 'maxsus texnika', 'other-machinery'],
  ['', 'avtotransport', 'other-transport'],
  ['', 'koʻchmas mulk', 'commercial'],
  ['', 'asbob uskuna', 'industrial-equipment'],
  ['', 'mexanik qurilma', 'tools'],
  ['', 'mehanik qurilma', 'tools'],
  ['', 'tashkiliy texnika', 'computers'],
  ['', 'qurilish mollari', 'building-materials'],
  ['', 'mebel', 'office-furniture'],
  ['davlat aktivlari', '', 'state-objects'],
  ['ixtiyoriy tugatish', '', 'liquidation-property'],
  ['AJ mol-mulklari', '', 'state-enterprise-property'],
  ['boshqa mulklar', '', 'other-property'],
  ['', 'boshqa mol', 'other-property'],
  ['', 'boshqa mulk', 'other-property'],
];

const FOLDED = RULES.map(([type, kind, code]) => ({ type: searchForm(type), kind: searchForm(kind), code }));

/** What is let, not sold: the table says so in words, and never for how long. */
const LEASE = searchForm('ijara');

/** Is it the use of the property that is sold? */
export const isLease = (type: string, kind: string): boolean =>
  [type, kind].some((words) => searchForm(words).includes(LEASE));

/** Code of our category; null when no line matches. */
export function categoryCodeOf(type: string, kind: string): string | null {
  const [ofType, ofKind] = [searchForm(type), searchForm(kind)];
  return FOLDED.find((rule) => ofType.includes(rule.type) && ofKind.includes(rule.kind))?.code ?? null;
}
