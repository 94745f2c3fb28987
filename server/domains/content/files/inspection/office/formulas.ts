import { Refused } from '../inspection.ts';
import { isPlainLink } from '../plain-link.ts';

const LETTERS = '"(?:[^"]|"")*"';
const TEXTS = new RegExp(LETTERS, 'g');
/** Of a sheet, with anything that needs quotes in its name. */
const SHEETS = /'(?:[^']|'')*'/g;
/** A book in another file: no sheet has these signs in its name, and no column of a table is followed by a sheet. */
const OUTSIDE_SHEET = /'[^']*[[\\/][^']*'|\[[^\]]*\][\p{L}\d_.]+!/u;
/** Functions that ask other programs or servers as soon as a book is calculated. */
const FETCHES =
  /(?<![\p{L}\d_])(?:WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|SQL\.REQUEST|STOCKHISTORY|CUBE[A-Z]+|PY|IMPORT[A-Z]+)\s*\(/iu;
const LINK = new RegExp(`HYPERLINK\\s*\\((?:\\s*(${LETTERS})\\s*([,;)&]))?`, 'gi');
/** What follows in a link that begins so does not change where it leads. */
const BEGUN_LINK = /^(?:#|https?:\/\/[^/\\]+\/|mailto:|tel:)/i;

/** A formula of a table reads cells of its own book. @throws Refused */
export function judgeFormula(formula: string): void {
  for (const [, quoted = '', next] of formula.matchAll(LINK)) {
    const address = quoted.slice(1, -1);
    // Put together of cells, it is known only when the book is calculated.
    const isKnown = next !== undefined && (next !== '&' || BEGUN_LINK.test(address));
    if (!isKnown || !isPlainLink(address)) throw new Refused('files.external-content');
  }
  const bare = formula.replace(TEXTS, '""');
  // `program|topic!item`: a call of another program.
  if (bare.replace(SHEETS, '').includes('|')) throw new Refused('files.active-content');
  if (FETCHES.test(bare) || OUTSIDE_SHEET.test(bare)) throw new Refused('files.external-content');
}
