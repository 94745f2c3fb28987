/** Facts of this domain, as the outbox names them. */
export const SIGNATURE_EVENTS = {
  /** A person agreed to the offer or disagreed. Payload: `personId`, `version`, `agreed`. */
  consentAnswered: 'signatures.consent-answered',
} as const;
