import type { BankLineView } from '#shared/api/console/bank-lines.ts';
import type { StatementFormat } from '#shared/api/console/bank-statements.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';
import { REPEATED_BANK_LINES, type BankLineState } from '#shared/lifecycles/bank-line.ts';
import { settlementsNamed } from './parse/purpose.ts';
import type { BankLine, BankLineStep } from './statement-tables.ts';

/** What a line says: by which its movement is known again in another file, and what another file may not say differently. */
export interface LineFacts {
  format: StatementFormat;
  bookedOn: string;
  valueOn: string;
  side: 'credit' | 'debit';
  amountTiyin: number;
  reference: string | null;
  document: string | null;
  purpose: string;
  partyName: string | null;
  partyAccount: string | null;
  partyStir: string | null;
}

/** A line that is stored. */
export interface StoredLine extends LineFacts {
  id: number;
  key: string;
}

/** The line whose movement this is; not sure: a person says whether it is, or two where it contradicts that line. */
export interface Repeat {
  lineId: number;
  isSure: boolean;
  contradicts: boolean;
}

/**
 * `contrary`: it has that movement's number, and says other things of it; `contrary-unnumbered`: it says other things of a movement of that
 * day and sum, and no number tells the two apart.
 */
type Likeness = 'same' | 'contrary' | 'unclear' | 'contrary-unnumbered' | 'other';
/** In the order in which a line takes a known one: what agrees before what contradicts without a number. */
const LIKE = ['same', 'contrary', 'unclear', 'contrary-unnumbered'] as const satisfies readonly Likeness[];

const folded = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** Banks pad numbers of documents with zeros, and spreadsheets drop them. */
const documentOf = (line: LineFacts): string => folded(line.document).replace(/^0+(?=.)/, '');
/** A whole account; what a format cuts or joins with a code says nothing. */
const accountOf = ({ partyAccount }: LineFacts): string => {
  const digits = (partyAccount ?? '').replace(/\s/g, '');
  return /^\d{20}$/.test(digits) ? digits : '';
};

/** Do two texts say the same? null: one of them says nothing. */
const agree = (one: string, other: string): boolean | null =>
  one === '' || other === '' ? null : one === other;

/** The same, where one format may cut a text off that another one has whole, or break it into lines within a word. */
function agreeInPart(one: string, other: string): boolean | null {
  const [first, second] = [one, other].map((text) => searchForm(text).replaceAll(' ', '')) as [
    string,
    string,
  ];
  return first === '' || second === '' ? null : first.includes(second) || second.includes(first);
}

const namesAgree = (line: LineFacts, known: LineFacts): boolean | null =>
  agreeInPart(line.partyName ?? '', known.partyName ?? '');

const salesOf = ({ purpose }: LineFacts): string => settlementsNamed(purpose).toSorted().join(' ');

/**
 * Do two lines of one movement say that it is for another sale or purpose, counts from another day, or that another one paid? One of the
 * two files is not the bank's, whatever its balances. A name is compared where no account says who pays.
 */
export function contradict(line: LineFacts, known: LineFacts): boolean {
  const accounts = agree(accountOf(line), accountOf(known));
  return (
    line.valueOn !== known.valueOn ||
    salesOf(line) !== salesOf(known) ||
    agreeInPart(line.purpose, known.purpose) === false ||
    agree(folded(line.partyStir), folded(known.partyStir)) === false ||
    (accounts ?? namesAgree(line, known)) === false
  );
}

/**
 * Does a line of another file say all that decides where the money of a known one goes, and from when it counts: sum, sale, payer, value
 * date? What it leaves out it does not bear out. Of another key than the known one it has to be its movement without a person's word.
 */
export function bearsOut(line: LineFacts & { key: string }, known: StoredLine): boolean {
  const restates = (said: string, stated: string): boolean => stated === '' || said === stated;
  return (
    (line.key === known.key || likenessOf(line, known) === 'same') &&
    !contradict(line, known) &&
    restates(folded(line.partyStir), folded(known.partyStir)) &&
    restates(accountOf(line), accountOf(known))
  );
}

/** Is it the movement of a line that is known, of the same account? */
function likenessOf(line: LineFacts, known: LineFacts): Likeness {
  if (line.side !== known.side || line.amountTiyin !== known.amountTiyin) return 'other';
  const valueDay = line.valueOn === known.valueOn;
  if (!valueDay && line.bookedOn !== known.bookedOn) return 'other';
  const references = agree(folded(line.reference), folded(known.reference));
  // A bank gives a number of its own to one movement only; another format may have another number.
  if (references === false && line.format === known.format) return 'other';
  const documents = agree(documentOf(line), documentOf(known));
  const accounts = agree(accountOf(line), accountOf(known));
  const hasNumber = references === true || documents === true;
  if (!hasNumber && (documents === false || accounts === false)) return 'other';
  if (contradict(line, known)) return hasNumber ? 'contrary' : 'contrary-unnumbered';
  const isSure = documents === true && (accounts ?? namesAgree(line, known)) === true;
  return isSure || references === true ? 'same' : 'unclear';
}

const repeatAs = (lineId: number, likeness: (typeof LIKE)[number]): Repeat => ({
  lineId,
  isSure: likeness === 'same',
  contradicts: likeness === 'contrary' || likeness === 'contrary-unnumbered',
});

/** The first of these known lines that a line may be the movement of; null: it is like none. */
export function firstLike(line: LineFacts, known: readonly StoredLine[]): Repeat | null {
  for (const each of known) {
    const likeness = likenessOf(line, each);
    if (likeness !== 'other') return repeatAs(each.id, likeness);
  }
  return null;
}

/**
 * Which lines of a file are movements that are known, by their places: each stored line is one movement, and that of one line at
 * most, so that two payments of a day that are equal in both files stay two.
 * @param known lines whose keys the file has, or that another line of the file repeats, left out
 */
export function repeatsOf(
  lines: readonly LineFacts[],
  known: readonly StoredLine[],
): ReadonlyMap<number, Repeat> {
  const found = new Map<number, Repeat>();
  const bySum = Map.groupBy(known, ({ side, amountTiyin }) => `${side} ${amountTiyin}`);
  const taken = new Set<number>();
  for (const likeness of LIKE)
    for (const [at, line] of lines.entries()) {
      if (found.has(at)) continue;
      const like = (bySum.get(`${line.side} ${line.amountTiyin}`) ?? []).find(
        (each) => !taken.has(each.id) && likenessOf(line, each) === likeness,
      );
      if (!like) continue;
      taken.add(like.id);
      found.set(at, repeatAs(like.id, likeness));
    }
  return found;
}

interface MarkedLine {
  state: BankLineState;
  repeats_line_id: number | null;
  repeat_denied: boolean;
}

/** What is known of a line that is like another one. */
export function repeatOf({
  state,
  repeats_line_id: lineId,
  repeat_denied: denied,
}: MarkedLine): Pick<NonNullable<BankLineView['repeats']>, 'lineId' | 'answer'> | null {
  if (lineId === null) return null;
  const isRepeat = (REPEATED_BANK_LINES as readonly BankLineState[]).includes(state);
  return { lineId, answer: isRepeat ? 'same' : denied ? 'another' : 'unclear' };
}

/** Why nothing is decided about the money of a line; null: it is a movement of its own. */
export function refusalOfRelisting(line: MarkedLine): 'repeat' | 'repeat-unclear' | null {
  const answer = repeatOf(line)?.answer;
  return answer === 'same' ? 'repeat' : answer === 'unclear' ? 'repeat-unclear' : null;
}

/** Who decided about a line last, by its steps where the row has no name of theirs: who said that it is another line's movement; null: no one. */
export function droppedLastBy(
  { decided_by: decidedBy }: Pick<BankLine, 'decided_by'>,
  steps: readonly Pick<BankLineStep, 'action' | 'actor'>[],
): string | null {
  return decidedBy ?? steps.findLast(({ action }) => action === 'repeat-confirmed')?.actor ?? null;
}
