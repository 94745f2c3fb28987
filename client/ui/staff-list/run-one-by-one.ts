import { ApiError } from '#client/lib/api-error.ts';

/** What became of a row: done, or not, with the words for it. */
export interface RowResult {
  done: boolean;
  text: string;
}

interface Run<Row> {
  rows: readonly Row[];
  send: (row: Row) => Promise<RowResult>;
  /** Of a failure: its words. */
  failed: (error: unknown) => string;
  /** After each row. */
  onResult: (row: Row, result: RowResult) => void;
  /** Ends the run before the next row. */
  signal: AbortSignal;
}

const DEFAULT_WAIT_S = 5;

/** How long the server asks to wait before the next call, ms; null: it has refused for another reason. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  const { retryAfterSeconds } = (error.details ?? {}) as { retryAfterSeconds?: unknown };
  return (typeof retryAfterSeconds === 'number' ? retryAfterSeconds : DEFAULT_WAIT_S) * 1_000;
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Does the same to one row after the other. A row that fails stops no other; where the server says "too often", nothing was done to
 * the row, and it is sent again after the time it names.
 */
export async function runOneByOne<Row>({ rows, send, failed, onResult, signal }: Run<Row>): Promise<void> {
  for (const row of rows) {
    let result: RowResult | null = null;
    while (!result && !signal.aborted) {
      try {
        result = await send(row);
      } catch (error) {
        const waitMs = waitOf(error);
        // Any other failure is not retried: its effect may not be known, and its words stand at the row.
        if (waitMs === null) result = { done: false, text: failed(error) };
        else await sleep(waitMs, signal);
      }
    }
    if (!result) return;
    onResult(row, result);
  }
}
