import { z } from 'zod';
import { contract } from '../contract.ts';

const mine = { tag: 'user', access: 'signed-in' } as const;

/** UZS with at most two decimals, a bare JSON number: the one sum on the wire that is not in tiyin. */
export const balance = contract({
  ...mine,
  name: 'user.balance',
  refusals: {},
  method: 'get',
  path: '/api/shop/user/balance',
  summary: 'What I can spend, UZS',
  rateLimit: { perMinute: 120 },
  answer: z.number(),
});

/**
 * `new_password` is the SHA-256 of what was typed, in lower-case hex; form-encoded or JSON. A sign-in older than five minutes is answered
 * 403 `sign-in-again`; an outside provider manages its own passwords: 409 `password-elsewhere` with `details.url`.
 */
export const changePassword = contract({
  ...mine,
  name: 'user.change-password',
  refusals: {
    403: ['not-allowed', 'sign-in-again'],
    409: ['password-elsewhere'],
    422: ['password-common'],
  },
  method: 'post',
  path: '/api/shop/user/change-password',
  summary: 'Change my password; every other session ends',
  rateLimit: { perMinute: 5 },
  whenLimiterIsDown: 'closed',
  form: true,
  body: z.strictObject({ new_password: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: z.object({ changed: z.literal(true) }),
});

export const userContracts = [balance, changePassword];
