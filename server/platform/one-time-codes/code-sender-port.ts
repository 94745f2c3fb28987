export type CodeChannel = 'phone' | 'email';

/** A code to be sent to a person. */
export interface CodeMessage {
  /** Unique for each sending: gateways that know it do not deliver twice. */
  id: string;
  channel: CodeChannel;
  /** `+998901234567` or an e-mail address. */
  to: string;
  code: string;
  /** What the code confirms, a word of the caller: `apply`, `confirm-phone`. */
  purpose: string;
  personId: string;
  /** Remaining validity of the code, ms. */
  livesMs: number;
}

/** Implemented outside the platform, which knows no texts or gateways. */
export interface CodeSender {
  /** Resolves when a gateway has accepted the message; rejects otherwise. Not retried: the person requests another code. */
  send(message: CodeMessage): Promise<void>;
}
