/** What a column holds. */
export type CsvColumn =
  | 'bookedOn'
  | 'valueOn'
  | 'document'
  | 'reference'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'direction'
  | 'currency'
  | 'purpose'
  | 'partyName'
  | 'partyAccount'
  | 'partyMfo'
  | 'partyStir';

/** What a row beside the table states. */
export type CsvFact =
  | 'account'
  | 'number'
  | 'period'
  | 'currency'
  | 'opening'
  | 'closing'
  | 'totals'
  | 'totalDebit'
  | 'totalCredit';

/** Names as banks of Uzbekistan write them, in lower case, without signs. */
const COLUMNS: Readonly<Record<CsvColumn, readonly string[]>> = {
  bookedOn: [
    'дата',
    'дата проводки',
    'дата операции',
    'дата документа',
    'sana',
    'operatsiya sanasi',
    'hujjat sanasi',
    'date',
    'booking date',
    'transaction date',
    'entry date',
  ],
  valueOn: ['дата валютирования', 'дата валюты', 'valyutalash sanasi', 'valyuta sanasi', 'value date'],
  document: [
    'номер документа',
    '№ документа',
    '№ док',
    'номер док',
    'n док',
    'номер',
    'hujjat raqami',
    'hujjat №',
    'raqami',
    'document',
    'document number',
    'document no',
    'doc no',
  ],
  reference: [
    'референс',
    'референс банка',
    'ид операции',
    'id операции',
    'id',
    'номер проводки',
    'bank referensi',
    'referens',
    'operatsiya id',
    'reference',
    'bank reference',
    'transaction id',
  ],
  debit: [
    'дебет',
    'оборот дебет',
    'обороты дебет',
    'сумма дебет',
    'сумма по дебету',
    'дебет сум',
    'расход',
    'списание',
    'debet',
    'chiqim',
    'debit',
    'debit amount',
    'withdrawals',
  ],
  credit: [
    'кредит',
    'оборот кредит',
    'обороты кредит',
    'сумма кредит',
    'сумма по кредиту',
    'кредит сум',
    'приход',
    'поступление',
    'kredit',
    'kirim',
    'credit',
    'credit amount',
    'deposits',
  ],
  amount: ['сумма', 'сумма операции', 'сумма документа', 'summa', 'amount', 'transaction amount'],
  direction: [
    'дт кт',
    'д к',
    'тип',
    'тип операции',
    'признак',
    'turi',
    'operatsiya turi',
    'debet kredit',
    'type',
    'debit credit',
    'd c',
    'dc',
    'direction',
  ],
  currency: ['валюта', 'valyuta', 'currency'],
  purpose: [
    'назначение',
    'назначение платежа',
    'детали',
    'детали платежа',
    'содержание',
    'toʻlov maqsadi',
    'maqsadi',
    'toʻlov mazmuni',
    'details',
    'purpose',
    'purpose of payment',
    'payment details',
    'description',
  ],
  partyName: [
    'наименование',
    'контрагент',
    'корреспондент',
    'наименование контрагента',
    'наименование корреспондента',
    'плательщик',
    'получатель',
    'плательщик получатель',
    'kontragent',
    'nomi',
    'hamkor nomi',
    'toʻlovchi',
    'name',
    'counterparty',
    'counterparty name',
    'payer',
    'payer name',
  ],
  partyAccount: [
    'счет контрагента',
    'счет корреспондента',
    'счет плательщика',
    'корр счет',
    'расчетный счет',
    'kontragent hisob raqami',
    'hisob raqami',
    'hamkor hisob raqami',
    'counterparty account',
    'payer account',
  ],
  partyMfo: [
    'мфо',
    'мфо банка',
    'мфо контрагента',
    'мфо корреспондента',
    'mfo',
    'bank mfo',
    'kontragent mfo',
    'bank code',
  ],
  partyStir: [
    'инн',
    'инн контрагента',
    'инн корреспондента',
    'инн плательщика',
    'стир',
    'инн пинфл',
    'stir',
    'stir pinfl',
    'kontragent stir',
    'toʻlovchi stir',
    'tin',
    'tax id',
    'counterparty tin',
  ],
};

const FACTS: Readonly<Record<CsvFact, readonly string[]>> = {
  account: ['счет', 'номер счета', 'лицевой счет', 'hisob raqam', 'hisobvaraq', 'account', 'account number'],
  number: ['выписка №', 'номер выписки', 'koʻchirma raqami', 'statement number', 'statement no'],
  period: ['период', 'за период', 'выписка за период', 'davr', 'period', 'statement period'],
  currency: ['валюта счета', 'hisobvaraq valyutasi', 'account currency'],
  opening: [
    'входящий остаток',
    'остаток на начало',
    'остаток на начало дня',
    'сальдо начальное',
    'boshlangʻich qoldiq',
    'kun boshiga qoldiq',
    'opening balance',
  ],
  closing: [
    'исходящий остаток',
    'остаток на конец',
    'остаток на конец дня',
    'сальдо конечное',
    'yakuniy qoldiq',
    'kun oxiriga qoldiq',
    'closing balance',
  ],
  totals: ['итого', 'всего', 'итого обороты', 'итого оборотов', 'jami', 'total', 'totals'],
  totalDebit: ['оборот по дебету', 'итого дебет', 'jami debet', 'jami chiqim', 'total debit'],
  totalCredit: ['оборот по кредиту', 'итого кредит', 'jami kredit', 'jami kirim', 'total credit'],
};

/** A name without what banks write differently. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[‘’ʼ'`]/g, 'ʻ')
    .replace(/[.,:;()/\\_\-–—"«»]+/g, ' ')
    .replace(/\s+(?:uzs|сум|soʻm)$/, '')
    .replace(/\s+/g, ' ')
    .trim();

const byName = <Key extends string>(
  names: Readonly<Record<Key, readonly string[]>>,
): ReadonlyMap<string, Key> =>
  new Map((Object.keys(names) as Key[]).flatMap((key) => names[key].map((name) => [plainName(name), key])));
const COLUMN_BY_NAME = byName(COLUMNS);
const FACT_BY_NAME = byName(FACTS);

/** Columns of a header by their places; null: the record is no header of a statement. */
export function columnsOf(cells: readonly string[]): ReadonlyMap<CsvColumn, number> | null {
  const columns = new Map<CsvColumn, number>();
  cells.forEach((cell, at) => {
    const column = COLUMN_BY_NAME.get(plainName(cell));
    if (column && !columns.has(column)) columns.set(column, at);
  });
  const hasSum = columns.has('amount') || (columns.has('debit') && columns.has('credit'));
  return columns.has('bookedOn') && hasSum ? columns : null;
}

/** What a row beside the table states, by its first cell: `Входящий остаток;1 000,00` or `Входящий остаток: 1 000,00`. */
export function factOf(cells: readonly string[]): { fact: CsvFact; values: string[] } | null {
  const first = cells[0] ?? '';
  const rest = cells.slice(1).filter((cell) => cell !== '');
  const whole = FACT_BY_NAME.get(plainName(first));
  if (whole) return { fact: whole, values: rest };
  const colon = first.indexOf(':');
  const fact = colon < 0 ? undefined : FACT_BY_NAME.get(plainName(first.slice(0, colon)));
  return fact ? { fact, values: [first.slice(colon + 1).trim(), ...rest] } : null;
}

const CREDIT = new Set([
  'к',
  'кт',
  'кр',
  'кредит',
  'приход',
  'c',
  'cr',
  'credit',
  'kr',
  'kt',
  'kredit',
  'kirim',
  '+',
]);
const DEBIT = new Set([
  'д',
  'дт',
  'дб',
  'дебет',
  'расход',
  'd',
  'dr',
  'debit',
  'db',
  'dt',
  'debet',
  'chiqim',
  '-',
]);

/** The side that a cell names; null: none that is known. */
export function sideOf(cell: string): 'credit' | 'debit' | null {
  const name = cell.trim() === '+' || cell.trim() === '-' ? cell.trim() : plainName(cell);
  return CREDIT.has(name) ? 'credit' : DEBIT.has(name) ? 'debit' : null;
}
