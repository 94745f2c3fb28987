/** Classes of SQLSTATE in which PostgreSQL is away or full. */
const UNAVAILABLE_CLASSES = /^(?:08|53|57|58)/;
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND']);

/** A query failed because PostgreSQL is away or full, or no connection was free in time: a later one may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return UNAVAILABLE_CLASSES.test(code) || CONNECTION_CODES.has(code);
  // Connection faults of the database client have no code.
  return /connection (?:terminated|timeout)|timeout exceeded when trying/i.test(error.message);
}
