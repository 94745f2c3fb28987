/** Where a browser takes messages, and the keys for which they are encrypted (base64url). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** At most `PUSH_PAYLOAD_MAX` bytes. */
  payload: string;
  /** How long the push service may hold it for a device that is off, s. */
  ttlS: number;
  urgency: 'normal' | 'high';
  /** A later message with the same replaces it while it waits there: 32 letters, digits, `-` or `_` at most. */
  replaces?: string;
}

/** Bytes of a message that every push service takes, before encryption. */
export const PUSH_PAYLOAD_MAX = 3_500;

/** The push service did not take a message. */
export class PushNotTaken extends Error {
  /** `gone`: the browser takes no messages any more. `refused`: it will never take this one. `later`: it may. */
  readonly why: 'gone' | 'refused' | 'later';
  constructor(why: PushNotTaken['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PushNotTaken';
    this.why = why;
  }
}

/** Sends messages to browsers through the push services of their makers (RFC 8030). */
export interface PushGateway {
  /** The key for which browsers subscribe (VAPID, RFC 8292): an uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  /** Rejects for an address that is not https on the public internet. */
  check(endpoint: string): Promise<void>;
  /** Encrypts a message (RFC 8291) and hands it over. @throws PushNotTaken */
  send(to: PushTarget, message: PushMessage): Promise<void>;
}
