/** Facts of this domain, as the outbox names them. */
export const SITE_EVENTS = {
  /** A message to the operator was kept. Payload: `number`. */
  contactWritten: 'site.contact-written',
  /** Staff has answered a message of a person with an account. Payload: `number`, `personId`. */
  contactAnswered: 'site.contact-answered',
} as const;
