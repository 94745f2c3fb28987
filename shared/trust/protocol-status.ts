import type { ProtocolCause } from '../lifecycles/protocol-causes.ts';
import type { SignedStatement } from './signed-statement.ts';

export const PROTOCOL_FORMAT = 'savdo-protocol-1';
export const CANCELLED_FORMAT = 'savdo-protocol-cancelled-1';
export const STATUS_FORMAT = 'savdo-protocol-status-1';

/**
 * In the transparency log for each protocol: there is one code under its number, and this is its hash. Another one is there only behind the
 * revocation of the key that signed the code before.
 */
export interface ProtocolStatement {
  lotId: number;
  number: string;
  cause: ProtocolCause;
  /** `YYYY-MM-DD` in Tashkent. */
  date: string;
  /** Hex SHA-256 of the code's text. Its content, which names the masked winner, is for those who have the code. */
  codeHash: string;
}

/** In the transparency log for each protocol that lost its force. */
export interface CancelledStatement {
  lotId: number;
  number: string;
  /** `YYYY-MM-DD` in Tashkent. */
  cancelledOn: string;
}

/** Every protocol that was no longer in force at an instant: one with a signed code that is not in it was. */
export interface ProtocolStatus {
  /** ISO instant by the database's clock. */
  asOf: string;
  cancelled: Pick<CancelledStatement, 'number' | 'cancelledOn'>[];
}

export type SignedStatus = SignedStatement<typeof STATUS_FORMAT, ProtocolStatus>;
