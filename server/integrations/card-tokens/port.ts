/** A card as typed; never stored or logged. */
export interface TypedCard {
  /** 16 digits. */
  number: string;
  /** `MMYY`. */
  expiry: string;
}

type TokenRequest =
  /** The bank has sent a code to the card's owner. `phone`: where to, masked; null when it did not say. */
  | { outcome: 'sent'; token: string; phone: string | null }
  /** The card is not accepted: unknown, blocked, without a phone. */
  | { outcome: 'refused' }
  /** The tokeniser did not answer; the same card may be sent again. */
  | { outcome: 'away' };

/** Tokeniser: turns a card's number into a token, so that this platform stores no card numbers. */
export interface CardTokens {
  /** Code that the local twin always accepts; null: real cards, real codes. */
  sandboxCode: string | null;
  request(card: TypedCard): Promise<TokenRequest>;
  /** `over`: this token request has ended at the tokeniser; start a new one. */
  verify(token: string, code: string): Promise<'verified' | 'wrong' | 'over' | 'away'>;
  /** Deletes the token. `away`: it still exists there, unusable without our key. */
  remove(token: string): Promise<'removed' | 'away'>;
}
