/** Outbox topics of the shipped sign-in site. */
export const SIGN_IN_EVENTS = {
  /** Somebody set another password with a code. Payload: `accountId`, `atMs` (ms since 1970). */
  passwordReset: 'sign-in.password-reset',
} as const;
