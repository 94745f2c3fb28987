import { sql, type Kysely } from 'kysely';
import { auctionTermsSchema, type AuctionTerms } from '#shared/auction/rules.ts';
import { termsProblem, type TermsProblem } from '#shared/auction/terms-problem.ts';
import type { AuctionEntry, CommittedEntry } from '#shared/auction/entries.ts';
import { termsHash } from '../rules/canonical.ts';
import type { AuctionTables } from './auction-tables.ts';
import { ENTRY, toCommittedEntry, toLotRow, type LotHeadMark, type LotRow } from './log-rows.ts';
import { createRewindsRepository } from './rewinds.repository.ts';
import { readRoomParts, type RoomParts } from './room-parts.repository.ts';

export { toCommittedEntry, toLotRow, type LotHeadMark, type LotRow } from './log-rows.ts';

/** The lot was not opened: its amounts or instants could exceed what a double represents exactly. Not to be retried. */
class ImpossibleTerms extends RangeError {
  readonly problem: TermsProblem;
  constructor(lotId: number, problem: TermsProblem) {
    super(`lot ${lotId} cannot be opened: ${problem}`);
    this.name = 'ImpossibleTerms';
    this.problem = problem;
  }
}

/** The first entry a person made with a bid id: the permanent answer to that id. */
export interface StoredBid {
  epoch: number;
  seq: number;
  entry: Extract<AuctionEntry, { kind: 'price' | 'autoSet' | 'autoCleared' }>;
  /** Auto-bids only. */
  maximumTiyin: number | null;
  /** An auto-bid of exactly the leader's maximum: stored, but its answer was the refusal `matched`. */
  matched: boolean;
}

/** A lot's folded state at one of its entries, as stored. */
export interface StoredSnapshot {
  lotId: number;
  foldVersion: number;
  epoch: number;
  seq: number;
  /** Hash of the entry at `seq`. */
  headHash: string;
  /** JSON of the state without terms and accepted ids. */
  state: string;
  /** SHA-256 of everything above: a changed snapshot is not used. */
  digest: string;
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
  /** Set when a web process refused it by what is committed: the chain's hash at `seq`. */
  headHash: string | null;
  repeated: boolean;
  receivedAt: Date;
  decidedAt: Date | null;
}

/** When the server received the bid of an accepted entry. */
export interface BidReceipt {
  lotId: number;
  seq: number;
  receivedAtMs: number;
}

/** BidAttempts that were counted instead of stored. */
export interface AttemptCount {
  lotId: number;
  /** Start of the minute, ms since 1970. */
  minuteMs: number;
  /** '' for all people who are not admitted, together. */
  person: string;
  /** Reason of the refusal, or `unknown`. */
  reason: string;
  times: number;
}

export type AuctionLogRepository = ReturnType<typeof createAuctionLogRepository>;

/** Reads of lots and their logs, shared by journal, live and clock; the log itself is written by the journal alone. */
export function createAuctionLogRepository(database: Kysely<AuctionTables>) {
  return {
    heldLots: createRewindsRepository(database).heldLots,

    /**
     * Opens a lot with its frozen terms, waiting for `opensAtMs`. `exists` when it was opened before (its first terms
     * remain). The caller then requests the load by `state.want(lotId)`; omitting that only delays it.
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

    /** PostgreSQL's time, as the journal stamps its leases with it. */
    async nowUs(): Promise<number> {
      const { rows } = await sql<{ now: string }>`select auction_now_us() as now`.execute(database);
      return Number(rows[0]?.now);
    },

    /** For how long no clock has looked at what is due, ms; null: none ever has. */
    async clockSilentMs(): Promise<number | null> {
      const { rows } = await sql<{ silent: number }>`
        select (extract(epoch from clock_timestamp() - looked_at) * 1000)::float8 as silent from auction_clock
      `.execute(database);
      return rows[0] ? Math.max(0, rows[0].silent) : null;
    },

    async readLot(lotId: number): Promise<LotRow | null> {
      const row = await database
        .selectFrom('auction_lot')
        .selectAll()
        .where('lot_id', '=', lotId)
        .executeTakeFirst();
      return row ? toLotRow(row) : null;
    },

    /** The room at its head, for a view of it; see readRoomParts. */
    readRoom: (lotId: number): Promise<RoomParts | null> => readRoomParts(database, lotId),

    async readLots(lotIds: readonly number[]): Promise<LotRow[]> {
      if (lotIds.length === 0) return [];
      const rows = await database
        .selectFrom('auction_lot')
        .selectAll()
        .where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
        .execute();
      return rows.map(toLotRow);
    },

    /** Numbers of lots that were ever opened, ascending. */
    async lotIdsAfter(lotId: number, limit: number): Promise<number[]> {
      const rows = await database
        .selectFrom('auction_lot')
        .select('lot_id')
        .where('lot_id', '>', lotId)
        .orderBy('lot_id')
        .limit(limit)
        .execute();
      return rows.map(({ lot_id: id }) => id);
    },

    async readHeads(lotIds: readonly number[]): Promise<LotHeadMark[]> {
      const rows = await database
        .selectFrom('auction_lot')
        .select(['lot_id', 'epoch', 'seq', 'head_hash'])
        .where('lot_id', '=', sql<number>`any(${lotIds}::bigint[])`)
        .execute();
      return rows.map((row) => ({
        lotId: Number(row.lot_id),
        epoch: row.epoch,
        seq: Number(row.seq),
        headHash: row.head_hash,
      }));
    },

    /** Since when each of these lots is paused, µs; lots that are not paused are omitted. */
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

    /** Whether the person has a confirmed price in the lot. */
    async hasPrice(lotId: number, person: string): Promise<boolean> {
      return (await this.highestPrice(lotId, person)) !== null;
    },

    /**
     * The person's highest confirmed price in the lot; prices only rise, so it is the last one. Offers are found by the index
     * of own bids. The prices of auto-bids are in none: they are looked for only since the person's first auto-bid.
     */
    async highestPrice(lotId: number, person: string): Promise<number | null> {
      const { rows } = await sql<{ amount: number }>`
        with offer as materialized (
          select seq, entry from auction_entry
          where lot_id = ${lotId} and person = ${person} and own_bid_id is not null and kind <> 'autoSet'
        ), newest_offer as materialized (
          select seq, entry from offer where entry ->> 'kind' = 'price' order by seq desc limit 1
        ), by_auto_bid as (
          select seq, entry from auction_entry
          where lot_id = ${lotId} and person = ${person} and kind = 'price'
            and seq > coalesce((select seq from newest_offer), 0)
            and seq > (select seq from auction_entry
              where lot_id = ${lotId} and person = ${person} and kind in ('autoSet', 'autoCleared')
              order by seq limit 1)
          order by seq desc limit 1
        )
        select (entry ->> 'amountTiyin')::bigint as amount
        from (select * from newest_offer union all select * from by_auto_bid) as price
        order by seq desc limit 1`.execute(database);
      const [newest] = rows;
      return newest ? Number(newest.amount) : null;
    },

    /** The committed command of this bid id; null when there is none. */
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

    /** The stored snapshot of a lot's folded state, unchecked; null when there is none. Secret. */
    async readSnapshot(lotId: number): Promise<StoredSnapshot | null> {
      const row = await database
        .selectFrom('auction_snapshot')
        .selectAll()
        .where('lot_id', '=', lotId)
        .executeTakeFirst();
      if (!row) return null;
      const { fold_version: foldVersion, epoch, head_hash: headHash, state, digest } = row;
      return { lotId, foldVersion, epoch, seq: Number(row.seq), headHash, state, digest };
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

    /** Hammers of the last month, at least `olderMs` old, that no domain has confirmed, oldest first. */
    async hammersNotHandedOver(
      olderMs: number,
      limit: number,
    ): Promise<Extract<AuctionEntry, { kind: 'closed' }>[]> {
      const rows = await database
        .selectFrom('auction_lot as lot')
        // The hammer is a lot's last entry.
        .innerJoin('auction_entry as entry', (join) =>
          join.onRef('entry.lot_id', '=', 'lot.lot_id').onRef('entry.seq', '=', 'lot.seq'),
        )
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

    /** Confirms that the hammer was processed: sweeps skip the lot from now on. */
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
      // Instants as numbers: serialising dates costs more than the rest of a row.
      const rows = attempts.map((a) => ({
        ...a,
        receivedAt: a.receivedAt.getTime(),
        decidedAt: a.decidedAt?.getTime() ?? null,
      }));
      // One JSON text instead of a parameter for each value: the parameters would cost more than the rows.
      await sql`
        insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, epoch, seq,
          head_hash, repeated, received_at, decided_at)
        select "lotId", person, "bidId", command, "amountTiyin", verdict, reason, epoch, seq, "headHash", repeated,
          to_timestamp("receivedAt" / 1000), to_timestamp("decidedAt" / 1000)
        from json_to_recordset(${JSON.stringify(rows)}::json) as a ("lotId" bigint, person text, "bidId" text,
          command text, "amountTiyin" bigint, verdict text, reason text, epoch integer, seq bigint, "headHash" text, repeated boolean,
          "receivedAt" float8, "decidedAt" float8)`.execute(database);
    },

    /** Records receipts in one statement; one that is known already remains. */
    async insertReceipts(receipts: readonly BidReceipt[]): Promise<void> {
      if (receipts.length === 0) return;
      // Arrays as text: serialising every number as a parameter of its own costs more than the rows.
      const column = (of: (receipt: BidReceipt) => number) => `{${receipts.map(of).join()}}`;
      await sql`
        insert into auction_receipt (lot_id, seq, received_at)
        select lot_id, seq, to_timestamp(received_ms / 1000.0)
        from unnest(
          ${column(({ lotId }) => lotId)}::bigint[],
          ${column(({ seq }) => seq)}::bigint[],
          ${column(({ receivedAtMs }) => receivedAtMs)}::bigint[]
        ) as r (lot_id, seq, received_ms)
        on conflict do nothing`.execute(database);
    },

    /** Adds to the counts of attempts that are not stored one by one. */
    async addAttemptCounts(counts: readonly AttemptCount[]): Promise<void> {
      if (counts.length === 0) return;
      // Always in the same order, so that two nodes that update the same rows cannot deadlock.
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
