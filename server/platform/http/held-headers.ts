import type { ServerResponse } from 'node:http';

const HELD = Symbol('held headers');
type Holding = ServerResponse & { [HELD]?: string[] | null };

/**
 * Begins an answer whose headers are written in one go: Node keeps those set one by one in a table, checks each twice
 * and builds the head from the table. `releaseHeaders` goes back to that table for whoever wants to change one.
 * @param first name and value by turns, each name once
 */
export function holdHeaders(res: ServerResponse, first: readonly string[]): void {
  (res as Holding)[HELD] = first.slice();
}

/** Adds a header that is not there yet, held or not. */
export function addHeader(res: ServerResponse, name: string, value: string): void {
  const held = (res as Holding)[HELD];
  if (held) held.push(name, value);
  else res.setHeader(name, value);
}

/** The headers held, name and value by turns; null: they are in Node's own table. */
export const heldHeaders = (res: ServerResponse): string[] | null => (res as Holding)[HELD] ?? null;

/** From here on the answer is like any other: each header can be read and set. */
export function releaseHeaders(res: ServerResponse): void {
  const held = (res as Holding)[HELD];
  if (!held) return;
  (res as Holding)[HELD] = null;
  // They have left already: nobody can change one any more.
  if (res.headersSent) return;
  for (let i = 0; i < held.length; i += 2) res.setHeader(held[i] as string, held[i + 1] as string);
}
