/** Outbox topics of this domain. Payload: `number`, `lotId`, `cause` as in shared/lifecycles/protocol.ts. */
export const PROTOCOL_EVENTS = {
  /** A sale or a result without one was recorded. */
  created: 'protocol.created',
  /** A protocol lost its force. Payload also: `reason`. */
  cancelled: 'protocol.cancelled',
} as const;
