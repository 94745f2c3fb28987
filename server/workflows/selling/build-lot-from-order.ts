import type { Person } from '#server/domains/people/accounts/index.ts';
import type { LotFacts, NewLot } from '#server/domains/trade/lots/index.ts';
import { termsChoices, type OrderOnTrade } from '#server/domains/trade/orders/index.ts';
import type { FactKind } from '#shared/api/cabinet/order-questions.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { properApostrophes, toCyrillic } from '#shared/i18n/transliterate.ts';
import type { OrderFields, TwoTexts } from '#shared/orders/order-fields.ts';

/** An order was approved without something that a lot cannot do without: the rules of sending have failed. */
class IncompleteOrder extends Error {
  constructor(orderId: number, field: string) {
    super(`order ${orderId} was approved without ${field}`);
    this.name = 'IncompleteOrder';
  }
}

/** Letters of codes are the same in both scripts ("KA1714224011/129-1"). */
const codesIn = (text: string): string[] => text.match(/\p{Lu}{1,4}(?=[\d/-])/gu) ?? [];

/** There is no English translation: English readers get the Uzbek text in Latin letters. */
export function inAllLanguages({ uz, ru }: TwoTexts): LocalizedText {
  const latin = properApostrophes(uz.trim());
  return { uz: latin, ru: ru.trim(), 'uz-Cyrl': toCyrillic(latin, codesIn(latin)), en: latin };
}

/** One text after the other, as paragraphs. */
function joined(one: TwoTexts, other: TwoTexts | undefined): TwoTexts {
  const both = (first: string, second = '') =>
    second.trim() === '' ? first : `${first.trim()}\n\n${second.trim()}`;
  return { uz: both(one.uz, other?.uz), ru: both(one.ru, other?.ru) };
}

/** A text, or the number of a document, which is the same in all languages; codes of choices and days stay as they are. */
function factsOf(facts: OrderFields['facts'], inCode: (code: string) => boolean): LotFacts {
  const shown = Object.entries(facts ?? {}).map(([code, value]): [string, LotFacts[string]] => {
    if (typeof value === 'object') return [code, inAllLanguages(value)];
    if (typeof value !== 'string' || inCode(code)) return [code, value];
    return [code, { uz: value, ru: value, 'uz-Cyrl': value, en: value }];
  });
  return Object.fromEntries(shown);
}

/** Answers of such fields are the same in every language. */
export const isCode = (kind: FactKind): boolean => kind === 'choice' || kind === 'date';

const OWNER_TYPE = { natural: 'natural', legal: 'legal', 'state-body': 'state' } as const;

export interface LotOfOrderContext {
  customer: Pick<Person, 'name'>;
  publishedAt: Date;
  /** When it is traded; null: the order does not say. */
  window: { opensAt: Date; closesAt: Date } | null;
  /** Whether a field of the category is answered by a code: a choice, a day. */
  isCode: (code: string) => boolean;
}

/**
 * What an order offers, as a lot to be published. Its photos join in the transaction that publishes it.
 * @throws IncompleteOrder
 */
export function buildLotFromOrder(
  { id, personId, fields }: Pick<OrderOnTrade, 'id' | 'personId' | 'fields'>,
  { customer: { name }, publishedAt, window, isCode: inCode }: LotOfOrderContext,
): NewLot {
  function demand<Name extends keyof OrderFields>(field: Name): NonNullable<OrderFields[Name]> {
    const value = fields[field];
    if (value === undefined || value === null) throw new IncompleteOrder(id, field);
    return value;
  }
  if (!window) throw new IncompleteOrder(id, 'choices');
  return {
    title: inAllLanguages(demand('title')),
    description: inAllLanguages(joined(demand('description'), fields.extraDescription)),
    address: inAllLanguages(demand('address')),
    categoryId: demand('categoryId'),
    regionId: demand('regionId'),
    areaId: fields.areaId ?? null,
    quantity: demand('quantity'),
    latitude: fields.latitude ?? null,
    longitude: fields.longitude ?? null,
    photos: [],
    customer: {
      // As it is written in the documents, in every language.
      name: { uz: name, ru: name, 'uz-Cyrl': name, en: name },
      ownerType: OWNER_TYPE[demand('ownerType')],
      phone: fields.phone ?? null,
      email: fields.email ?? null,
    },
    customerExtraPhone: fields.extraPhone ?? null,
    customerPersonId: personId,
    orderId: id,
    orderType: demand('orderType'),
    tradeType: demand('tradeType'),
    ruleSet: demand('ruleSet'),
    choices: termsChoices(fields),
    startPriceTiyin: demand('startPriceTiyin'),
    instalmentMonths: fields.instalments?.months ?? null,
    firstPartBp: fields.instalments?.firstPartBp ?? null,
    stayDays: demand('stayDays'),
    rentMonths: fields.tenure === 'rent' ? demand('rentMonths') : null,
    unit: fields.unit ?? null,
    propertyType: fields.propertyType ?? null,
    categoryType: fields.categoryType ?? null,
    estimatedPriceTiyin: fields.estimatedPriceTiyin ?? null,
    facts: factsOf(fields.facts, inCode),
    publishedAt,
    ...window,
  };
}
