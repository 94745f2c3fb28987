import { createHash } from 'node:crypto';
import { properApostrophes, searchWords } from '#shared/i18n/transliterate.ts';
import { ORDER_LIMITS, type OrderFields, type TwoTexts } from '#shared/orders/order-fields.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import type { OrderPatch } from '#shared/api/cabinet/order-fields.ts';

type Given = { [Name in keyof OrderFields]?: OrderFields[Name] | null | undefined };

/** Uzbek with the apostrophes of its alphabet (U+02BB, U+02BC); undefined for a text that is empty in both languages. */
function storedTexts({ uz, ru }: TwoTexts): TwoTexts | undefined {
  const stored = { uz: properApostrophes(uz.trim()), ru: ru.trim() };
  return stored.uz === '' && stored.ru === '' ? undefined : stored;
}

const storedLine = (text: string): string | undefined => text.trim() || undefined;

type Facts = NonNullable<OrderFields['facts']>;

function storedFacts(facts: Facts): Facts | undefined {
  const stored = Object.entries(facts).flatMap(([code, value]) => {
    const clean =
      typeof value === 'object' ? storedTexts(value) : typeof value === 'string' ? storedLine(value) : value;
    return clean === undefined ? [] : [[code, clean] as const];
  });
  return stored.length === 0 ? undefined : Object.fromEntries(stored);
}

function storedRequisites(given: NonNullable<OrderFields['requisites']>): OrderFields['requisites'] {
  if (given.kind === 'card') return given;
  const { bankName, account, mfo, holderName } = given;
  return {
    kind: 'account',
    bankName: bankName.trim(),
    // People group the digits as the paper does.
    account: account.replace(/\s/gu, ''),
    mfo: mfo.trim(),
    holderName: holderName.trim(),
  };
}

/** Fields in the form in which they are stored; empty ones are left out. A value that breaks a rule stays as it was written. */
export function storedFields(given: Given): OrderFields {
  const fields: Given = { ...given };
  for (const name of ['title', 'description', 'extraDescription', 'address'] as const) {
    const texts = given[name];
    if (texts) fields[name] = storedTexts(texts);
  }
  if (given.facts) fields.facts = storedFacts(given.facts);
  if (given.choices && Object.values(given.choices).every((choice) => choice === undefined))
    fields.choices = undefined;
  for (const name of ['phone', 'extraPhone'] as const) {
    const phone = given[name];
    if (phone) fields[name] = parsePhone(phone) ?? phone.trim();
  }
  if (given.email) fields.email = parseEmail(given.email) ?? given.email.trim();
  for (const name of ['phone', 'extraPhone', 'email'] as const)
    if (fields[name] === '') fields[name] = undefined;
  if (given.requisites) fields.requisites = storedRequisites(given.requisites);
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Fields after a change of some of them; null deletes. */
export const changedFields = (fields: OrderFields, patch: Partial<OrderPatch>): OrderFields =>
  storedFields({ ...fields, ...patch });

/** Hashes that two orders share when they seem to sell the same property. */
function likenessOf({ facts, title, areaId, startPriceTiyin }: OrderFields): string[] {
  const hashOf = (kind: LikenessKind, value: string) =>
    `${kind}:${createHash('sha256').update(value).digest('hex').slice(0, 32)}`;
  const likeness: string[] = [];
  for (const kind of ['cadastre', 'vin'] as const) {
    const number = plainNumber(facts?.[kind]);
    // Shorter ones are placeholders.
    if (number.length >= 6) likeness.push(hashOf(kind, number));
  }
  const words = title ? searchWords(title.uz || title.ru) : '';
  if (words && areaId !== undefined && startPriceTiyin !== undefined)
    likeness.push(hashOf('title-area-price', `${words}|${areaId}|${startPriceTiyin}`));
  return likeness;
}

export type LikenessKind = 'cadastre' | 'vin' | 'title-area-price';
export const kindOfLikeness = (hash: string): LikenessKind =>
  hash.slice(0, hash.indexOf(':')) as LikenessKind;

/** Letters and digits of a number, in one case. */
function plainNumber(fact: Facts[string] | undefined): string {
  const text = typeof fact === 'object' ? fact.uz || fact.ru : typeof fact === 'string' ? fact : '';
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Of an index entry, which must fit into a third of a page. */
const SEARCHED_LETTERS = 1_000;

/** What lists filter and sort by. */
export function listedColumns(fields: OrderFields) {
  const { title, orderType = null, tradeType = null, startPriceTiyin: price } = fields;
  const priced = price !== undefined && Number.isSafeInteger(price) && price > 0;
  const words = title
    ? [title.uz, title.ru].map((text) => searchWords(text.slice(0, ORDER_LIMITS.title))).join(' ')
    : '';
  return {
    fields: JSON.stringify(fields),
    order_type: orderType,
    trade_type: tradeType,
    start_price_tiyin: priced ? price : null,
    search_form: words.slice(0, SEARCHED_LETTERS),
    likeness: likenessOf(fields),
  };
}
