/** What a token of the API opens: `read` what its person may read there, `bid` bidding as well. */
export const TOKEN_SCOPES = ['read', 'bid'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Does a token of this scope open a call that asks for `needed`? */
export const scopeCovers = (scope: TokenScope, needed: TokenScope): boolean =>
  scope === 'bid' || needed === 'read';
