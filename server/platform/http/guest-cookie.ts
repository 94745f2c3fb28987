import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

/** A browser without an account: random, for as long as it is open, and used for its limits alone. */
const nameOf = (secure: boolean): string => (secure ? '__Host-savdo_guest' : 'savdo_guest');

const BYTES = 16;
const FORM = /^[\w-]{22}$/;

/** The random id that this browser has of us; null: none, or not in our form. Anybody can make one up. */
export function guestOf(req: IncomingMessage, secure: boolean): string | null {
  const { cookies } = req as IncomingMessage & { cookies?: Record<string, unknown> };
  const id = cookies?.[nameOf(secure)];
  return typeof id === 'string' && FORM.test(id) ? id : null;
}

/** Gives a browser without an id one. Not for answers that caches share. */
export function nameGuest(req: IncomingMessage, res: Response, secure: boolean): void {
  if (guestOf(req, secure) !== null) return;
  const id = randomBytes(BYTES).toString('base64url');
  res.cookie(nameOf(secure), id, { path: '/', sameSite: 'lax', secure, httpOnly: true });
}
