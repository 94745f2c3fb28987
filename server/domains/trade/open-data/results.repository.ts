import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { CANCEL_REASONS, type ProtocolCancelReason } from '#shared/lifecycles/protocol.ts';
import type { ResultRow } from '#shared/open-data/result-row.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { ResultsTables } from './results-tables.ts';

/** A day with finished auctions. */
export interface ResultDay {
  /** `YYYY-MM-DD` in Tashkent. */
  day: string;
  /** Changes with each result of the day. */
  stateHash: string;
}

export type ResultsRepository = ReturnType<typeof createResultsRepository>;

const UNIT_CODE = /^[a-z][a-z0-9-]{0,31}$/;

const reasonOf = (reason: string): ResultRow['cancel_reason'] =>
  CANCEL_REASONS.includes(reason as ProtocolCancelReason) ? (reason as ProtocolCancelReason) : 'other';

/** Finished auctions as anybody may see them. Only columns that no person writes a text into are read. */
export function createResultsRepository(db: Db<ResultsTables>) {
  return {
    /** Days before this one on which auctions ended, the oldest first. @param before `YYYY-MM-DD` in Tashkent */
    async days(before: string): Promise<ResultDay[]> {
      const { rows } = await sql<ResultDay>`
        select day::text, md5(string_agg(state, ';' order by id)) as "stateHash" from (
          select lot.id, (lot.ended_at at time zone 'Asia/Tashkent')::date as day,
            concat_ws(',', lot.id, lot.outcome, lot.participants, lot.room_count, lot.room_price_tiyin, last.id,
              last.status, head.subject) as state
          from lot
          left join lateral (
            select id, status from protocol where lot_id = lot.id order by id desc limit 1
          ) as last on true
          left join signed_statement as head on head.kind = 'log-head' and head.subject = lot.id::text
          where lot.trade_type = 'auction' and lot.outcome is not null and not lot.practice
            and lot.ended_at < (${before}::date::timestamp at time zone 'Asia/Tashkent')
        ) as ended
        group by day order by day`.execute(db);
      return rows;
    },

    /** Auctions that ended on a day, by id. @param day `YYYY-MM-DD` in Tashkent */
    async ofDay(day: string): Promise<ResultRow[]> {
      const rows = await db
        .selectFrom('lot')
        .innerJoin('category', 'category.id', 'lot.category_id')
        .innerJoin('region', 'region.id', 'lot.region_id')
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('protocol')
              .select(['cause', 'price_tiyin', 'status', 'cancelled_at', 'cancel_reason'])
              .whereRef('protocol.lot_id', '=', 'lot.id')
              .orderBy('protocol.id', 'desc')
              .limit(1)
              .as('last'),
          (join) => join.onTrue(),
        )
        .leftJoin('signed_statement as head', (join) =>
          join.on('head.kind', '=', 'log-head').on(sql<boolean>`head.subject = lot.id::text`),
        )
        .select([
          'lot.id',
          'lot.order_type',
          'lot.category_id',
          'category.name as category',
          'lot.region_id',
          'region.name as region',
          'lot.quantity',
          'lot.unit',
          'lot.tenure',
          'lot.rent_months',
          'lot.rule_set_name',
          'lot.rule_set_version',
          'lot.repeats_lot_id',
          'lot.repeat_round',
          'lot.estimated_price_tiyin',
          'lot.start_price_tiyin',
          'lot.deposit_tiyin',
          'lot.published_at',
          'lot.applications_until',
          'lot.opens_at',
          sql<Date>`lot.ended_at`.as('ended_at'),
          sql<ResultRow['outcome']>`lot.outcome`.as('outcome'),
          'lot.participants',
          'lot.room_count',
          'lot.room_price_tiyin',
          'last.cause',
          'last.price_tiyin',
          'last.status',
          'last.cancelled_at',
          'last.cancel_reason',
          sql<string | null>`head.document::jsonb -> 'statement' ->> 'publicHead'`.as('log_head'),
        ])
        .where('lot.trade_type', '=', 'auction')
        .where('lot.outcome', 'is not', null)
        .where('lot.practice', '=', false)
        .where(sql<boolean>`lot.ended_at >= (${day}::date::timestamp at time zone 'Asia/Tashkent')`)
        .where(sql<boolean>`lot.ended_at < ((${day}::date + 1)::timestamp at time zone 'Asia/Tashkent')`)
        .orderBy('lot.id')
        .execute();
      return rows.map((row) => ({
        lot_id: row.id,
        order_type: row.order_type,
        category_id: row.category_id,
        category_uz: row.category.uz,
        category_ru: row.category.ru,
        category_en: row.category.en,
        region_id: row.region_id,
        region_uz: row.region.uz,
        region_ru: row.region.ru,
        region_en: row.region.en,
        quantity: row.quantity,
        // A code of the list of units; anything else was typed by somebody.
        unit: row.unit !== null && UNIT_CODE.test(row.unit) ? row.unit : null,
        tenure: row.tenure,
        rent_months: row.rent_months,
        rule_set: row.rule_set_name,
        rule_set_version: row.rule_set_version,
        repeats_lot_id: row.repeats_lot_id,
        repeat_round: row.repeat_round,
        estimated_price_tiyin: row.estimated_price_tiyin,
        start_price_tiyin: row.start_price_tiyin,
        deposit_tiyin: row.deposit_tiyin,
        published_at: row.published_at.toISOString(),
        applications_until: row.applications_until.toISOString(),
        opens_at: row.opens_at.toISOString(),
        ended_at: row.ended_at.toISOString(),
        outcome: row.outcome,
        participants: row.participants,
        confirmed_prices: row.room_count,
        hammer_price_tiyin: row.room_price_tiyin,
        protocol_cause: row.cause,
        sale_price_tiyin: row.price_tiyin,
        protocol_status: row.status,
        cancelled_on: row.cancelled_at && tashkentDay(row.cancelled_at),
        cancel_reason: row.cancel_reason === null ? null : reasonOf(row.cancel_reason),
        log_head: row.log_head,
      }));
    },
  };
}
