/** Names of our cookies: `__Host-` binds the secret one to this host over https; plain http cannot use that prefix. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-savdo' : 'savdo_session');

/** Readable by the page, for display only: {name, user_name, percentage}. It grants nothing. */
export const USER_COOKIE = 'savdo_user';

/**
 * Readable by the page: for whom it is made. Each call of the page carries it, and is refused in the session of another person.
 * It grants nothing.
 */
export const PAGE_PERSON_COOKIE = 'savdo_person';

/** Whether the value of that cookie names a person; the page treats an unreadable value as signed out, too. */
export function namesSomebody(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    const user = JSON.parse(value) as { name?: unknown; user_name?: unknown } | null;
    return typeof user?.name === 'string' && typeof user.user_name === 'string';
  } catch {
    return false; // not retried: a foreign or truncated cookie names no one
  }
}

/** Chosen language, readable by the page. */
export const LANGUAGE_COOKIE = 'savdo_lang';

/** One cookie of a raw Cookie header, for the socket handshake, which passes no cookie middleware. */
export function cookieFromHeader(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
