import { sql, type Kysely } from 'kysely';
import type { AuctionTables } from './auction-tables.ts';
import type { Attempt } from './auction-log.repository.ts';

/** One command of a participant, however often it was sent. */
export interface OwnAttempt {
  bidId: string;
  command: Attempt['command'];
  amountTiyin: number | null;
  verdict: Attempt['verdict'];
  reason: string | null;
  atUs: number;
}

/** The answer of an attempt that is in no entry. */
export interface RecordedAnswer extends OwnAttempt {
  /** Of the record. */
  id: number;
  seq: number | null;
  decidedAtUs: number | null;
}

/** The columns of RecordedAnswer. */
export const RECORDED_ANSWER = sql`id, bid_id as "bidId", command, amount_tiyin as "amountTiyin", verdict, reason, seq,
  (extract(epoch from received_at) * 1000000)::bigint as "atUs",
  (extract(epoch from decided_at) * 1000000)::bigint as "decidedAtUs"`;

export type OwnAttemptsRepository = ReturnType<typeof createOwnAttemptsRepository>;

/** A participant's own commands in a room: entries of the log, and what was refused or never answered. */
export function createOwnAttemptsRepository(database: Kysely<AuctionTables>) {
  return {
    /** Newest first. */
    async list(lotId: number, person: string, limit: number, beforeUs?: number): Promise<OwnAttempt[]> {
      const { rows } = await sql<OwnAttempt>`
        with entry as (
          select distinct on (own_bid_id) own_bid_id as bid_id, kind, secret_maximum_tiyin as maximum, seq,
            (entry ->> 'amountTiyin')::bigint as amount, (entry ->> 'atUs')::bigint as at_us
          from auction_entry where lot_id = ${lotId} and person = ${person} and own_bid_id is not null
          order by own_bid_id, seq
        ), matched as (
          -- As findBid judges it: an earlier auto-bid with the same maximum answered at once.
          select bid_id from entry join auction_entry answer on answer.lot_id = ${lotId} and answer.seq = entry.seq + 1
          where entry.kind = 'autoSet' and answer.kind = 'price' and answer.person <> ${person}
            and answer.entry ->> 'by' = 'auto' and answer.entry ->> 'bidId' = entry.bid_id
            and (answer.entry ->> 'amountTiyin')::bigint = entry.maximum
        ), attempt as (
          select distinct on (bid_id) bid_id, command, amount_tiyin, verdict, reason,
            (extract(epoch from received_at) * 1000000)::bigint as at_us
          from auction_attempt where lot_id = ${lotId} and person = ${person}
          order by bid_id, verdict = 'unknown', received_at
        ), own as (
          select bid_id as "bidId",
            case entry.kind when 'price' then 'place' when 'autoSet' then 'set-auto' else 'clear-auto' end as command,
            coalesce(entry.amount, entry.maximum) as "amountTiyin",
            case when matched.bid_id is null then 'accepted' else 'refused' end as verdict,
            case when matched.bid_id is not null then 'matched' end as reason,
            entry.at_us as "atUs"
          from entry left join matched using (bid_id)
          union all
          select bid_id, command, amount_tiyin, verdict, reason, at_us from attempt
          where not exists (select from entry where entry.bid_id = attempt.bid_id)
        )
        select * from own where ${beforeUs ?? null}::bigint is null or "atUs" < ${beforeUs ?? null}::bigint
        order by "atUs" desc, "bidId" limit ${limit}`.execute(database);
      return rows;
    },

    /** How many more were refused: in a storm they are counted instead of recorded. */
    async counted(lotId: number, person: string): Promise<number> {
      const row = await database
        .selectFrom('auction_attempt_count')
        .select((eb) => eb.fn.sum('times').as('times'))
        .where('lot_id', '=', lotId)
        .where('person', '=', person)
        .executeTakeFirst();
      return Number(row?.times ?? 0);
    },

    /** The first answer that decided it, else that there was none; null: no such attempt is recorded. */
    async answerTo(lotId: number, person: string, bidId: string): Promise<RecordedAnswer | null> {
      const { rows } = await sql<RecordedAnswer>`
        select ${RECORDED_ANSWER} from auction_attempt
        where lot_id = ${lotId} and person = ${person} and bid_id = ${bidId}
        order by verdict = 'unknown', received_at limit 1`.execute(database);
      return rows[0] ?? null;
    },

    /** When the server received the bid of an entry, µs; null: not recorded. */
    async receivedAtUs(lotId: number, seq: number): Promise<number | null> {
      const row = await database
        .selectFrom('auction_receipt')
        .select('received_at')
        .where('lot_id', '=', lotId)
        .where('seq', '=', seq)
        .executeTakeFirst();
      return row ? row.received_at.getTime() * 1_000 : null;
    },
  };
}
