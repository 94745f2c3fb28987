/** Outbox topics of this domain. */
export const SANCTION_EVENTS = {
  /**
   * A person with an account was barred from today on. Payload: `personId`, `by` (null: the rules), `byName`, `reason`.
   * The personal number itself is not in it.
   */
  barred: 'sanctions.barred',
} as const;
