import { z } from 'zod';
import { contract } from '../contract.ts';
import { idField } from '../fields.ts';
import { TOKEN_SCOPES } from '../token-scopes.ts';
import { writtenLine } from '../written-texts.ts';

const mine = { tag: 'api-tokens', access: 'signed-in', rateLimit: { perMinute: 60 } } as const;

/** Days until a new token expires. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
/** Valid tokens of one person at most. */
export const TOKENS_MAX = 10;
export const TOKEN_NAME_MAX = 60;

const tokenSchema = z.object({
  id: z.int(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** Its last four characters. */
  ending: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  /** To the hour; null: never. */
  usedAtMs: z.number().nullable(),
});
export type ApiTokenView = z.infer<typeof tokenSchema>;

export const myApiTokens = contract({
  ...mine,
  name: 'api-tokens.list',
  refusals: {},
  method: 'get',
  path: '/api/shop/api-tokens',
  summary: 'My valid tokens for programs, the newest first',
  answer: z.array(tokenSchema),
});

/**
 * The token is in this answer alone. 403 `sign-in-again` when the sign-in is older than 5 minutes, 422 `api-tokens.too-many` beyond
 * ten valid ones. The person is notified through every channel.
 */
export const createApiToken = contract({
  ...mine,
  rateLimit: { perMinute: 10 },
  name: 'api-tokens.create',
  refusals: { 403: ['sign-in-again'], 422: ['api-tokens.too-many'] },
  method: 'post',
  path: '/api/shop/api-tokens',
  summary: 'A token with which a program of mine calls the API',
  body: z.strictObject({
    name: writtenLine(1, TOKEN_NAME_MAX),
    scope: z.enum(TOKEN_SCOPES),
    days: z.literal(TOKEN_DAYS),
  }),
  answer: z.object({ token: z.string(), shown: tokenSchema }),
});

/** Programs that use it are disconnected within two seconds. Repeating it changes nothing. 404: not mine. */
export const revokeApiToken = contract({
  ...mine,
  rateLimit: { perMinute: 30 },
  name: 'api-tokens.revoke',
  refusals: { 404: ['not-found'] },
  method: 'delete',
  path: '/api/shop/api-tokens/:id',
  summary: 'Revoke a token of mine',
  params: z.strictObject({ id: idField }),
  answer: z.object({ revoked: z.literal(true) }),
});

export const apiTokenContracts = [myApiTokens, createApiToken, revokeApiToken];
