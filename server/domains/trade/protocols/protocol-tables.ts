import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { ProtocolCause, ProtocolStatus } from '#shared/lifecycles/protocol-causes.ts';
import type { ProtocolFacts } from './protocol-facts.ts';

/**
 * `public` with masked data; `winner` and `customer` for one side, with the other as a counterparty may know it; `full` with the
 * numbers of both, for staff.
 */
export type Copy = 'public' | 'winner' | 'customer' | 'full';
/** Each is made again once the protocol is cancelled. */
export type CopyKind = Copy | `${Copy}-cancelled`;
/** Behind a colon the key that signed the code in place of a revoked one, behind a `#` the issue, from the second on. */
export type StoredKind = CopyKind | `${CopyKind}:${string}` | `${CopyKind}#${number}`;

interface ProtocolTable {
  id: Generated<number>;
  number: string;
  lot_id: number;
  cause: ProtocolCause;
  /** The sale of a purchase; null for auctions. */
  settlement_id: Generated<number | null>;
  status: Generated<ProtocolStatus>;
  signed_on: string;
  /** Null, as all of the winner, in minutes. */
  price_tiyin: number | null;
  winner_person_id: string | null;
  winner_number: number | null;
  winner_kind: 'natural' | 'legal' | null;
  winner_name: string | null;
  winner_stir: string | null;
  winner_pinfl: string | null;
  winner_address: ColumnType<LocalizedText | null, string | null, never>;
  /** Null: recorded by a release whose documents stated less. */
  facts: ColumnType<ProtocolFacts | null, string | null | undefined, never>;
  check_word: string;
  cancelled_at: Date | null;
  /** Of CANCEL_REASONS, or words of an earlier release. */
  cancel_reason: string | null;
}

interface FileTable {
  protocol_id: number;
  name: string;
  body: Buffer;
  size_bytes: number;
  sha256: string;
}

interface IssueTable {
  protocol_id: number;
  /** From 2. */
  issue: number;
  reason: string;
  person_id: string;
  person_name: string;
  at: Generated<Date>;
}

/** `lot` is owned by lots: read here for the title and the customer. */
export interface ProtocolTables {
  protocol: ProtocolTable;
  protocol_counter: { year: number; last: number };
  /** The first public copy of a protocol in force. */
  protocol_file: FileTable;
  protocol_copy: FileTable & { kind: Exclude<StoredKind, 'public'> };
  /** Documents that were made again. */
  protocol_issue: IssueTable;
  lot: { id: number; title: JSONColumnType<LocalizedText>; customer_person_id: string | null };
}
