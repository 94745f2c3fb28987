import { sql, type Kysely, type Selectable } from 'kysely';
import { auctionTermsSchema, type AuctionTerms } from '#shared/auction/rules.ts';
import { termsProblem, type TermsProblem } from '#shared/auction/terms-problem.ts';
import type { AuctionEntry, CommittedEntry } from '#shared/auction/entries.ts';
import type { HammerOutcome, RoomPhase } from '#shared/auction/refusals.ts';
import { termsHash } from '../rules/canonical.ts';
import type { AuctionEntryTable, AuctionLotTable, AuctionTables } from './auction-tables.ts';

/** The lot was not opened: its figures or instants could leave what is exact in a double. Not to be retried. */
export class ImpossibleTerms extends RangeError {
  readonly problem: TermsProblem;
  constructor(lotId: number, problem: TermsProblem) {
    super(`lot ${lotId} cannot be opened: ${problem}`);
    this.name = 'ImpossibleTerms';
    this.problem = problem;
  }
}

/** The committed head of a lot: what PostgreSQL says, and therefore what is true. */
export interface LotRow {
  lotId: number;
  terms: AuctionTerms;
  termsHash: string;
  /** Already loaded into Redis once. */
  loaded: boolean;
  epoch: number;
  seq: number;
  lastLogId: string;
  headHash: string;
  phase: RoomPhase;
  /** The room's opening is committed. */
  started: boolean;
  pauseCause: 'staff' | 'outage' | null;
  pauseReason: string | null;
  dueUs: number | null;
  deadlineUs: number;
  priceTiyin: number | null;
  count: number;
  leader: string | null;
  leaderNumber: number | null;
  extensions: number;
  applicants: number;
  outcome: HammerOutcome | null;
  winner: string | null;
  winnerNumber: number | null;
  closedAt: Date | null;
  handedOverAt: Date | null;
  brokenBecause: string | null;
}

/** The person's own first entry made by a bid id: the answer that stands for ever. */
export interface StoredBid {
  epoch: number;
  seq: number;
  entry: Extract<AuctionEntry, { kind: 'price' | 'autoSet' | 'autoCleared' }>;
  /** Auto-bids only. */
  maximumTiyin: number | null;
  /** An auto-bid of exactly the leader's maximum: stored, but its answer was the refusal `matched`. */
  matched: boolean;
}

export interface Attempt {
  lotId: number;
  person: string;
  bidId: string;
  command: 'place' | 'set-auto' | 'clear-auto';
  amountTiyin: number | null;
  verdict: 'accepted' | 'refused' | 'unknown';
  reason: string | null;
  epoch: number | null;
  seq: number | null;
  repeated: boolean;
  receivedAt: Date;
  decidedAt: Date | null;
}

/** Attempts that were counted instead of stored. */
export interface AttemptCount {
  lotId: number;
  /** Start of the minute, ms since 1970. */
  minuteMs: number;
  /** '' for everybody who is not admitted, together. */
  person: string;
  /** Reason of the refusal, or `unknown`. */
  reason: string;
  times: number;
}

const count = (value: number | null): number | null => (value === null ? null : Number(value));

export function toLotRow(row: Selectable<AuctionLotTable>): LotRow {
  return {
    lotId: Number(row.lot_id),
    terms: row.terms,
    termsHash: row.terms_hash,
    loaded: row.loaded_at !== null,
    epoch: row.epoch,
    seq: Number(row.seq),
    lastLogId: row.last_log_id,
    headHash: row.head_hash,
    phase: row.phase,
    started: row.started,
    pauseCause: row.pause_cause,
    pauseReason: row.pause_reason,
    dueUs: count(row.due_us),
    deadlineUs: Number(row.deadline_us),
    priceTiyin: count(row.price_tiyin),
    count: row.price_count,
    leader: row.leader,
    leaderNumber: row.leader_number,
    extensions: row.extensions,
    applicants: row.applicants,
    outcome: row.outcome,
    winner: row.winner,
    winnerNumber: row.winner_number,
    closedAt: row.closed_at,
    handedOverAt: row.handed_over_at,
    brokenBecause: row.broken_because,
  };
}

type StoredEntry = Pick<
  Selectable<AuctionEntryTable>,
  'entry' | 'hash' | 'secret_maximum_tiyin' | 'secret_salt'
>;

export function toCommittedEntry(row: StoredEntry): CommittedEntry {
  const { entry, hash, secret_maximum_tiyin: maximum, secret_salt: salt } = row;
  if (maximum === null || salt === null) return { entry, hash };
  return { entry, hash, secret: { maximumTiyin: Number(maximum), salt } };
}

const ENTRY = ['entry', 'hash', 'secret_maximum_tiyin', 'secret_salt'] as const;

export type AuctionLogRepository = ReturnType<typeof createAuctionLogRepository>;

/** Reads of lots and their logs, shared by journal, live and clock; the log itself is written by the journal alone. */
export function createAuctionLogRepository(database: Kysely<AuctionTables>) {
  return {
    /**
     * Opens a lot with its frozen terms, waiting for `opensAtMs`. `exists` when it was opened before (its first terms
     * stand). The caller then tells the journal by `state.want(lotId)`; forgetting that only delays the first load.
     * Pass a transaction as `db` to open the lot together with the caller's own rows.
     * @throws ImpossibleTerms, and a ZodError for terms that are not well formed
     */
    async openLot(terms: AuctionTerms, db: Kysely<AuctionTables> = database): Promise<'opened' | 'exists'> {
      auctionTermsSchema.parse(terms);
      const problem = termsProblem(terms);
      if (problem) throw new ImpossibleTerms(terms.lotId, problem);
      const hash = termsHash(terms);
      const inserted = await db
        .insertInto('auction_lot')
        .values({
          lot_id: terms.lotId,
          terms: JSON.stringify(terms),
          terms_hash: hash,
          head_hash: hash,
          due_us: terms.opensAtMs * 1000,
          deadline_us: terms.closesAtMs * 1000,
        })
        .onConflict((conflict) => conflict.column('lot_id').doNothing())
        .returning('lot_id')
        .executeTakeFirst();
      return inserted ? 'opened' : 'exists';
    },

    async readLot(lotId: number): Promise<LotRow | null> {
      const row = await database
        .selectFrom('auction_lot')
        .selectAll()
        .where('lot_id', '=', lotId)
        .executeTakeFirst();
      return row ? toLotRow(row) : null;
    },

    async readLots(lotIds: readonly number[]): Promise<LotRow[]> {
      if (lotIds.length === 0) return [];
      const rows = await database
        .selectFrom('auction_lot')
        .selectAll()
        .where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
        .execute();
      return rows.map(toLotRow);
    },

    /** Since when each of these lots is paused, µs; lots that never were, or are no longer, are left out. */
    async pausedSince(lotIds: readonly number[]): Promise<Map<number, number>> {
      if (lotIds.length === 0) return new Map();
      const rows = await database
        .selectFrom('auction_interruption')
        .select(['lot_id as lotId', (eb) => eb.fn.min('began_us').as('fromUs')])
        .where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
        .where('kind', '=', 'suspended')
        .where('ended_us', 'is', null)
        .groupBy('lot_id')
        .execute();
      return new Map(rows.map(({ lotId, fromUs }) => [Number(lotId), Number(fromUs)]));
    },

    /** Committed entries after `afterSeq`, oldest first. */
    async readEntries(lotId: number, afterSeq: number, limit: number): Promise<CommittedEntry[]> {
      const rows = await database
        .selectFrom('auction_entry')
        .select(ENTRY)
        .where('lot_id', '=', lotId)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(toCommittedEntry);
    },

    /** The newest confirmed prices, oldest first; `beforeSeq` pages back. */
    async latestPrices(lotId: number, limit = 50, beforeSeq?: number): Promise<CommittedEntry[]> {
      let query = database
        .selectFrom('auction_entry')
        .select(ENTRY)
        .where('lot_id', '=', lotId)
        .where('kind', '=', 'price')
        .orderBy('seq', 'desc')
        .limit(limit);
      if (beforeSeq !== undefined) query = query.where('seq', '<', beforeSeq);
      return (await query.execute()).map(toCommittedEntry).reverse();
    },

    /** Has any confirmed price of the lot been this person's? */
    async hasPrice(lotId: number, person: string): Promise<boolean> {
      const row = await database
        .selectFrom('auction_entry')
        .select('seq')
        .where('lot_id', '=', lotId)
        .where('kind', '=', 'price')
        .where('person', '=', person)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The highest price of the lot confirmed for this person; prices only rise, so it is the last one. */
    async highestPrice(lotId: number, person: string): Promise<number | null> {
      const row = await database
        .selectFrom('auction_entry')
        .select(ENTRY)
        .where('lot_id', '=', lotId)
        .where('kind', '=', 'price')
        .where('person', '=', person)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      const entry = row && toCommittedEntry(row).entry;
      return entry?.kind === 'price' ? entry.amountTiyin : null;
    },

    /** What a bid id of this person did; null when nothing of it is committed. */
    async findBid(lotId: number, person: string, bidId: string): Promise<StoredBid | null> {
      const own = database
        .selectFrom('auction_entry')
        .select(ENTRY)
        .where('lot_id', '=', lotId)
        .where('person', '=', person)
        .where('own_bid_id', '=', bidId);
      // The newest auto-bid of this id is the one that counts: an earlier one was matched.
      const row =
        (await own.where('kind', '<>', 'autoSet').executeTakeFirst()) ??
        (await own.where('kind', '=', 'autoSet').orderBy('seq', 'desc').executeTakeFirst());
      if (!row) return null;
      const { entry, secret } = toCommittedEntry(row);
      if (entry.kind !== 'price' && entry.kind !== 'autoSet' && entry.kind !== 'autoCleared') return null;
      const maximumTiyin = secret?.maximumTiyin ?? null;
      const [next] = entry.kind === 'autoSet' ? await this.readEntries(lotId, entry.seq, 1) : [];
      const matched =
        next?.entry.kind === 'price' &&
        next.entry.by === 'auto' &&
        next.entry.bidId === bidId &&
        next.entry.person !== person &&
        next.entry.amountTiyin === maximumTiyin;
      return { epoch: entry.epoch, seq: entry.seq, entry, maximumTiyin, matched };
    },

    /** Every person ever admitted and not revoked, by the committed log. */
    async participants(lotId: number): Promise<string[]> {
      const rows = await database
        .selectFrom('auction_entry')
        .select(['kind', 'person'])
        .where('lot_id', '=', lotId)
        .where('kind', 'in', ['admitted', 'revoked'])
        .orderBy('seq')
        .execute();
      const people = new Set<string>();
      for (const { kind, person } of rows) {
        if (person === null) continue;
        if (kind === 'admitted') people.add(person);
        else people.delete(person);
      }
      return [...people];
    },

    /** Hammers of the last month that fell so long ago and that the business has not confirmed, oldest first. */
    async hammersNotHandedOver(
      olderMs: number,
      limit: number,
    ): Promise<Extract<AuctionEntry, { kind: 'closed' }>[]> {
      const rows = await database
        .selectFrom('auction_lot as lot')
        .innerJoin('auction_entry as entry', 'entry.lot_id', 'lot.lot_id')
        .select('entry.entry')
        .where('lot.phase', '=', 'closed')
        .where('lot.handed_over_at', 'is', null)
        .where('lot.closed_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1000})`)
        .where('lot.closed_at', '>', sql<Date>`now() - interval '30 days'`)
        .where('entry.kind', '=', 'closed')
        .orderBy('lot.closed_at')
        .limit(limit)
        .execute();
      return rows.map(({ entry }) => entry as Extract<AuctionEntry, { kind: 'closed' }>);
    },

    /** The business has dealt with the hammer: the sweeper stops looking after it. */
    async confirmHandOver(lotId: number, db: Kysely<AuctionTables> = database): Promise<void> {
      await db
        .updateTable('auction_lot')
        .set({ handed_over_at: sql`now()` })
        .where('lot_id', '=', lotId)
        .where('handed_over_at', 'is', null)
        .execute();
    },

    /** Records attempts in one statement; called in batches, never awaited by an answer. */
    async insertAttempts(attempts: readonly Attempt[]): Promise<void> {
      if (attempts.length === 0) return;
      // Instants as numbers: writing and reading dates costs more than the rest of a row.
      const rows = attempts.map((a) => ({
        ...a,
        receivedAt: a.receivedAt.getTime(),
        decidedAt: a.decidedAt?.getTime() ?? null,
      }));
      // One text instead of a parameter for each value: building and reading those cost more than the rows.
      await sql`
        insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, epoch, seq,
          repeated, received_at, decided_at)
        select "lotId", person, "bidId", command, "amountTiyin", verdict, reason, epoch, seq, repeated,
          to_timestamp("receivedAt" / 1000), to_timestamp("decidedAt" / 1000)
        from json_to_recordset(${JSON.stringify(rows)}::json) as a ("lotId" bigint, person text, "bidId" text,
          command text, "amountTiyin" bigint, verdict text, reason text, epoch integer, seq bigint, repeated boolean,
          "receivedAt" float8, "decidedAt" float8)`.execute(database);
    },

    /** Adds to the counts of attempts that are not stored one by one. */
    async addAttemptCounts(counts: readonly AttemptCount[]): Promise<void> {
      if (counts.length === 0) return;
      // In one order, so that two nodes that add to the same rows never wait for each other.
      await sql`
        insert into auction_attempt_count as c (lot_id, minute_at, person, reason, times)
        select "lotId", to_timestamp("minuteMs" / 1000), person, reason, times
        from json_to_recordset(${JSON.stringify(counts)}::json) as a ("lotId" bigint, "minuteMs" float8, person text,
          reason text, times bigint)
        order by 1, 2, 3, 4
        on conflict (lot_id, minute_at, person, reason) do update set times = c.times + excluded.times`.execute(
        database,
      );
    },
  };
}
