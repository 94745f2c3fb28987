/** Outbox topics of this domain. */
export const SIGNATURE_EVENTS = {
  /** A person agreed to the offer or disagreed. Payload: `personId`, `version`, `agreed`. */
  consentAnswered: 'signatures.consent-answered',
} as const;
