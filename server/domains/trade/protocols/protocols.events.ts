/** Outbox topics of this domain. Payload: `number`. */
export const PROTOCOL_EVENTS = {
  recorded: 'protocol.recorded',
  cancelled: 'protocol.cancelled',
} as const;
