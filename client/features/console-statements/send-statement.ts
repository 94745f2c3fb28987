import { importStatement, previewStatement, type StatementPreview } from '#shared/api/bank-statements.ts';
import { sendFile } from '#client/lib/upload/send-file.ts';

const untouched = { signal: new AbortController().signal, onProgress: () => undefined };

/** What a file would add; nothing is stored. Rejects with an ApiError. */
export const lookAtStatement = async (file: File): Promise<StatementPreview> =>
  (await sendFile(previewStatement.path, file, untouched)) as StatementPreview;

/** Takes over the file that was looked at. @param reason for which its differences are accepted; empty: it has none */
export async function takeStatement(
  file: File,
  { mark, reason }: { mark: string; reason: string },
): Promise<{ added: number; known: number }> {
  const query = new URLSearchParams({ mark, ...(reason === '' ? {} : { reason }) });
  return (await sendFile(`${importStatement.path}?${query}`, file, untouched)) as {
    added: number;
    known: number;
  };
}
