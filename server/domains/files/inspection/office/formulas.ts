import { Refused } from '../inspection.ts';
import { isPlainLink } from '../plain-link.ts';

const LETTERS = '"(?:[^"]|"")*"';
const TEXTS = new RegExp(LETTERS, 'g');
/** Of a sheet, with anything that needs quotes in its name. */
const SHEETS = /'(?:[^']|'')*'/g;
/** A book in another file. */
const OUTSIDE_SHEET = /'[^']*[[\\/][^']*'!/;
/** Functions that ask other programs or servers as soon as a book is calculated. */
const FETCHES =
  /(?<![\p{L}\d_])(?:WEBSERVICE|IMAGE|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC|SQL\.REQUEST|STOCKHISTORY|CUBE[A-Z]+|PY|IMPORT[A-Z]+)\s*\(/iu;
const LINK = new RegExp(`HYPERLINK\\s*\\(\\s*(${LETTERS})`, 'gi');

/** A formula of a table reads cells of its own book. @throws Refused */
export function judgeFormula(formula: string): void {
  for (const [, address = ''] of formula.matchAll(LINK))
    if (!isPlainLink(address.slice(1, -1))) throw new Refused('files.external-content');
  const bare = formula.replace(TEXTS, '""');
  // `program|topic!item`: a call of another program.
  if (bare.replace(SHEETS, '').includes('|')) throw new Refused('files.active-content');
  if (FETCHES.test(bare) || OUTSIDE_SHEET.test(bare)) throw new Refused('files.external-content');
}
