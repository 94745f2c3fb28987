import type { RowRefusal } from '#shared/api/bank-statements.ts';
import {
  beginningOf,
  createBreather,
  emptyStatement,
  type ParsedFile,
  type ParsedLine,
  type ParsedStatement,
} from './parsed-statement.ts';
import { stirIn } from './purpose.ts';
import { dayOf, isDamaged } from '#server/platform/csv/index.ts';

interface Field {
  row: number;
  tag: string;
  lines: string[];
}

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/;
/** Fields that state nothing which is used here. */
const UNUSED = new Set(['13D', '21', '34F', '64', '65', '90C', '90D', 'NS']);
/** Value date, entry date, mark, letter of the funds, sum, kind of transaction, references. */
const LINE = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15},\d{0,2})([NSF][A-Z0-9]{3})(.*)$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,2})$/;
const TEXT_MAX = 1_000;

/** `1234,5` in tiyin. */
function tiyinOf(text: string): number | null {
  const [whole, decimals = ''] = text.split(',');
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

function lineOf({ row, lines }: Field): ParsedLine | RowRefusal {
  if (isDamaged(lines.join('\n'))) return 'damaged';
  const found = LINE.exec(lines[0]!.trim());
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
    ...{ row, bookedOn, valueOn, amountTiyin, purpose: '' },
    // The reversal of a credit takes money away.
    side: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    ...{ document: known(document), reference: known(reference) },
    ...{ partyName: null, partyAccount: null, partyMfo: null, partyStir: null },
  };
}

/** Parts of a structured text: `?20…?32…` or `/NAME/…/ACC/…`; the purpose alone where it has none. */
function inform(line: ParsedLine, text: string): void {
  const marked = [...text.matchAll(/\?(\d{2})([^?]*)/g)].map(
    ([, code, part]) => [Number(code), part!] as const,
  );
  const words = [...text.matchAll(/\/(NAME|ACC|MFO|STIR|INN|PURP|REMI)\/([^/]*)/gi)];
  const join = (of: (code: number) => boolean) =>
    marked
      .flatMap(([code, part]) => (of(code) ? [part] : []))
      .join('')
      .trim();
  const word = (...names: string[]) =>
    words.find(([, name]) => names.includes(name!.toUpperCase()))?.[2]?.trim() ?? '';
  const purpose =
    join((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)) || word('PURP', 'REMI');
  line.purpose = (purpose || text).replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
  line.partyMfo = join((code) => code === 30) || word('MFO') || null;
  line.partyAccount = join((code) => code === 31).replace(/\s/g, '') || word('ACC') || null;
  line.partyName = join((code) => code === 32 || code === 33) || word('NAME') || null;
  line.partyStir = stirIn(text) ?? (/^(?:\d{9}|\d{14})$/.exec(word('STIR', 'INN'))?.[0] || null);
}

function takeBalance(
  statement: ParsedStatement,
  text: string,
  which: 'openingTiyin' | 'closingTiyin',
): boolean {
  const found = BALANCE.exec(text.trim());
  const tiyin = found && tiyinOf(found[4]!);
  const day = found && dayIn(found[2]!);
  if (!found || tiyin === null || !day) return false;
  if (which === 'openingTiyin') statement.fromDay ??= day;
  else statement.toDay = day;
  statement.currency ??= found[3]!;
  statement[which] = found[1] === 'D' ? -tiyin : tiyin;
  return true;
}

/** Fields of the file, and rows that belong to none. */
function fieldsOf(text: string): { fields: Field[]; stray: { row: number; text: string }[] } {
  const fields: Field[] = [];
  const stray: { row: number; text: string }[] = [];
  let open = false;
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, at) => {
      // The envelope of SWIFT: {1:…}{2:…}{4: before the fields, -} after them.
      const bare = line.replace(/^\{1:.*\{4:/, '').replace(/^\{4:/, '');
      const tagged = TAG.exec(bare);
      if (tagged) {
        fields.push({ row: at + 1, tag: tagged[1]!, lines: [tagged[2]!] });
        open = true;
      } else if (/^-\}?(?:\{5:.*)?$/.test(bare.trim())) open = false;
      else if (bare.trim() !== '') {
        if (open) fields.at(-1)!.lines.push(bare);
        else stray.push({ row: at + 1, text: bare });
      }
    });
  return { fields, stray };
}

export const looksLikeMt940 = (text: string): boolean =>
  /^(?:\uFEFF)?(?:\{1:|:20:)/m.test(text.slice(0, 20_000));

/** Statements of SWIFT's MT940. A field that cannot be read is refused by name. */
export async function parseMt940(text: string): Promise<ParsedFile> {
  const { fields, stray } = fieldsOf(text);
  const file: ParsedFile = {
    ...{ format: 'mt940', statements: [] },
    refused: stray.map((one) => ({ row: one.row, reason: 'field', text: beginningOf(one.text) })),
  };
  const breathe = createBreather();
  let statement: ParsedStatement | null = null;
  let line: ParsedLine | null = null;
  for (const field of fields) {
    await breathe();
    const { row, tag, lines } = field;
    const whole = lines.join('\n');
    const refuse = (reason: RowRefusal) =>
      file.refused.push({ row, reason, text: beginningOf(`:${tag}:${whole}`) });
    if (tag === '20') {
      statement = emptyStatement();
      file.statements.push(statement);
      line = null;
      continue;
    }
    if (!statement) {
      refuse('field');
      continue;
    }
    if (tag === '61') {
      const found = lineOf(field);
      line = typeof found === 'string' ? null : found;
      if (typeof found === 'string') refuse(found);
      else statement.lines.push(found);
    } else if (tag === '86') {
      // Of the statement as a whole, after its balance, it informs about no line.
      if (line) {
        if (isDamaged(whole)) {
          statement.lines.pop();
          refuse('damaged');
        } else
          inform(
            line,
            lines
              .map((each) => each.trimEnd())
              .join(' ')
              .trim(),
          );
        line = null;
      }
    } else if (tag === '25') {
      const account = /\d{20}/.exec(whole.replace(/\s/g, ''));
      if (account) statement.account = account[0];
      else refuse('field');
    } else if (tag === '28C') statement.number = whole.trim().slice(0, 50);
    else if (tag === '60F' || tag === '60M') {
      if (!takeBalance(statement, whole, 'openingTiyin')) refuse('field');
    } else if (tag === '62F' || tag === '62M') {
      line = null;
      if (!takeBalance(statement, whole, 'closingTiyin')) refuse('field');
    } else if (!UNUSED.has(tag)) refuse('field');
  }
  return file;
}
