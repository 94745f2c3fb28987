import { isDamaged, readDay, readMoney } from '#server/platform/tables/index.ts';
import type { RowRefusal } from '#shared/api/console/bank-statements.ts';
import {
  accountIn,
  createBreather,
  emptyStatement,
  joinPage,
  lineText,
  refusedRow,
  type ParsedFile,
  type ParsedLine,
  type ParsedStatement,
} from './parsed-statement.ts';
import { stirIn } from './purpose.ts';

/** The first line of the format by which accounting programs and banks of the region exchange statements. */
const HEAD = /^\uFEFF?\s*1CClientBankExchange\s*$/m;
export const looksLike1c = (text: string): boolean => HEAD.test(text.slice(0, 1_000));

/** Values of a section, by their names in lower case. */
type Values = ReadonlyMap<string, string>;

interface Section {
  /** First line of the file, from 1. */
  row: number;
  kind: 'head' | 'account' | 'document';
  values: Values;
  text: string;
  /** It has its end. */
  whole: boolean;
}

const PARTY = String.raw`(?:Плательщик|Получатель)(?:\d|Счет|ИНН|КПП|РасчСчет|Банк\d|БИК|МФО|Корсчет)?`;
/** Names of the format; anything else before an equals sign is part of the value above it. */
const FIELD = new RegExp(
  String.raw`^\s*(${PARTY}|НазначениеПлатежа\d?|Номер|Дата|Сумма|ДатаСписано|ДатаПоступило|Квитанция(?:Дата|Время|Содержание)|` +
    String.raw`Вид(?:Платежа|Оплаты)|Код(?:НазПлатежа)?|СтатусСоставителя|Показатель[А-Яа-я0-9]*|Очередность|СрокПлатежа|` +
    String.raw`СрокАкцепта|ВидАккредитива|УсловиеОплаты\d?|ПлатежПоПредст|ДополнУсловия|НомерСчетаПоставщика|ДатаОтсылкиДок|` +
    String.raw`ВерсияФормата|Кодировка|Отправитель|Получатель|ДатаСоздания|ВремяСоздания|ДатаНачала|ДатаКонца|РасчСчет|Документ|` +
    String.raw`НачальныйОстаток|КонечныйОстаток|ВсегоПоступило|ВсегоСписано|ДебетОборот|КредитОборот|Валюта)\s*=(.*)$`,
  'iu',
);
const OPENING = /^\s*Секция(РасчСчет|Документ)\s*(?:=.*)?$/iu;
const CLOSING = /^\s*Конец(?:РасчСчет|Документа|Файла)\s*$/iu;

/** Sections of a file. What is between the lines of fields goes on in the field above. */
function* sectionsOf(text: string): Generator<Section> {
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const begin = (row: number, kind: Section['kind']) => ({
    row,
    kind,
    whole: false,
    values: new Map<string, string>(),
    lines: [] as string[],
  });
  let open = begin(1, 'head');
  let last: string | null = null;
  const taken = (): Section => ({ ...open, text: open.lines.join('\n') });
  for (const [at, line] of rows.entries()) {
    const opening = OPENING.exec(line);
    if (opening || CLOSING.test(line)) {
      // The last section of a file that was cut, or one without its end, is not whole.
      open.whole = !opening || open.kind === 'head';
      if (open.lines.length > 0) yield taken();
      open = begin(at + 1, opening ? (/документ/iu.test(opening[1]!) ? 'document' : 'account') : 'head');
      if (opening) open.lines.push(line);
      last = null;
      continue;
    }
    if (line.trim() === '') continue;
    open.lines.push(line);
    const found = FIELD.exec(line);
    if (found) {
      last = found[1]!.toLowerCase();
      // The first of two fields of one name counts in a head; in other sections it is never repeated.
      if (!open.values.has(last)) open.values.set(last, found[2]!.trim());
    } else if (last !== null) open.values.set(last, `${open.values.get(last)} ${line.trim()}`);
  }
  if (open.lines.length > 0) yield taken();
}

const squeezed = (text: string): string => text.replace(/\s/g, '');

/** The purpose as a whole, or its numbered lines where these say more. */
function purposeOf(values: Values): string {
  const whole = values.get('назначениеплатежа') ?? '';
  const lines = Array.from({ length: 9 }, (_, at) => values.get(`назначениеплатежа${at + 1}`) ?? '');
  const joined = lines.filter((line) => line !== '').join(' ');
  const isMore =
    squeezed(joined).length > squeezed(whole).length && squeezed(joined).startsWith(squeezed(whole));
  return lineText(isMore ? joined : whole) ?? '';
}

const accountOf = (values: Values, party: 'плательщик' | 'получатель'): string[] =>
  [`${party}счет`, `${party}расчсчет`].flatMap((name) => accountIn(values.get(name) ?? '') ?? []);

interface Documented {
  line: ParsedLine;
  /** The document has no day on which the bank booked it. */
  documentDay: boolean;
}

function lineOf({ row, values, whole, text }: Section, statement: ParsedStatement): Documented | RowRefusal {
  if (isDamaged(text)) return 'damaged';
  if (!whole) return 'unfinished';
  const amountTiyin = readMoney(values.get('сумма') ?? '');
  if (!amountTiyin || amountTiyin < 0) return 'amount';
  const own = statement.account!;
  const isPayer = accountOf(values, 'плательщик').includes(own);
  const isPayee = accountOf(values, 'получатель').includes(own);
  if (isPayer === isPayee) return 'direction';
  const side = isPayee ? 'credit' : 'debit';
  const party = isPayee ? 'плательщик' : 'получатель';
  // A statement of one day says itself when the bank booked what is in it.
  const oneDay = statement.fromDay === statement.toDay ? statement.fromDay : null;
  const stated = values.get(isPayee ? 'датапоступило' : 'датасписано') ?? '';
  const documentDay = stated === '' && oneDay === null;
  const bookedOn = stated === '' ? (oneDay ?? readDay(values.get('дата') ?? '')) : readDay(stated);
  if (!bookedOn) return 'date';
  const name = values.get(`${party}1`) || values.get(party) || '';
  const stir = (values.get(`${party}инн`) ?? '').replace(/\D/g, '');
  return {
    documentDay,
    line: {
      row,
      bookedOn,
      valueOn: bookedOn,
      side,
      amountTiyin,
      reference: null,
      purpose: purposeOf(values),
      document: lineText(values.get('номер') ?? ''),
      partyName: lineText(name.replace(/^(?:ИНН|СТИР)\s*\d+\s*/iu, '')),
      partyAccount: accountOf(values, party)[0] ?? null,
      partyMfo: lineText(values.get(`${party}мфо`) || values.get(`${party}бик`) || ''),
      partyStir: /^(?:\d{9}|\d{14})$/.test(stir) ? stir : stirIn(values.get(party) ?? ''),
    },
  };
}

/** Takes what the file or a section says of an account; false: a sum in it cannot be read. */
function takeAccount(statement: ParsedStatement, values: Values): boolean {
  const money = (name: string): number | null => {
    const text = values.get(name) ?? '';
    return text === '' ? null : readMoney(text);
  };
  const day = (name: string): string | null => readDay(values.get(name) ?? '');
  statement.fromDay ??= day('датаначала');
  statement.toDay = day('датаконца') ?? statement.toDay;
  joinPage(statement, { openingTiyin: money('начальныйостаток') });
  joinPage(statement, { closingTiyin: money('конечныйостаток') });
  for (const [name, total] of [
    ['всегопоступило', 'totalCreditTiyin'],
    ['всегосписано', 'totalDebitTiyin'],
  ] as const) {
    const sum = money(name);
    if (sum !== null) statement[total] = (statement[total] ?? 0) + sum;
  }
  return ['начальныйостаток', 'конечныйостаток', 'всегопоступило', 'всегосписано'].every(
    (name) => (values.get(name) ?? '') === '' || money(name) !== null,
  );
}

/**
 * Statements of 1C's exchange of banks with clients: a section for each account and day, and one for each document, whose side
 * is that of the account in it.
 * @param ownAccount the account that lines are booked on, where the file names none
 */
export async function parse1c(text: string, ownAccount: string | null = null): Promise<ParsedFile> {
  const file: ParsedFile = { format: '1c', statements: [], refused: [], table: null };
  const breathe = createBreather();
  const head: { account: string | null; values: Values } = { account: null, values: new Map() };
  const statementOf = (account: string): ParsedStatement => {
    const known = file.statements.find((each) => each.account === account);
    if (known) return known;
    const begun = { ...emptyStatement(), account };
    file.statements.push(begun);
    return begun;
  };
  const documents: Section[] = [];
  for (const section of sectionsOf(text)) {
    await breathe();
    if (section.kind === 'document') documents.push(section);
    else if (section.kind === 'head') {
      if (head.values.size > 0) continue;
      head.values = section.values;
      head.account = accountIn(section.values.get('расчсчет') ?? '');
    } else {
      const account = accountIn(section.values.get('расчсчет') ?? '') ?? head.account;
      if (account === null || !section.whole || !takeAccount(statementOf(account), section.values))
        file.refused.push(refusedRow(section.row, 'field', section.text));
    }
  }
  const named = head.account ?? ownAccount;
  if (file.statements.length === 0 && named !== null && documents.length > 0) {
    const only = statementOf(named);
    only.fromDay = readDay(head.values.get('датаначала') ?? '');
    only.toDay = readDay(head.values.get('датаконца') ?? '');
  }
  for (const section of documents) {
    await breathe();
    const accounts = [...accountOf(section.values, 'плательщик'), ...accountOf(section.values, 'получатель')];
    // Between two accounts of the file it is a movement of both.
    const own = file.statements.filter(({ account }) => accounts.includes(account!));
    if (own.length === 0)
      file.refused.push(refusedRow(section.row, section.whole ? 'direction' : 'unfinished', section.text));
    for (const statement of own) {
      const found = lineOf(section, statement);
      if (typeof found === 'string') file.refused.push(refusedRow(section.row, found, section.text));
      else {
        statement.lines.push(found.line);
        statement.hasDocumentDaysOnly ||= found.documentDay;
      }
    }
  }
  return file;
}
