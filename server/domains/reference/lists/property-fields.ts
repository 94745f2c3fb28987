import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { FACT_KINDS } from '#shared/api/order-questions.ts';
import { names } from './localized-names.ts';

export interface PropertyField {
  code: string;
  label: LocalizedText;
  kind: (typeof FACT_KINDS)[number];
  unit: LocalizedText | null;
  choices: { code: string; label: LocalizedText }[];
}

const everywhere = (text: string): LocalizedText => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
const UNITS = {
  km: names('km', 'км', 'km'),
  l: names('l', 'л', 'l'),
  cm3: names('sm³', 'см³', 'cm³'),
  hp: names('o.k.', 'л. с.', 'hp'),
  kw: names('kVt', 'кВт', 'kW'),
  t: names('t', 'т', 't'),
  m: names('m', 'м', 'm'),
  m2: names('m²', 'м²', 'm²', 'м²'),
  h: names('soat', 'ч', 'h'),
  g: names('g', 'г', 'g'),
  months: names('oy', 'мес.', 'months'),
  percent: everywhere('%'),
  pieces: names('dona', 'шт.', 'pieces'),
} as const;

type Kind = PropertyField['kind'];
type Texts = readonly [uz: string, ru: string, en: string];

const field = (
  code: string,
  kind: Kind,
  label: Texts,
  unit: keyof typeof UNITS | null = null,
  choices: readonly (readonly [code: string, ...label: Texts])[] = [],
): PropertyField => ({
  code,
  kind,
  label: names(...label),
  unit: unit && UNITS[unit],
  choices: choices.map(([choice, ...text]) => ({ code: choice, label: names(...text) })),
});

const ALL: readonly PropertyField[] = [
  field('total-area', 'area', ['Umumiy maydoni', 'Общая площадь', 'Total area'], 'm2'),
  field('land-area', 'area', ['Yer maydoni', 'Площадь участка', 'Land area'], 'm2'),
  field('rooms', 'number', ['Xonalar soni', 'Количество комнат', 'Rooms']),
  field('floor', 'number', ['Qavati', 'Этаж', 'Floor']),
  field('floors', 'number', ['Qavatlar soni', 'Этажность', 'Floors']),
  field('height', 'number', ['Shift balandligi', 'Высота потолков', 'Ceiling height'], 'm'),
  field('built-year', 'year', ['Qurilgan yili', 'Год постройки', 'Year built']),
  field('walls', 'choice', ['Devor materiali', 'Материал стен', 'Walls'], null, [
    ['brick', 'Gʻisht', 'Кирпич', 'Brick'],
    ['panel', 'Panel', 'Панель', 'Panel'],
    ['monolith', 'Monolit', 'Монолит', 'Cast concrete'],
    ['adobe', 'Paxsa', 'Глинобитные', 'Adobe'],
    ['metal', 'Metall', 'Металл', 'Metal'],
  ]),
  field('renovated', 'yes-no', ['Taʼmirlangan', 'Отремонтировано', 'Renovated']),
  field('gas', 'yes-no', ['Gaz', 'Газ', 'Gas']),
  field('water', 'yes-no', ['Suv taʼminoti', 'Водоснабжение', 'Water supply']),
  field('electricity', 'yes-no', ['Elektr taʼminoti', 'Электроснабжение', 'Electricity']),
  field('cadastre', 'text', ['Kadastr raqami', 'Кадастровый номер', 'Cadastral number']),
  field('irrigated', 'yes-no', ['Sugʻoriladigan', 'Орошаемый', 'Irrigated']),
  field('soil-grade', 'number', ['Tuproq bonitet bali', 'Балл бонитета', 'Soil grade']),
  field('lease-months', 'number', ['Ijara muddati', 'Срок аренды', 'Lease term'], 'months'),
  field('brand', 'text', ['Rusumi', 'Марка', 'Make']),
  field('model', 'text', ['Modeli', 'Модель', 'Model']),
  field('year', 'year', ['Ishlab chiqarilgan yili', 'Год выпуска', 'Year of manufacture']),
  field('vin', 'text', ['VIN raqami', 'VIN-номер', 'VIN']),
  field('mileage', 'number', ['Yurgan masofasi', 'Пробег', 'Mileage'], 'km'),
  field('hours', 'number', ['Ishlagan vaqti', 'Наработка', 'Working hours'], 'h'),
  field('fuel', 'choice', ['Yoqilgʻi', 'Топливо', 'Fuel'], null, [
    ['petrol', 'Benzin', 'Бензин', 'Petrol'],
    ['diesel', 'Dizel', 'Дизель', 'Diesel'],
    ['methane', 'Metan', 'Метан', 'Methane'],
    ['gas', 'Propan', 'Пропан', 'Propane'],
    ['electric', 'Elektr', 'Электричество', 'Electric'],
    ['hybrid', 'Gibrid', 'Гибрид', 'Hybrid'],
  ]),
  field('gearbox', 'choice', ['Uzatmalar qutisi', 'Коробка передач', 'Gearbox'], null, [
    ['manual', 'Mexanik', 'Механическая', 'Manual'],
    ['automatic', 'Avtomat', 'Автоматическая', 'Automatic'],
  ]),
  field('engine-volume', 'number', ['Dvigatel hajmi', 'Объём двигателя', 'Engine size'], 'cm3'),
  field('power', 'number', ['Quvvati', 'Мощность', 'Power'], 'hp'),
  field('electric-power', 'number', ['Elektr quvvati', 'Электрическая мощность', 'Electric power'], 'kw'),
  field('payload', 'number', ['Yuk koʻtarishi', 'Грузоподъёмность', 'Payload'], 't'),
  field('weight', 'number', ['Ogʻirligi', 'Масса', 'Weight'], 't'),
  field('seats', 'number', ['Oʻrinlar soni', 'Количество мест', 'Seats']),
  field('manufacturer', 'text', ['Ishlab chiqaruvchi', 'Производитель', 'Manufacturer']),
  field('condition', 'choice', ['Holati', 'Состояние', 'Condition'], null, [
    ['new', 'Yangi', 'Новое', 'New'],
    ['good', 'Yaxshi', 'Хорошее', 'Good'],
    ['worn', 'Foydalanilgan', 'Подержанное', 'Used'],
    ['broken', 'Taʼmirtalab', 'Требует ремонта', 'Needs repair'],
  ]),
  field('material', 'text', ['Materiali', 'Материал', 'Material']),
  field('best-before', 'text', ['Yaroqlilik muddati', 'Срок годности', 'Best before']),
  field('pieces', 'number', ['Donalar soni', 'Количество штук', 'Pieces'], 'pieces'),
  field('metal', 'text', ['Metall va probasi', 'Металл и проба', 'Metal and fineness']),
  field('weight-g', 'number', ['Ogʻirligi', 'Масса', 'Weight'], 'g'),
  field('certificate', 'yes-no', ['Hujjati bor', 'Есть документ', 'With a certificate']),
  field('company', 'text', ['Korxona nomi', 'Название предприятия', 'Company']),
  field('share', 'number', ['Ulush miqdori', 'Размер доли', 'Share'], 'percent'),
  field('basis', 'text', ['Huquq asosi', 'Основание права', 'Basis of the right']),
];

const BY_CODE = new Map(ALL.map((one) => [one.code, one]));

/** Codes by category, else by its group; `*` marks required fields. */
const ASKED: Readonly<Record<string, string>> = {
  'real-estate':
    'total-area* land-area floors height built-year walls renovated gas water electricity cadastre',
  flats: 'total-area* rooms* floor* floors built-year walls renovated gas water electricity cadastre',
  houses: 'land-area* total-area rooms floors built-year walls renovated gas water electricity cadastre',
  land: 'land-area* cadastre gas water electricity',
  'farm-land': 'land-area* irrigated soil-grade cadastre',
  'farm-plots': 'land-area* irrigated soil-grade lease-months* cadastre',
  transport: 'brand* model* year* mileage engine-volume fuel gearbox vin condition',
  trucks: 'brand* model* year* mileage payload fuel gearbox vin condition',
  buses: 'brand* model* year* seats mileage fuel gearbox vin condition',
  trailers: 'brand model year* payload vin condition',
  'spare-parts': 'manufacturer pieces condition*',
  machinery: 'brand* model year* hours power weight fuel condition',
  equipment: 'manufacturer model year electric-power condition*',
  electronics: 'manufacturer model year condition*',
  furniture: 'material pieces condition*',
  goods: 'manufacturer material pieces condition',
  'food-goods': 'manufacturer best-before* pieces',
  cosmetics: 'manufacturer best-before* pieces',
  valuables: 'metal weight-g certificate condition',
  business: 'company basis* certificate',
  shares: 'company* share*',
  'property-complexes': 'company* total-area land-area built-year',
  rent: 'total-area* floor lease-months*',
  'state-assets': 'company total-area land-area built-year cadastre',
  'state-shares': 'company* share*',
  other: 'manufacturer year pieces condition',
};

/** Fields of property of a category, in the order of form and card. */
export function fieldsAsked(
  category: string,
  group: string | null,
): (PropertyField & { required: boolean })[] {
  const codes = (ASKED[category] ?? (group === null ? '' : ASKED[group]) ?? '').split(' ').filter(Boolean);
  return codes.map((entry) => {
    const found = BY_CODE.get(entry.replace('*', ''));
    if (!found) throw new RangeError(`no property field ${entry}`);
    return { ...found, required: entry.endsWith('*') };
  });
}
