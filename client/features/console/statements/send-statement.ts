import {
  importStatement,
  previewStatement,
  refusedStatementRows,
  type StatementPreview,
} from '#shared/api/console/bank-statements.ts';
import type { Encoding, RefusedRows } from '#shared/api/tables.ts';
import { sendFile } from '#client/lib/upload/send-file.ts';

const untouched = { signal: new AbortController().signal, onProgress: () => undefined };

export interface ChosenStatement {
  file: File;
  /** As staff named it; null: the server recognises it. */
  encoding: Encoding | null;
}

function send(path: string, { file, encoding }: ChosenStatement, more: Record<string, string> = {}) {
  const query = new URLSearchParams(more);
  if (encoding) query.set('encoding', encoding);
  return sendFile(query.size === 0 ? path : `${path}?${query}`, file, untouched);
}

/** What a file would add; nothing is stored. Rejects with an ApiError. */
export const lookAtStatement = async (chosen: ChosenStatement): Promise<StatementPreview> =>
  (await send(previewStatement.path, chosen)) as StatementPreview;

/** Rows of the file that are refused, as a file to mend. Rejects with an ApiError. */
export const refusedRowsOf = async (chosen: ChosenStatement): Promise<RefusedRows> =>
  (await send(refusedStatementRows.path, chosen)) as RefusedRows;

/** Takes over the file that was looked at. @param reason for which its differences are accepted; empty: it has none */
export async function takeStatement(
  chosen: ChosenStatement,
  { mark, reason }: { mark: string; reason: string },
): Promise<{ added: number; known: number }> {
  const given = reason === '' ? { mark } : { mark, reason };
  return (await send(importStatement.path, chosen, given)) as { added: number; known: number };
}
