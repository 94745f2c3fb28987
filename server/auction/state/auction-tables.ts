import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { HammerOutcome, RoomPhase } from '#shared/auction/refusals.ts';

/** `int8` comes as a number or as text, depending on the driver's settings: readers pass it through Number(). */
type Int8 = number;

export interface AuctionLotTable {
  lot_id: Int8;
  terms: JSONColumnType<AuctionTerms>;
  terms_hash: string;
  opened_at: Generated<Date>;
  /** First load into Redis; null: no command can have reached it yet. */
  loaded_at: Date | null;
  epoch: Generated<number>;
  seq: Generated<Int8>;
  /** Redis log id of the last committed entry of this epoch; '' when there is none. */
  last_log_id: Generated<string>;
  head_hash: string;
  phase: Generated<RoomPhase>;
  /** The room's `opened` entry is committed. */
  started: Generated<boolean>;
  pause_cause: 'staff' | 'outage' | null;
  pause_reason: string | null;
  /** Next instant at which something happens by itself: opening, hammer or resumption; null when nothing is due. */
  due_us: Int8 | null;
  deadline_us: Int8;
  price_tiyin: Int8 | null;
  price_count: Generated<number>;
  leader: string | null;
  leader_number: number | null;
  extensions: Generated<number>;
  /** Uncancelled admissions. */
  applicants: Generated<number>;
  outcome: HammerOutcome | null;
  winner: string | null;
  winner_number: number | null;
  closed_at: Date | null;
  /** Set once the hammer's consequences are complete. */
  handed_over_at: Date | null;
  /** The lot's keys were removed from Redis. */
  forgotten_at: Date | null;
  /** The lot's own log is broken or cannot go on: it is not loaded until staff have checked it. */
  broken_because: string | null;
  /** Redis's time since which such a lot confirms nothing, µs; until its log goes on. */
  broken_us: Int8 | null;
}

export interface AuctionEntryTable {
  lot_id: Int8;
  seq: Int8;
  epoch: number;
  log_id: string;
  prev_log_id: string;
  hash: string;
  entry: JSONColumnType<AuctionEntry>;
  secret_maximum_tiyin: Int8 | null;
  secret_salt: string | null;
  committed_at: Generated<Date>;
  kind: Generated<AuctionEntry['kind']>;
  person: Generated<string | null>;
  own_bid_id: Generated<string | null>;
}

interface AuctionAttemptTable {
  id: Generated<Int8>;
  lot_id: Int8;
  person: string;
  bid_id: string;
  command: 'place' | 'set-auto' | 'clear-auto';
  amount_tiyin: Int8 | null;
  verdict: 'accepted' | 'refused' | 'unknown';
  reason: string | null;
  epoch: number | null;
  seq: Int8 | null;
  head_hash: string | null;
  repeated: Generated<boolean>;
  received_at: Date;
  decided_at: Date | null;
}

interface AuctionAttemptCountTable {
  lot_id: Int8;
  minute_at: Date;
  person: string;
  reason: string;
  times: Int8;
}

interface AuctionReceiptTable {
  lot_id: Int8;
  seq: Int8;
  received_at: Date;
}

interface AuctionInterruptionTable {
  lot_id: Int8;
  seq: Int8;
  kind: 'suspended' | 'deadlineMoved';
  cause: string;
  reason: string;
  began_us: Int8;
  resume_at_us: Int8 | null;
  ended_us: Int8 | null;
  deadline_us: Int8 | null;
  outage_us: Int8 | null;
}

interface AuctionJournalTable {
  owner: string;
  /** The last proof that it can commit. */
  beat_at: Generated<Date>;
  seen_at: Date | null;
  since_at: Date | null;
  peers: string | null;
  owned_count: Generated<number>;
  wanted_count: Generated<number>;
  leaving: Generated<boolean>;
}

interface AuctionPartitionTable {
  partition: number;
  owner: string;
  redis_run_id: string;
  taken_at: Generated<Date>;
  handed_to: string | null;
  handed_at: Date | null;
  timeline: string | null;
}

/** A cache of the log: the folded state of a lot at one of its entries. Secret like the maxima it holds. */
interface AuctionSnapshotTable {
  lot_id: Int8;
  fold_version: number;
  epoch: number;
  seq: Int8;
  head_hash: string;
  state: string;
  digest: string;
  taken_at: Generated<Date>;
}

/** PostgreSQL came back with less of a lot than Redis shows. */
interface AuctionRewindTable {
  id: Generated<Int8>;
  lot_id: Int8;
  found_at: Generated<Date>;
  redis_epoch: number;
  epoch: number;
  seq: Int8;
  head_hash: string;
  price_tiyin: Int8 | null;
  lost_through: Int8;
  /** Answers may be lost: the room is held until two members of staff have chosen. */
  needs_choice: boolean;
  choice: 'continue' | 'void' | null;
  request_id: Int8 | null;
  decided_at: Date | null;
  notified_at: Date | null;
}

/** Entries that were committed elsewhere and are not in `auction_entry`. */
interface AuctionLostEntryTable {
  rewind_id: Int8;
  seq: Int8;
  epoch: number;
  hash: string;
  entry: JSONColumnType<AuctionEntry>;
}

interface AuctionClockTable {
  only_row: Generated<boolean>;
  looked_at: Date;
}

interface AuctionWebTable {
  node: string;
  seen_at: Date;
  able: boolean;
  able_at: Date | null;
}

interface AuctionWebRoomTable {
  node: string;
  lot_id: Int8;
  bidders: Buffer;
}

export interface AuctionTables {
  auction_lot: AuctionLotTable;
  auction_rewind: AuctionRewindTable;
  auction_lost_entry: AuctionLostEntryTable;
  auction_entry: AuctionEntryTable;
  auction_attempt: AuctionAttemptTable;
  auction_attempt_count: AuctionAttemptCountTable;
  auction_receipt: AuctionReceiptTable;
  auction_interruption: AuctionInterruptionTable;
  auction_journal: AuctionJournalTable;
  auction_partition: AuctionPartitionTable;
  auction_snapshot: AuctionSnapshotTable;
  auction_clock: AuctionClockTable;
  auction_web: AuctionWebTable;
  auction_web_room: AuctionWebRoomTable;
}

/** Rows as they are read. */
export type StoredLot = Selectable<AuctionLotTable>;
export type StoredEntry = Pick<
  Selectable<AuctionEntryTable>,
  'entry' | 'hash' | 'secret_maximum_tiyin' | 'secret_salt'
>;
