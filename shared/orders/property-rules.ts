import { RANGE_OF_KIND } from './fact-ranges.ts';
import { ORDER_LIMITS, type OrderFields } from './order-fields.ts';
import type { AskedFact, Judged, OrderContext } from './problem-context.ts';
import type { OrderProblem } from './problem-codes.ts';
import { propertyTypesOf } from './property-kinds.ts';
import { judgeTexts, problemOfLine } from './text-rules.ts';
import { announcedDay } from './trade-rules.ts';
import { isLatinText } from '../validation/latin-text.ts';
import { tashkentParts } from '../time/tashkent.ts';

/** What is sold. */
export function* judgeProperty(fields: OrderFields, context: OrderContext): Judged {
  for (const field of ['categoryId', 'categoryType', 'propertyType', 'unit'] as const)
    if (fields[field] === undefined) yield { field, problem: 'selection' };
  if (fields.unit !== undefined && context.units && !context.units.includes(fields.unit))
    yield { field: 'unit', problem: 'unknown-choice' };
  const { category } = context;
  if (fields.categoryId !== undefined && category === 'missing')
    yield { field: 'categoryId', problem: 'unknown-choice' };
  if (category && category !== 'missing') {
    const { orderType } = fields;
    if (orderType && !category.orderTypes.includes(orderType))
      yield { field: 'categoryId', problem: 'category-not-for-order-type' };
    if (category.hidden) yield { field: 'categoryId', problem: 'category-hidden' };
    if (fields.propertyType !== undefined && !propertyTypesOf(category).includes(fields.propertyType))
      yield { field: 'propertyType', problem: 'property-type-of-other-category' };
    yield* judgeFacts(fields.facts ?? {}, category, context);
  }
  const { titleMin, descriptionMin, extraDescription } = ORDER_LIMITS;
  const { anyLetters } = context;
  yield* judgeTexts('title', fields.title, {
    min: titleMin,
    max: ORDER_LIMITS.title,
    required: true,
    anyLetters,
  });
  yield* judgeTexts('description', fields.description, {
    min: descriptionMin,
    max: ORDER_LIMITS.description,
    lines: true,
    required: true,
    anyLetters,
  });
  yield* judgeTexts('extraDescription', fields.extraDescription, {
    max: extraDescription,
    lines: true,
    required: false,
    anyLetters,
  });
  yield* judgeCount(fields.quantity);
}

function* judgeCount(quantity: number | undefined): Judged {
  if (quantity === undefined) yield { field: 'quantity', problem: 'required' };
  else if (!Number.isInteger(quantity)) yield { field: 'quantity', problem: 'not-whole' };
  else if (quantity < 1) yield { field: 'quantity', problem: 'count' };
  else if (quantity > ORDER_LIMITS.quantity)
    yield { field: 'quantity', problem: 'too-large', details: { max: ORDER_LIMITS.quantity } };
}

type Facts = NonNullable<OrderFields['facts']>;
type Fact = Facts[string];

interface Questions {
  facts: readonly AskedFact[];
  askedBefore: readonly string[];
}

function* judgeFacts(
  facts: Facts,
  { facts: asked, askedBefore }: Questions,
  context: Pick<OrderContext, 'nowMs' | 'anyLetters'>,
): Judged {
  for (const fact of asked) {
    const value = Object.hasOwn(facts, fact.code) ? facts[fact.code] : undefined;
    const about = { field: 'facts', part: fact.code } as const;
    if (isEmpty(value)) {
      if (fact.required) yield { ...about, problem: fact.kind === 'choice' ? 'selection' : 'required' };
      continue;
    }
    const problem = problemOfFact(fact, value as Fact, context);
    if (problem) yield { ...about, ...problem };
  }
  const known = new Set([...asked.map(({ code }) => code), ...askedBefore]);
  for (const code of Object.keys(facts))
    if (!known.has(code)) yield { field: 'facts', part: code, problem: 'unknown-field' };
}

function isEmpty(value: Fact | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value === 'object') return value.uz.trim() === '' && value.ru.trim() === '';
  return typeof value === 'string' && value.trim() === '';
}

type Found = Pick<OrderProblem, 'problem' | 'details'> | null;

function problemOfFact(
  fact: AskedFact,
  value: Fact,
  { nowMs, anyLetters = false }: Pick<OrderContext, 'nowMs' | 'anyLetters'>,
): Found {
  switch (fact.kind) {
    case 'choice':
      return fact.choices.some(({ code }) => code === value) ? null : { problem: 'unknown-choice' };
    case 'yes-no':
      return typeof value === 'boolean' ? null : { problem: 'unknown-choice' };
    case 'text':
      return problemOfTextFact(value, anyLetters);
    case 'date':
      return typeof value === 'string' && announcedDay(value) !== null ? null : { problem: 'date' };
    case 'number':
    case 'area':
    case 'year':
      return problemOfNumber(fact, value, nowMs);
  }
}

/** Numbers of a cadastre or a vehicle are one line in Latin letters; other texts are in both languages. */
function problemOfTextFact(value: Fact, anyLetters: boolean): Found {
  const max = ORDER_LIMITS.factText;
  const texts = typeof value === 'string' ? { uz: value, ru: value } : value;
  if (typeof texts !== 'object') return { problem: 'letters' };
  if (texts.uz.trim() === '' || texts.ru.trim() === '') return { problem: 'required' };
  const letters = problemOfLine(texts.uz, max) ?? problemOfLine(texts.ru, max);
  if (letters) return { problem: letters, ...(letters === 'too-long' && { details: { max } }) };
  return anyLetters || isLatinText(texts.uz) ? null : { problem: 'latin' };
}

function problemOfNumber({ kind, whole, ...own }: AskedFact, value: Fact, nowMs: number): Found {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: 'not-a-number' };
  const range = RANGE_OF_KIND[kind as keyof typeof RANGE_OF_KIND];
  const min = own.min ?? range.min;
  const max = own.max ?? (kind === 'year' ? tashkentParts(nowMs).year + 1 : range.max);
  if (value < min) return { problem: 'too-small', details: { min } };
  if (value > max) return { problem: 'too-large', details: { max } };
  if ((whole || kind === 'year') && !Number.isInteger(value)) return { problem: 'not-whole' };
  return null;
}
