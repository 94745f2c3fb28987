/** Outbox topics of the shipped sign-in site. */
export const SIGN_IN_EVENTS = {
  /** Another password was set with a code, or by a command. Payload: `accountId`, `atMs` (ms since 1970), `byCommand`. */
  passwordReset: 'sign-in.password-reset',
  /** Something of how an account is signed in to, besides its password, changed. Payload: `accountId`, `change` (a `FactorChange`), `atMs`. */
  factorChanged: 'sign-in.factor-changed',
} as const;

/** What the owner of an account is informed of. */
export type FactorChange =
  | 'app-set'
  | 'passkey-added'
  | 'passkey-removed'
  | 'codes-made'
  | 'code-used'
  /** OneID and E-IMZO sign in no longer. */
  | 'outside-unlinked';
