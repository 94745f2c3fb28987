/** Outbox topics of this domain. */
export const SITE_EVENTS = {
  /** A message to the operator was stored. Payload: `number`. */
  contactWritten: 'site.contact-written',
  /** Staff has answered a message of a person with an account. Payload: `number`, `personId`. */
  contactAnswered: 'site.contact-answered',
  /** Staff have written an answer that is to be sent. Payload: `number`. */
  contactReplied: 'site.contact-replied',
} as const;
