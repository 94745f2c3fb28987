/** What a connection's failure means, by the code of the system. */
const MEANINGS: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
};

/** The words of the drivers of PostgreSQL and Redis, which say what happened inside them. */
const OF_DRIVERS: readonly [RegExp, string][] = [
  [/^Connection (is closed|terminated)|^Client has encountered a connection error/, 'closed the connection'],
  [/timed? ?out|timeout/i, 'does not answer'],
  [/^Stream isn't writeable/, 'cannot be reached'],
];

/** Why a server could not be looked at. What the server itself answered stays as it is. */
export function plainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const meaning = MEANINGS[code] ?? OF_DRIVERS.find(([words]) => words.test(error.message))?.[1];
  return meaning ?? (error.message || error.name);
}
