import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/** OneID sends every browser back to one address, which leads on to the sign-in that the state names. */
export const ONE_ID_RETURN = '/oneid/return';

const STATE = /^([\w-]{10,64})\.[\w-]{20,100}$/;

export const stateFor = (uid: string, secret: string): string => `${uid}.${secret}`;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Is it the state that this sign-in gave to OneID? @param secret as stored in its record */
export const isOwnState = (state: unknown, uid: string, secret: unknown): boolean =>
  typeof state === 'string' &&
  typeof secret === 'string' &&
  timingSafeEqual(digest(state), digest(stateFor(uid, secret)));

/** Leads on to the sign-in, whose cookie the browser has for that path alone; it is checked there. */
export const leadBack: RequestHandler = (req, res, next) => {
  const { state } = req.query;
  const [, uid] = (typeof state === 'string' && STATE.exec(state)) || [];
  if (!uid) return next();
  const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '');
  res.redirect(303, `/interaction/${uid}/oneid/return?${query.toString()}`);
};
