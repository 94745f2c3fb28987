/** A card as it is typed; kept nowhere and written to no log. */
export interface TypedCard {
  /** 16 digits. */
  number: string;
  /** `MMYY`. */
  expiry: string;
}

export type TokenRequest =
  /** The bank has sent a code to the card's owner. `phone`: where to, masked; null when it did not say. */
  | { outcome: 'sent'; token: string; phone: string | null }
  /** The card is not taken: unknown, blocked, without a phone. */
  | { outcome: 'refused' }
  /** The tokeniser did not answer; the same card may be sent again. */
  | { outcome: 'away' };

/** Whoever turns a card's number into a token, so that numbers stay with those who may keep them. */
export interface CardTokens {
  /** Code that a local stand-in always takes; null: real cards, real codes. */
  pretendCode: string | null;
  request(card: TypedCard): Promise<TokenRequest>;
  /** `over`: this request for a token has ended at the tokeniser; begin again. */
  verify(token: string, code: string): Promise<'verified' | 'wrong' | 'over' | 'away'>;
  /** Makes the token worthless. `away`: it still lives there, of no use to anybody without our key. */
  remove(token: string): Promise<'removed' | 'away'>;
}
