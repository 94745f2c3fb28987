import { chunksOf, decodeText, encodingOf, isWorkbook, openTable } from '#server/platform/tables/index.ts';
import { STATEMENT_LIMITS, type FileProblem } from '#shared/api/console/bank-statements.ts';
import type { Encoding } from '#shared/api/tables.ts';
import { looksLike1c, parse1c } from './parse-1c.ts';
import { looksLikeCamt, parseCamt } from './parse-camt.ts';
import { looksLikeMt940, parseMt940 } from './parse-mt940.ts';
import { parseTable } from './parse-table.ts';
import { isAfter, refusedRow, type ParsedFile } from './parsed-statement.ts';

export interface ReadStatement {
  /** As staff named it; null: recognised. */
  encoding?: Encoding | null;
  /** The account that lines are booked on here; null: none is set. */
  ownAccount?: string | null;
  /** `YYYY-MM-DD`: lines of later days are refused; null: none is. */
  today?: string | null;
}

/** Refuses the lines of days to come. */
function withoutFuture(file: ParsedFile, today: string | null): ParsedFile {
  if (today === null) return file;
  for (const statement of file.statements) {
    const later = statement.lines.filter((line) => isAfter(line, today));
    statement.lines = statement.lines.filter((line) => !isAfter(line, today));
    file.refused.push(...later.map(({ row, purpose }) => refusedRow(row, 'future', purpose)));
  }
  return file;
}

async function parseText(text: string, ownAccount: string | null): Promise<ParsedFile | null> {
  if (looksLike1c(text)) return parse1c(text, ownAccount);
  return looksLikeMt940(text) ? parseMt940(text) : null;
}

/** A file of a bank in any of `STATEMENT_FORMATS`. A problem: nothing of it can be taken over. Never throws for what the file holds. */
export async function parseStatement(
  bytes: Uint8Array,
  { encoding = null, ownAccount = null, today = null }: ReadStatement = {},
): Promise<ParsedFile | FileProblem> {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > STATEMENT_LIMITS.fileBytes) return 'too-large';
  const source = { bytes };
  let file: ParsedFile | null = null;
  if (!(await isWorkbook(source))) {
    if (looksLikeCamt(bytes)) file = await parseCamt(chunksOf(source));
    else {
      const found = await encodingOf(source, encoding);
      if (found === null) return 'encoding';
      file = await parseText(decodeText(bytes, found), ownAccount);
    }
  }
  if (!file) {
    const table = await openTable(source, { encoding, openQuote: 'line' });
    if (typeof table === 'string') return table;
    file = await parseTable(table, { ownAccount, today });
  }
  if (file.statements.length === 0) return 'no-statement';
  file = withoutFuture(file, today);
  const lines = file.statements.reduce((sum, each) => sum + each.lines.length, 0) + file.refused.length;
  return lines > STATEMENT_LIMITS.lines ? 'too-many-lines' : file;
}
