/** Facts of this domain, as the outbox names them. */
export const SITE_EVENTS = {
  /** A message to the operator was kept. Payload: `number`. */
  contactWritten: 'site.contact-written',
} as const;
