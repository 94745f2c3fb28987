import type { ServerResponse } from 'node:http';

const RAW = Symbol('raw headers');
type WithRaw = ServerResponse & { [RAW]?: string[] | null };

/**
 * Starts an answer whose headers are written in one go: Node stores headers set one by one in a table, checks each twice and
 * builds the head from the table. `useNodeHeaders` returns to that table where a header is to be changed.
 * @param first name and value alternately, each name once
 */
export function startRawHeaders(res: ServerResponse, first: readonly string[]): void {
  (res as WithRaw)[RAW] = first.slice();
}

/** Adds a header that is not set yet. */
export function addHeader(res: ServerResponse, name: string, value: string): void {
  const raw = (res as WithRaw)[RAW];
  if (raw) raw.push(name, value);
  else res.setHeader(name, value);
}

/** The raw headers, name and value alternately; null: they are in Node's own table. */
export const rawHeaders = (res: ServerResponse): string[] | null => (res as WithRaw)[RAW] ?? null;

/** From here on each header can be read and set as usual. */
export function useNodeHeaders(res: ServerResponse): void {
  const raw = (res as WithRaw)[RAW];
  if (!raw) return;
  (res as WithRaw)[RAW] = null;
  // Already sent: no header can change any more.
  if (res.headersSent) return;
  for (let i = 0; i < raw.length; i += 2) res.setHeader(raw[i] as string, raw[i + 1] as string);
}
