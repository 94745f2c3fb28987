import { z } from 'zod';
import { ERASURE_STATES } from '../../lifecycles/erasure.ts';
import { ERASURE_OBSTACLES } from '../../limits/erasure.ts';
import { contract } from '../contract.ts';
import { uuid } from '../fields.ts';

const obstacles = z.array(z.enum(ERASURE_OBSTACLES));

const myErasureSchema = z.object({
  /** The last request; null: there was none. */
  request: z
    .object({
      state: z.enum(ERASURE_STATES),
      requestedAtMs: z.int(),
      dueAtMs: z.int(),
      /** Of a refused one: what was left on the day. */
      obstacles,
    })
    .nullable(),
  /** What is left to finish now; a request is taken only without any. */
  left: obstacles,
  /** From a request to the erasure. */
  graceDays: z.int(),
  /** The sign-in account is of this installation and goes too; false: it is at another provider, which is asked there. */
  signInHere: z.boolean(),
});
export type MyErasure = z.infer<typeof myErasureSchema>;

const mine = { tag: 'profile', access: 'signed-in', answer: myErasureSchema } as const;

export const myErasure = contract({
  ...mine,
  name: 'profile.erasure',
  refusals: {},
  method: 'get',
  path: '/api/shop/profile/erasure',
  summary: 'Whether I asked to delete my account, and what is left to finish',
  rateLimit: { perMinute: 60 },
});

/**
 * The same `requestId` again answers the request it made. 403 `sign-in-again` when the password was typed more than five
 * minutes ago; 409 `erasure.open` beside another open request, `erasure.left` (`details.left`) while something is left to
 * finish.
 */
export const askErasure = contract({
  ...mine,
  name: 'profile.ask-erasure',
  refusals: { 403: ['sign-in-again'], 404: ['not-found'], 409: ['erasure.left', 'erasure.open'] },
  method: 'post',
  path: '/api/shop/profile/erasure',
  summary: 'Ask to delete my account and data',
  rateLimit: { perMinute: 5 },
  whenLimiterIsDown: 'closed',
  body: z.strictObject({ requestId: uuid }),
});

/** Also after a repeat. 409 `erasure.none` without an open request. */
export const takeBackErasure = contract({
  ...mine,
  name: 'profile.take-back-erasure',
  refusals: { 404: ['not-found'], 409: ['erasure.none'] },
  method: 'post',
  path: '/api/shop/profile/erasure/take-back',
  summary: 'Take back my request to delete my account',
  rateLimit: { perMinute: 10 },
});

export const erasureContracts = [myErasure, askErasure, takeBackErasure];
