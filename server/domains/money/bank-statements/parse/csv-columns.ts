import { headWord, placesOf } from '#server/platform/tables/index.ts';

/** What a column holds. */
export type CsvColumn =
  | 'bookedOn'
  | 'documentOn'
  | 'valueOn'
  | 'document'
  | 'reference'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'direction'
  | 'currency'
  | 'purpose'
  | `${Party}Name`
  | `${Party}Account`
  | `${Party}Mfo`
  | `${Party}Stir`;

/** `party`: the other side of the movement, whichever that is. */
export type Party = 'party' | 'payer' | 'payee';

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

/**
 * Names as banks of Uzbekistan write them, in any alphabet. Where a file has several columns of one meaning, the name that
 * is first here wins: the day on which the bank booked a movement, not that of the payer's document.
 */
const COLUMNS: Readonly<Record<CsvColumn, readonly string[]>> = {
  bookedOn: [
    'дата проводки',
    'дата операции',
    'дата исполнения',
    'operatsiya sanasi',
    'oʻtkazma sanasi',
    'booking date',
    'entry date',
    'transaction date',
    'дата',
    'sana',
    'date',
  ],
  documentOn: ['дата документа', 'дата док', 'hujjat sanasi', 'document date'],
  valueOn: ['дата валютирования', 'дата валюты', 'valyutalash sanasi', 'valyuta sanasi', 'value date'],
  document: [
    'номер документа',
    '№ документа',
    '№ док',
    'номер док',
    'n док',
    'hujjat raqami',
    'hujjat №',
    'document number',
    'document no',
    'doc no',
    'document',
    'номер',
    'raqami',
  ],
  reference: [
    'референс банка',
    'референс',
    'номер проводки',
    'ид операции',
    'id операции',
    'bank referensi',
    'referens',
    'operatsiya id',
    'bank reference',
    'reference',
    'transaction id',
    'id',
  ],
  debit: [
    'оборот дебет',
    'обороты дебет',
    'сумма дебет',
    'сумма по дебету',
    'дебет сум',
    'дебет',
    'списание',
    'расход',
    'debet',
    'chiqim',
    'debit amount',
    'debit',
    'withdrawals',
  ],
  credit: [
    'оборот кредит',
    'обороты кредит',
    'сумма кредит',
    'сумма по кредиту',
    'кредит сум',
    'кредит',
    'поступление',
    'приход',
    'kredit',
    'kirim',
    'credit amount',
    'credit',
    'deposits',
  ],
  amount: ['сумма операции', 'сумма', 'сумма документа', 'summa', 'transaction amount', 'amount'],
  direction: [
    'дт кт',
    'д к',
    'признак',
    'тип операции',
    'тип',
    'operatsiya turi',
    'turi',
    'debet kredit',
    'debit credit',
    'd c',
    'dc',
    'direction',
    'type',
  ],
  currency: ['валюта', 'valyuta', 'currency'],
  purpose: [
    'назначение платежа',
    'назначение',
    'детали платежа',
    'детали',
    'содержание',
    'toʻlov maqsadi',
    'maqsadi',
    'toʻlov mazmuni',
    'toʻlov tafsiloti',
    'purpose of payment',
    'purpose',
    'payment details',
    'details',
    'description',
  ],
  partyName: [
    'наименование контрагента',
    'наименование корреспондента',
    'контрагент',
    'корреспондент',
    'плательщик получатель',
    'наименование',
    'hamkor nomi',
    'kontragent',
    'nomi',
    'counterparty name',
    'counterparty',
    'name',
  ],
  partyAccount: [
    'счет контрагента',
    'счет корреспондента',
    'корр счет',
    'расчетный счет',
    'kontragent hisob raqami',
    'hamkor hisob raqami',
    'hisob raqami',
    'counterparty account',
  ],
  partyMfo: [
    'мфо контрагента',
    'мфо корреспондента',
    'мфо банка',
    'мфо',
    'kontragent mfo',
    'bank mfo',
    'mfo',
    'bank code',
  ],
  partyStir: [
    'инн контрагента',
    'инн корреспондента',
    'инн пинфл',
    'инн',
    'стир',
    'kontragent stir',
    'stir pinfl',
    'stir',
    'counterparty tin',
    'tin',
    'tax id',
  ],
  payerName: ['наименование плательщика', 'плательщик', 'toʻlovchi nomi', 'toʻlovchi', 'payer name', 'payer'],
  payerAccount: ['счет плательщика', 'счет дебет', 'toʻlovchi hisob raqami', 'payer account'],
  payerMfo: ['мфо плательщика', 'мфо банка плательщика', 'toʻlovchi mfo', 'payer mfo'],
  payerStir: ['инн плательщика', 'toʻlovchi stir', 'payer tin'],
  payeeName: [
    'наименование получателя',
    'получатель',
    'oluvchi nomi',
    'oluvchi',
    'qabul qiluvchi',
    'payee name',
    'beneficiary',
    'payee',
  ],
  payeeAccount: ['счет получателя', 'счет кредит', 'oluvchi hisob raqami', 'payee account'],
  payeeMfo: ['мфо получателя', 'мфо банка получателя', 'oluvchi mfo', 'payee mfo'],
  payeeStir: ['инн получателя', 'oluvchi stir', 'payee tin'],
};

const FACTS: Readonly<Record<CsvFact, readonly string[]>> = {
  account: [
    'счет',
    'номер счета',
    'лицевой счет',
    'hisob raqam',
    'hisob raqami',
    'hisobvaraq',
    'account',
    'account number',
  ],
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
    'oxirgi qoldiq',
    'kun oxiriga qoldiq',
    'closing balance',
  ],
  totals: ['итого', 'всего', 'итого обороты', 'итого оборотов', 'jami', 'total', 'totals'],
  totalDebit: ['оборот по дебету', 'итого дебет', 'jami debet', 'jami chiqim', 'total debit'],
  totalCredit: ['оборот по кредиту', 'итого кредит', 'jami kredit', 'jami kirim', 'total credit'],
};

const FACT_BY_NAME: ReadonlyMap<string, CsvFact> = new Map(
  (Object.keys(FACTS) as CsvFact[]).flatMap((fact) => FACTS[fact].map((name) => [headWord(name), fact])),
);

export type Columns = ReadonlyMap<CsvColumn, readonly number[]>;

/** Columns of a header by their places; null: the record is no header of a statement. */
export function columnsOf(cells: readonly string[]): Columns | null {
  const columns = placesOf(cells, COLUMNS);
  const hasSum = columns.has('amount') || (columns.has('debit') && columns.has('credit'));
  const hasDay = columns.has('bookedOn') || columns.has('documentOn') || columns.has('valueOn');
  return hasDay && hasSum ? columns : null;
}

/** What a row beside the table states, by its first filled cell: `Входящий остаток;1 000,00` or `Входящий остаток: 1 000,00`. */
export function factOf(cells: readonly string[]): { fact: CsvFact; values: string[] } | null {
  const [first = '', ...rest] = cells.filter((cell) => cell !== '');
  const whole = FACT_BY_NAME.get(headWord(first));
  if (whole) return { fact: whole, values: rest };
  const colon = first.indexOf(':');
  const fact = colon < 0 ? undefined : FACT_BY_NAME.get(headWord(first.slice(0, colon)));
  return fact ? { fact, values: [first.slice(colon + 1).trim(), ...rest] } : null;
}

const CREDIT = new Set(
  ['к', 'кт', 'кр', 'кредит', 'приход', 'поступление', 'c', 'cr', 'credit', 'kirim', '+'].map(headWord),
);
const DEBIT = new Set(
  ['д', 'дт', 'дб', 'дебет', 'расход', 'списание', 'd', 'dr', 'debit', 'chiqim', '-'].map(headWord),
);

/** The side that a cell names; null: none that is known. */
export function sideOf(cell: string): 'credit' | 'debit' | null {
  const name = headWord(cell);
  return CREDIT.has(name) ? 'credit' : DEBIT.has(name) ? 'debit' : null;
}

const UZS = new Set(['UZS', '000', '860', 'сум', 'сўм'].map(headWord));

/** Is it the currency of the country, in any spelling? */
export const isUzs = (currency: string): boolean => UZS.has(headWord(currency));
