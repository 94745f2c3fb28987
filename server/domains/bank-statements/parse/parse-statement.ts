import { decodeText } from '#server/platform/csv/index.ts';
import { STATEMENT_LIMITS, type FileProblem } from '#shared/api/bank-statements.ts';
import { parseCsv } from './parse-csv.ts';
import { looksLikeMt940, parseMt940 } from './parse-mt940.ts';
import type { ParsedFile } from './parsed-statement.ts';

/** A file of a bank in either format. A problem: nothing of it can be taken over. Never throws for what the file holds. */
export async function parseStatement(bytes: Uint8Array): Promise<ParsedFile | FileProblem> {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > STATEMENT_LIMITS.fileBytes) return 'too-large';
  const text = decodeText(bytes);
  const isMt940 = looksLikeMt940(text);
  const file = isMt940 ? await parseMt940(text) : await parseCsv(text);
  if (file.statements.length === 0) return 'no-statement';
  const lines = file.statements.reduce((sum, each) => sum + each.lines.length, 0) + file.refused.length;
  return lines > STATEMENT_LIMITS.lines ? 'too-many-lines' : file;
}
