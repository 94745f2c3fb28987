import {
  readDay,
  readDecimal,
  readInstant,
  readMoney,
  readPercent,
  readYesOrNo,
} from '#server/platform/tables/index.ts';
import type { ImportedRowProblem } from '#shared/api/cabinet/order-imports.ts';
import { hasAccountDigits } from '#shared/content/account-digits.ts';
import { contactDataIn } from '#shared/content/contact-data.ts';
import { ORDER_RULE_SETS, OWNER_TYPES, TRADE_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { ORDER_IMPORT_LIMITS } from '#shared/limits/order-imports.ts';
import type { OrderFields, TwoTexts } from '#shared/orders/order-fields.ts';
import { isOneOf, stripInvisible } from '#shared/text/index.ts';
import { bankCode } from '#shared/validation/bank-requisites.ts';
import { parsePlace } from '#shared/validation/coordinates.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import { fieldOf, type ColumnName, type Columns } from './import-columns.ts';
import type { Choices } from './row-choices.ts';

export interface ReadRow {
  number: string;
  fields: OrderFields;
  /** What cannot be read at all. */
  problems: ImportedRowProblem[];
}

/** What an organisation's orders have where the file says nothing. */
export interface OrganisationDefaults {
  name: string;
  phone: string | null;
  email: string | null;
  requisites: { bankName: string; account: string; mfo: string } | null;
}

/** What buyers read. */
const PROSE = [
  'title',
  'titleUz',
  'titleRu',
  'description',
  'descriptionUz',
  'descriptionRu',
  'extraDescription',
  'address',
  'addressUz',
  'addressRu',
] as const satisfies readonly ColumnName[];

const isUntilSold = isOneOf(['sotilguncha', 'sotilgunga qadar', 'до продажи', 'until sold', 'until-sold']);
const DIGITS = /^\d{1,9}$/;
/** Between two digits of a phone or an account. */
const GAP = String.raw`[\s().-]*`;

/** The same text in both languages where the file has one only. */
function textsOf(both: string, uz: string, ru: string): TwoTexts | undefined {
  const texts = { uz: uz || both || ru, ru: ru || both || uz };
  return texts.uz === '' ? undefined : texts;
}

/** The cells of a row as fields of an order: nothing is judged here but whether a cell can be read. */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  choices: Choices,
  organisation: OrganisationDefaults,
): ReadRow {
  const problems: ImportedRowProblem[] = [];
  const cell = (column: ColumnName): string => cells[columns.places.get(column) ?? -1] ?? '';
  /** Of a number, a code or an address: as a person sees it. */
  const code = (column: ColumnName): string => stripInvisible(cell(column)).trim();
  const headAt = (column: ColumnName) => columns.heads[columns.places.get(column) ?? -1] ?? null;
  const refuse = (
    column: ColumnName,
    problem: ImportedRowProblem['problem'],
    details: ImportedRowProblem['details'] = {},
  ): undefined => {
    const field = column === 'number' ? null : fieldOf(column);
    problems.push({ column: headAt(column), field, problem, part: null, details });
  };
  /** undefined: the cell is empty, or cannot be read. */
  const read = <Value>(
    column: ColumnName,
    reader: (text: string) => Value | null,
    problem: ImportedRowProblem['problem'],
  ): Value | undefined => {
    const text = cell(column);
    if (text === '') return undefined;
    return reader(text) ?? refuse(column, problem);
  };
  const number = (column: ColumnName) => read(column, readDecimal, 'not-a-number');
  const percent = (column: ColumnName) => read(column, readPercent, 'not-a-number');
  const sum = (column: ColumnName) => read(column, readMoney, 'not-a-sum');
  const choice = <Value>(column: ColumnName, reader: (text: string) => Value | null) =>
    read(column, reader, 'unknown-choice');
  const instant = (column: ColumnName) => read(column, readInstant, 'not-a-date');

  const ownNumber = code('number');
  if (ownNumber === '') refuse('number', 'no-number');
  else if (ownNumber.length > ORDER_IMPORT_LIMITS.number)
    refuse('number', 'number-too-long', { max: ORDER_IMPORT_LIMITS.number });

  const orderType = choice('orderType', choices.orderType) ?? 'private';
  const tradeType = choice('tradeType', choices.of('tradeType', TRADE_TYPES)) ?? 'auction';
  const announcedOn = read('announcedOn', readDay, 'not-a-date');
  const ruleSet =
    choice('ruleSet', choices.of('ruleSet', ORDER_RULE_SETS)) ??
    (orderType === 'private' ? 'private' : announcedOn === undefined ? 'state-shop' : 'state-live');
  const regionId = choice('region', choices.region);
  const categoryId = choice('category', choices.category);
  const months = number('instalmentMonths');
  const firstPart = percent('firstPart');
  const trade: NonNullable<OrderFields['choices']> = {
    ...defined({ depositPercent: percent('depositPercent'), minParticipants: number('minParticipants') }),
    ...defined({ opensAtMs: instant('opensAt'), closesAtMs: instant('closesAt'), announcedOn }),
  };
  const written = { account: code('account').replaceAll(' ', ''), mfo: bankCode(code('mfo')) };
  if (isOtherAccount(written, organisation)) refuse('account', 'account-not-of-profile');
  for (const column of ['phone', 'extraPhone', 'email'] as const)
    if (isOtherContact(column, code(column), organisation)) refuse(column, 'contact-not-of-profile');
  for (const column of PROSE) {
    if (cell(column) === '') continue;
    const text = withoutOwn(cell(column), organisation);
    if (hasAccountDigits(text)) refuse(column, 'account-not-of-profile');
    // Names of equipment may look like those of messengers: what is left is for the moderator to read.
    else if (contactDataIn(text).some((kind) => kind === 'phone' || kind === 'email'))
      refuse(column, 'contact-not-of-profile');
  }
  for (const [fact, at] of columns.facts)
    if (hasAccountDigits(withoutOwn(cells[at] ?? '', organisation)))
      problems.push({
        column: columns.heads[at] ?? null,
        field: 'facts',
        problem: 'account-not-of-profile',
        part: fact,
        details: {},
      });
  const tenure = choice('tenure', choices.tenure);
  const rentMonths = number('rentMonths');
  const [latitude, longitude] = [cell('latitude'), cell('longitude')];
  const place = latitude === '' && longitude === '' ? undefined : parsePlace(latitude, longitude);
  if (place === null) refuse(latitude === '' ? 'longitude' : 'latitude', 'not-coordinates');
  return {
    number: ownNumber,
    problems,
    fields: defined<OrderFields>({
      orderType,
      tradeType,
      ruleSet,
      ownerType: choice('ownerType', choices.of('ownerType', OWNER_TYPES)) ?? 'legal',
      categoryId,
      categoryType: choice('categoryType', choices.categoryType),
      propertyType: choice('propertyType', choices.propertyType),
      title: textsOf(cell('title'), cell('titleUz'), cell('titleRu')),
      description: textsOf(cell('description'), cell('descriptionUz'), cell('descriptionRu')),
      extraDescription: textsOf(cell('extraDescription'), '', ''),
      quantity: number('quantity') ?? 1,
      unit: choice('unit', choices.unit) ?? 'piece',
      facts: factsOf(cells, columns, choices.factsOf(categoryId)),
      regionId,
      areaId:
        cell('area') === '' ? undefined : choice('area', (text) => choices.area(text, regionId ?? null)),
      address: textsOf(cell('address'), cell('addressUz'), cell('addressRu')),
      latitude: place?.latitude,
      longitude: place?.longitude,
      phone: organisation.phone ?? undefined,
      email: organisation.email ?? undefined,
      // A term of lease says that the property is let.
      tenure: tenure ?? (rentMonths === undefined ? 'ownership' : 'rent'),
      rentMonths,
      startPriceTiyin: sum('startPrice'),
      estimatedPriceTiyin: sum('estimatedPrice'),
      belowEstimateAllowed: choice('belowEstimate', readYesOrNo),
      stayDays: choice('stayDays', stayOf) ?? 'until-sold',
      paymentWorkingDays: number('paymentDays') ?? choices.paymentDaysOf(ruleSet),
      instalments:
        months === undefined ? undefined : { months, firstPartBp: Math.round((firstPart ?? NaN) * 100) || 0 },
      choices: Object.keys(trade).length === 0 ? undefined : trade,
      requisites: requisitesOf(organisation),
    }),
  };
}

/** Without the keys that have no value. */
const defined = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

function stayOf(written: string): number | 'until-sold' | null {
  const text = stripInvisible(written).trim();
  if (DIGITS.test(text)) return Number(text);
  return isUntilSold(text) ? 'until-sold' : null;
}

/** Money goes to the account in the organisation's profile alone: another one the organisation names itself, with a code. */
const isOtherAccount = (
  row: { account: string; mfo: string },
  { requisites }: OrganisationDefaults,
): boolean =>
  (row.account !== '' && row.account !== requisites?.account) ||
  (row.mfo !== '' && row.mfo !== requisites?.mfo);

/** Buyers call and write to the contacts in the organisation's profile alone, where they ask where to send the money. */
const isOtherContact = (
  column: 'phone' | 'extraPhone' | 'email',
  written: string,
  { phone, email }: OrganisationDefaults,
): boolean =>
  written !== '' &&
  (column === 'email'
    ? written.toLowerCase() !== email?.toLowerCase()
    : phone === null || parsePhone(written) !== parsePhone(phone));

/** A text without the account, the phone and the e-mail in the organisation's profile, however their digits are set apart. */
function withoutOwn(text: string, { requisites, phone, email }: OrganisationDefaults): string {
  const numbers = [requisites?.account ?? '', phone ?? '', phone?.replace('+998', '') ?? ''];
  const left = numbers
    .map((number) => [...number.replace(/\D/g, '')])
    .filter((digits) => digits.length > 0)
    .reduce((rest, digits) => rest.replace(new RegExp(digits.join(GAP), 'g'), ' '), stripInvisible(text));
  return email ? left.toLowerCase().replaceAll(email.toLowerCase(), ' ') : left;
}

const requisitesOf = ({ name, requisites }: OrganisationDefaults): OrderFields['requisites'] =>
  requisites ? { kind: 'account', ...requisites, holderName: name } : undefined;

function factsOf(
  cells: readonly string[],
  columns: Columns,
  asked: ReturnType<Choices['factsOf']>,
): OrderFields['facts'] {
  const facts: NonNullable<OrderFields['facts']> = {};
  for (const [code, at] of columns.facts) {
    const text = cells[at] ?? '';
    if (text === '') continue;
    const fact = asked.find((each) => each.code === code);
    // A field that the category does not ask for is refused by name.
    if (!fact) facts[code] = text;
    else if (fact.kind === 'yes-no') facts[code] = readYesOrNo(text) ?? text;
    else if (fact.kind === 'choice') facts[code] = fact.choiceOf(text) ?? text;
    else if (fact.kind === 'text') facts[code] = { uz: text, ru: text };
    else facts[code] = readDecimal(text) ?? text;
  }
  return Object.keys(facts).length === 0 ? undefined : facts;
}
