import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { Session } from '../sessions/index.ts';

const nameOf = (secure: boolean): string => (secure ? '__Host-savdo_wrote' : 'savdo_wrote');

/**
 * Whether the caller may have changed something that a replica does not have yet. Programs keep no cookies: whether they have is not
 * known.
 */
export function mayHaveWritten(req: IncomingMessage, session: Session | null, secure: boolean): boolean {
  const { cookies } = req as IncomingMessage & { cookies?: Record<string, unknown> };
  return Boolean(session?.token) || cookies?.[nameOf(secure)] !== undefined;
}

/** What this browser reads comes from the primary for so many seconds. */
export function markWrite(res: Response, secure: boolean, seconds: number): void {
  res.cookie(nameOf(secure), '1', {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: seconds * 1_000,
  });
}
