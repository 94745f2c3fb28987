/** Outbox topics of this domain. */
export const WALLET_EVENTS = {
  /** Money of a person moved: `{personId, journalId}`, once for each journal, in the movement's own transaction. */
  moved: 'wallet.moved',
} as const;
