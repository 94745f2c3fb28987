import type { RowRefusal } from '#shared/api/console/bank-statements.ts';
import { dayOf, isDamaged } from '#server/platform/tables/index.ts';
import { fieldsOf, joinedText, type Field } from './mt940-fields.ts';
import { informationOf } from './mt940-text.ts';
import {
  accountIn,
  addsUp,
  createBreather,
  emptyStatement,
  joinPage,
  refusedRow,
  statementNumber,
  type ParsedFile,
  type ParsedLine,
  type ParsedStatement,
} from './parsed-statement.ts';
import { settlementsNamed } from './purpose.ts';

/** Fields that state nothing which is used here. */
const UNUSED = new Set(['13D', '21', '34F', '64', '65', '90C', '90D', 'NS']);
const DAY_MS = 86_400_000;
const SUM = String.raw`(\d{1,15}(?:[,.]\d{0,2})?)`;
/** Value date, entry date, mark, letter of the funds, sum, kind of transaction, references. */
const LINE = new RegExp(
  String.raw`^\s*(\d{6})\s*(\d{4})?\s*(R?[CD])\s*([A-Z])?\s*${SUM}(?![\d,.])\s*([NSF][A-Z0-9]{3})?(.*)$`,
);
const BALANCE = new RegExp(String.raw`^\s*([CD])\s*(\d{6})\s*([A-Z]{3})\s*${SUM}\s*$`);

/** `1234,5` in tiyin. */
function tiyinOf(text: string): number | null {
  const [whole, decimals = ''] = text.split(/[,.]/);
  const tiyin = Number(whole! + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(tiyin) ? tiyin : null;
}

const dayIn = (yymmdd: string): string | null =>
  dayOf(2000 + Number(yymmdd.slice(0, 2)), Number(yymmdd.slice(2, 4)), Number(yymmdd.slice(4, 6)));

/** The entry date has no year: it is that of the value date, or the next one or the one before around the new year. */
function entryDay(mmdd: string, valueOn: string): string | null {
  const year = Number(valueOn.slice(0, 4));
  const month = Number(mmdd.slice(0, 2));
  const apart = month - Number(valueOn.slice(5, 7));
  return dayOf(apart > 6 ? year - 1 : apart < -6 ? year + 1 : year, month, Number(mmdd.slice(2, 4)));
}

/** The first line of a field, and the first two as one, where a program broke it off amid a sum. */
const beginnings = (lines: readonly string[]): string[] => [
  lines[0]!.trimEnd(),
  lines
    .slice(0, 2)
    .map((line) => line.trim())
    .join(''),
];

/** The line is whole where it names its kind; some banks leave that out. */
function matchLine(lines: readonly string[]): RegExpExecArray | null {
  const found = beginnings(lines).map((text) => LINE.exec(text));
  return found.find((each) => each?.[6] !== undefined) ?? found[0] ?? found[1] ?? null;
}

function lineOf({ row, lines }: Field): ParsedLine | RowRefusal {
  if (isDamaged(lines.join('\n'))) return 'damaged';
  const found = matchLine(lines);
  if (!found) return 'field';
  const [, value, entry, mark, , sum, , references] = found;
  const valueOn = dayIn(value!);
  const bookedOn = valueOn && entry ? entryDay(entry, valueOn) : valueOn;
  if (!valueOn || !bookedOn) return 'date';
  const amountTiyin = tiyinOf(sum!);
  if (!amountTiyin) return 'amount';
  const [document = '', reference = ''] = references!.split('//');
  const known = (text: string) => (['', 'NONREF'].includes(text.trim()) ? null : text.trim());
  return {
    row,
    bookedOn,
    valueOn,
    amountTiyin,
    purpose: '',
    // The reversal of a credit takes money away.
    side: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    document: known(document),
    reference: known(reference),
    partyName: null,
    partyAccount: null,
    partyMfo: null,
    partyStir: null,
  };
}

/** A balance; false: it cannot be read. Pages of a statement have several. */
function takeBalance(statement: ParsedStatement, lines: readonly string[], isOpening: boolean): boolean {
  const [first = '', joined = ''] = beginnings(lines);
  const found = BALANCE.exec(first) ?? BALANCE.exec(joined);
  const size = found && tiyinOf(found[4]!);
  const day = found && dayIn(found[2]!);
  if (!found || size === null || !day) return false;
  if (isOpening) statement.fromDay ??= day;
  else statement.toDay = day;
  statement.currency ??= found[3]!;
  const tiyin = found[1] === 'D' ? -size : size;
  joinPage(statement, isOpening ? { openingTiyin: tiyin } : { closingTiyin: tiyin });
  return true;
}

/** Most banks date the opening balance by the end of the day before, some by the first day itself. */
function firstDayOf({ fromDay, toDay, lines }: ParsedStatement): string | null {
  if (fromDay === null || fromDay === toDay || lines.some(({ bookedOn }) => bookedOn <= fromDay))
    return fromDay;
  return new Date(Date.parse(fromDay) + DAY_MS).toISOString().slice(0, 10);
}

export const looksLikeMt940 = (text: string): boolean => {
  const start = text.slice(0, 20_000);
  return /^\uFEFF?(?:\{1:|\{4:|:20:)/m.test(start) || /^:60[FM]:[CD]\d{6}/m.test(start);
};

/** Takes a text of several lines; false: the end of one of them decides which sale it names. */
function inform(line: ParsedLine, lines: readonly string[]): boolean {
  const { text, other } = joinedText(lines);
  const found = informationOf(text);
  const sales = (purpose: string): string => settlementsNamed(purpose).join();
  if (other !== null && sales(informationOf(other).purpose) !== sales(found.purpose)) return false;
  Object.assign(line, found);
  return true;
}

interface Reading {
  file: ParsedFile;
  /** Rows that may as well be part of the purpose above them, with their statements. */
  uncertain: { row: number; statement: ParsedStatement }[];
}

/** @param inText see `fieldsOf` */
async function read(text: string, inText: ReadonlySet<number>): Promise<Reading> {
  const { fields, stray } = fieldsOf(text, inText);
  const uncertain: Reading['uncertain'] = [];
  const file: ParsedFile = {
    format: 'mt940',
    statements: [],
    table: null,
    refused: stray.map((one) => refusedRow(one.row, 'field', one.text)),
  };
  const breathe = createBreather();
  let statement: ParsedStatement | null = null;
  /** The movement that a text may follow, with the lines of its text. */
  let current: { line: ParsedLine; field: Field; text: string[] } | null = null;
  const begin = (): ParsedStatement => {
    const begun = emptyStatement();
    file.statements.push(begun);
    return begun;
  };
  const refuse = ({ row, tag, lines }: Omit<Field, 'isUncertain'>, reason: RowRefusal) =>
    file.refused.push(refusedRow(row, reason, `:${tag}:${lines.join('\n')}`));
  const endText = () => {
    if (!current || current.text.length === 0) return;
    const damaged = isDamaged(current.text.join('\n'));
    if (damaged || !inform(current.line, current.text)) {
      statement!.lines.pop();
      const { row, lines } = current.field;
      refuse(
        { row, tag: '61', lines: [...lines, `:86:${current.text.join('\n')}`] },
        damaged ? 'damaged' : 'line-end',
      );
    }
    current = null;
  };
  for (const field of fields) {
    await breathe();
    const { tag, lines } = field;
    if (tag !== '86') endText();
    if (tag === '20') {
      [statement, current] = [begin(), null];
      if (field.isUncertain) uncertain.push({ row: field.row, statement });
      continue;
    }
    // A file that was cut from another one lacks the reference that statements begin with.
    statement ??= ['25', '28', '28C', '60F', '60M'].includes(tag) ? begin() : null;
    if (!statement) {
      refuse(field, 'field');
      continue;
    }
    if (field.isUncertain) uncertain.push({ row: field.row, statement });
    if (tag === '61') {
      const found = lineOf(field);
      current = typeof found === 'string' ? null : { line: found, field, text: [] };
      if (typeof found === 'string') refuse(field, found);
      else statement.lines.push(found);
      // Of the statement as a whole, after its balance, a text informs about no line.
    } else if (tag === '86') current?.text.push(...lines);
    else if (tag === '25') {
      const account = accountIn(lines[0]!) ?? accountIn(lines.join(''));
      if (account) statement.account = account;
      else refuse(field, 'field');
    } else if (tag === '28C' || tag === '28') statement.number = statementNumber(lines[0]!);
    else if (/^6[02][FM]$/.test(tag)) {
      current = null;
      if (!takeBalance(statement, lines, tag.startsWith('60'))) refuse(field, 'field');
    } else if (!UNUSED.has(tag)) refuse(field, 'field');
  }
  endText();
  for (const each of file.statements) each.fromDay = firstDayOf(each);
  return { file, uncertain };
}

/**
 * Statements of SWIFT's MT940, as banks write it. A field that cannot be read is refused by name. A payer may write what looks like
 * a movement or a balance: where a statement does not add up with it, and does without, it is part of the purpose.
 */
export async function parseMt940(text: string): Promise<ParsedFile> {
  const { file, uncertain } = await read(text, new Set());
  const rows = uncertain.filter(({ statement }) => !addsUp(statement)).map(({ row }) => row);
  if (rows.length === 0) return file;
  const { file: other } = await read(text, new Set(rows));
  if (!other.statements.every(addsUp)) return file;
  for (const row of rows)
    other.statements
      .findLast((each) => each.lines.some((line) => line.row < row))
      ?.rowsInPurposes.push({ row });
  return other;
}
