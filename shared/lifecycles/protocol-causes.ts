export const PROTOCOL_STATUSES = ['active', 'cancelled'] as const;
export type ProtocolStatus = (typeof PROTOCOL_STATUSES)[number];

/** Sales: the hammer, the reserve participant's acceptance, the sole participant's acceptance, units at a fixed price. */
export const SALE_CAUSES = ['hammer', 'reserve', 'sole', 'purchase'] as const;
/** Results without a sale, of which minutes are made. */
const MINUTES_CAUSES = ['not-held', 'no-price'] as const;
/** Both; written out, since a spread would stay in the first page of the client. */
export const PROTOCOL_CAUSES = [
  'hammer',
  'reserve',
  'sole',
  'purchase',
  'not-held',
  'no-price',
] as const satisfies readonly (SaleCause | MinutesCause)[];
export type SaleCause = (typeof SALE_CAUSES)[number];
export type MinutesCause = (typeof MINUTES_CAUSES)[number];
export type ProtocolCause = SaleCause | MinutesCause;
