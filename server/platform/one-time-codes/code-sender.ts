export type CodeChannel = 'phone' | 'email';

/** A code on its way to a person. */
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
  /** How long the code lives from now, ms. */
  livesMs: number;
}

/** Handed in by the business: texts and gateways are not known here. */
export interface CodeSender {
  /** Resolves when a gateway has taken the message; rejects otherwise. Not repeated: the person asks again. */
  send(message: CodeMessage): Promise<void>;
}
