import { createHash } from 'node:crypto';
import { headWord, placesOf } from '#server/platform/tables/index.ts';
import { NEEDED_IMPORT_COLUMNS, type ImportColumn } from '#shared/limits/order-imports.ts';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';

/**
 * Columns by which a file of lots is known: the name that templates use, and what organisations write in its place in Uzbek
 * and Russian. The first name is the one to document.
 */
const COLUMNS = {
  number: ['number', 'lot_number', 'lot_id', 'raqam', 'lot raqami', 'номер', 'номер лота', '№'],
  title: ['title', 'nomi', 'mulk nomi', 'наименование', 'название'],
  titleUz: ['title_uz', 'nomi (oʻzbekcha)', 'nomi uz', 'наименование (узб)'],
  titleRu: ['title_ru', 'nomi (ruscha)', 'nomi ru', 'наименование (рус)'],
  description: ['description', 'tavsif', 'tavsifi', 'описание'],
  descriptionUz: ['description_uz', 'tavsif (oʻzbekcha)', 'описание (узб)'],
  descriptionRu: ['description_ru', 'tavsif (ruscha)', 'описание (рус)'],
  extraDescription: ['extra_description', 'qoʻshimcha maʼlumot', 'дополнительно'],
  ownerType: ['owner_type', 'mulkdor turi', 'тип собственника'],
  orderType: ['order_type', 'buyurtma turi', 'тип заявки'],
  tradeType: ['trade_type', 'savdo turi', 'вид торгов'],
  ruleSet: ['rule_set', 'savdo qoidalari', 'правила торгов'],
  category: ['category', 'kategoriya', 'toifa', 'категория'],
  categoryType: ['category_type', 'kelib chiqishi', 'происхождение'],
  propertyType: ['property_type', 'mulk turi', 'вид имущества'],
  quantity: ['quantity', 'soni', 'miqdori', 'количество'],
  unit: ['unit', 'oʻlchov birligi', 'единица', 'ед. изм.'],
  region: ['region', 'viloyat', 'hudud', 'регион', 'область'],
  area: ['area', 'district', 'tuman', 'tuman (shahar)', 'район'],
  address: ['address', 'manzil', 'адрес'],
  addressUz: ['address_uz', 'manzil (oʻzbekcha)', 'адрес (узб)'],
  addressRu: ['address_ru', 'manzil (ruscha)', 'адрес (рус)'],
  latitude: ['latitude', 'geo_lat', 'kenglik', 'широта'],
  longitude: ['longitude', 'geo_lon', 'uzunlik', 'долгота'],
  phone: ['phone', 'telefon', 'телефон'],
  extraPhone: ['extra_phone', 'qoʻshimcha telefon', 'доп. телефон'],
  email: ['email', 'e-mail', 'elektron pochta', 'эл. почта'],
  tenure: ['tenure', 'huquq turi', 'вид права'],
  rentMonths: ['rent_months', 'ijara muddati (oy)', 'срок аренды (мес)'],
  startPrice: ['start_price', 'narxi', 'boshlangʻich narx', 'цена', 'начальная цена'],
  estimatedPrice: ['estimated_price', 'appraised_price', 'baholangan narx', 'оценочная стоимость'],
  belowEstimate: ['below_estimate', 'bahodan past', 'ниже оценки'],
  stayDays: ['stay_days', 'savdoda turish (kun)', 'срок торгов (дней)'],
  paymentDays: ['payment_days', 'toʻlov muddati (ish kuni)', 'срок оплаты (раб. дней)'],
  instalmentMonths: ['instalment_months', 'installment_months', 'boʻlib toʻlash (oy)', 'рассрочка (мес)'],
  firstPart: ['first_part_percent', 'birinchi toʻlov (%)', 'первый платёж (%)'],
  depositPercent: ['deposit_percent', 'zakalat (%)', 'задаток (%)'],
  minParticipants: ['min_participants', 'eng kam ishtirokchi', 'мин. участников'],
  opensAt: ['opens_at', 'savdo boshlanishi', 'начало торгов'],
  closesAt: ['closes_at', 'savdo tugashi', 'конец торгов'],
  announcedOn: ['announced_on', 'savdo kuni', 'день торгов'],
  bankName: ['bank_name', 'bank', 'банк'],
  account: ['account', 'hisob raqami', 'расчётный счёт'],
  mfo: ['mfo', 'мфо'],
} as const satisfies Record<ImportColumn, readonly string[]>;
export type ColumnName = ImportColumn;

/** The field of an order that a column fills in; problems of the field are shown at the column. */
const FIELDS: Partial<Record<ColumnName, OrderFieldName>> = {
  titleUz: 'title',
  titleRu: 'title',
  descriptionUz: 'description',
  descriptionRu: 'description',
  category: 'categoryId',
  region: 'regionId',
  area: 'areaId',
  addressUz: 'address',
  addressRu: 'address',
  startPrice: 'startPriceTiyin',
  estimatedPrice: 'estimatedPriceTiyin',
  belowEstimate: 'belowEstimateAllowed',
  paymentDays: 'paymentWorkingDays',
  instalmentMonths: 'instalments',
  firstPart: 'instalments',
  depositPercent: 'choices',
  minParticipants: 'choices',
  opensAt: 'choices',
  closesAt: 'choices',
  announcedOn: 'choices',
  bankName: 'requisites',
  account: 'requisites',
  mfo: 'requisites',
};
export const fieldOf = (column: Exclude<ColumnName, 'number'>): OrderFieldName =>
  FIELDS[column] ?? (column as OrderFieldName);

/** Which part of a field a column is, where the field has several. */
const PARTS: Partial<Record<ColumnName, string>> = {
  titleUz: 'uz',
  titleRu: 'ru',
  descriptionUz: 'uz',
  descriptionRu: 'ru',
  addressUz: 'uz',
  addressRu: 'ru',
  instalmentMonths: 'months',
  firstPart: 'firstPartBp',
  depositPercent: 'depositPercent',
  minParticipants: 'minParticipants',
  opensAt: 'opensAtMs',
  closesAt: 'closesAtMs',
  announcedOn: 'announcedOn',
  bankName: 'bankName',
  account: 'account',
  mfo: 'mfo',
};

/** `fact:vin`: a field that the category asks for, by its code. */
const FACT = /^fact:([a-z0-9-]{1,60})$/i;

export interface Columns {
  heads: readonly string[];
  /** What each column is known by; null: it is not read. */
  known: readonly (string | null)[];
  places: ReadonlyMap<ColumnName, number>;
  /** Places of the fields of categories, by their codes. */
  facts: ReadonlyMap<string, number>;
  /** Staff said what they are. */
  mapped: boolean;
}

/** What each column is by its head: a column, `fact:<code>`, or null. */
function byHeads(heads: readonly string[], factCodes: ReadonlySet<string>): (string | null)[] {
  const named = new Map<number, string>();
  for (const [column, [at]] of placesOf(heads, COLUMNS)) named.set(at!, column);
  return heads.map((head, at) => {
    const fact = FACT.exec(head.trim())?.[1]?.toLowerCase();
    if (fact === undefined) return named.get(at) ?? null;
    return factCodes.has(fact) ? `fact:${fact}` : null;
  });
}

/**
 * Columns of a header: as staff said, otherwise by their names. Of two columns of one name the first one counts.
 * @param mapping what each column is, in their order; null: staff were not asked
 */
export function columnsOf(
  heads: readonly string[],
  factCodes: ReadonlySet<string>,
  mapping: ColumnMapping | null = null,
): Columns {
  const places = new Map<ColumnName, number>();
  const facts = new Map<string, number>();
  const found = mapping ?? byHeads(heads, factCodes);
  const known = heads.map((_, at) => {
    const is = found[at] ?? null;
    if (is === null) return null;
    const fact = FACT.exec(is)?.[1];
    if (fact !== undefined ? facts.has(fact) : places.has(is as ColumnName)) return null;
    if (fact !== undefined) facts.set(fact, at);
    else places.set(is as ColumnName, at);
    return is;
  });
  return { heads, known, places, facts, mapped: mapping !== null };
}

/** What each column of a file is, in their order: a column, `fact:<code>`, or null: it is not imported. */
export type ColumnMapping = readonly (string | null)[];

/** Why an answer about columns cannot be used, with what it is about. */
export interface MappingProblem {
  problem: 'columns-count' | 'columns-unknown' | 'columns-repeated' | 'columns-missing';
  columns: string[];
}

/** Each needed column once, no column twice, none that does not exist. null: it can be used. */
export function mappingProblem(
  mapping: ColumnMapping,
  columnCount: number,
  factCodes: ReadonlySet<string>,
): MappingProblem | null {
  if (mapping.length !== columnCount) return { problem: 'columns-count', columns: [] };
  const named = mapping.filter((each) => each !== null);
  const isKnown = (name: string): boolean =>
    name.startsWith('fact:') ? factCodes.has(name.slice(5)) : Object.hasOwn(COLUMNS, name);
  const unknown = named.filter((name) => !isKnown(name));
  if (unknown.length > 0) return { problem: 'columns-unknown', columns: unknown };
  const repeated = [...new Set(named.filter((name, at) => named.indexOf(name) !== at))];
  if (repeated.length > 0) return { problem: 'columns-repeated', columns: repeated };
  const missing = NEEDED_IMPORT_COLUMNS.filter((name) => !named.includes(name));
  return missing.length > 0 ? { problem: 'columns-missing', columns: missing } : null;
}

/** The same for files of an organisation with the same heads in the same order, whatever letters they are written in. */
export const headsKey = (heads: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(heads.map(headWord)))
    .digest('hex');

/** Names of columns that the file lacks. */
export const missingColumns = ({ places }: Columns): string[] =>
  NEEDED_IMPORT_COLUMNS.filter((column) => !places.has(column)).map((column) => COLUMNS[column][0]);

/** Head of the column in which a problem of a field is mended; null: the file has none. */
export function headOf(
  { heads, places, facts }: Columns,
  field: OrderFieldName,
  part?: string,
): string | null {
  if (field === 'facts') {
    const at = part === undefined ? undefined : facts.get(part);
    return at === undefined ? null : heads[at]!;
  }
  const candidates = [...places].filter(([column]) => column !== 'number' && fieldOf(column) === field);
  const exact = candidates.find(([column]) => part !== undefined && PARTS[column] === part) ?? candidates[0];
  return exact ? heads[exact[1]]! : null;
}
