import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DEPOSIT } from '#shared/lifecycles/deposit.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { levelOf, type ServiceLevelName } from '#shared/status/service-levels.ts';

const HELD = stateAfter(DEPOSIT, 'hold');
const RELEASED = stateAfter(DEPOSIT, 'release');

interface LevelCount {
  level: ServiceLevelName;
  good: number;
  total: number;
}
export interface HourCount extends LevelCount {
  hour: Date;
}
interface DayCount extends LevelCount {
  /** Of Tashkent, as 2026-11-28. */
  day: string;
}

export function createServiceLevelsRepository(db: AnyDb) {
  return {
    /** Each row replaces what the same source wrote of that hour: a repeat changes nothing. */
    async write(source: string, counts: readonly HourCount[]): Promise<void> {
      if (counts.length === 0) return;
      const rows = JSON.stringify(counts.map((count) => ({ ...count, hour: count.hour.toISOString() })));
      await sql`
        insert into service_level_hour (level, hour, source, good, total)
        select r.level, r.hour, ${source}, r.good, r.total
        from jsonb_to_recordset(${rows}::jsonb) as r (level text, hour timestamptz, good bigint, total bigint)
        on conflict (hour, level, source) do update set good = excluded.good, total = excluded.total`.execute(
        db,
      );
    },

    /** The last hour that a source wrote; null: none yet. */
    async lastHour(source: string): Promise<Date | null> {
      const { rows } = await sql<{ hour: Date | null }>`
        select max(hour) as hour from service_level_hour where source = ${source}`.execute(db);
      return rows[0]?.hour ?? null;
    },

    /** Ends of rooms since an instant. Those that staff ended before their deadline have none to be late for. */
    async hammers(since: Date): Promise<HourCount[]> {
      const { rows } = await sql<HourCount>`
        select 'hammers' as level, date_trunc('hour', a.closed_at) as hour, count(*)::int as total,
          (count(*) filter (where a.closed_at < to_timestamp((a.deadline_us / 1000 + ${levelOf('hammers').withinMs}) / 1000.0)))::int
            as good
        from auction_lot a join lot l on l.id = a.lot_id
        where a.closed_at >= ${since} and not l.practice and a.outcome <> 'withdrawn'
          and a.closed_at >= to_timestamp(a.deadline_us / 1000000.0)
        group by 2`.execute(db);
      return rows;
    },

    /**
     * Deposits of those who took part in a room up to its end and did not win: released in time, late, or overdue still. One that
     * secures a sale after all is not among them.
     */
    async deposits(since: Date): Promise<HourCount[]> {
      const within = sql`${levelOf('deposits').withinMs} * interval '1 millisecond'`;
      const { rows } = await sql<HourCount>`
        select 'deposits' as level, date_trunc('hour', a.closed_at) as hour, count(*)::int as total,
          (count(*) filter (where t.deposit_state = ${RELEASED} and t.ended_at < a.closed_at + ${within}))::int as good
        from auction_lot a join lot l on l.id = a.lot_id join trade_application t on t.lot_id = a.lot_id
        where a.closed_at >= ${since} and not l.practice and t.hold_id is not null
          and case when t.ended_at is null
            then t.deposit_state = ${HELD} and a.closed_at + ${within} < now() and t.person_id is distinct from a.winner
            else t.deposit_state = ${RELEASED} and t.ended_at >= a.closed_at end
        group by 2`.execute(db);
      return rows;
    },

    /** Of the last days, today among them; days without a case are missing. */
    async days(count: number): Promise<DayCount[]> {
      const day = sql`(hour at time zone 'Asia/Tashkent')::date`;
      const { rows } = await sql<DayCount>`
        select level, ${day}::text as day, sum(good)::float8 as good, sum(total)::float8 as total
        from service_level_hour
        where hour >= ((now() at time zone 'Asia/Tashkent')::date - ${count - 1}::int)::timestamp at time zone 'Asia/Tashkent'
        group by level, ${day} order by 2, 1`.execute(db);
      return rows;
    },

    async purge(days: number): Promise<void> {
      await sql`delete from service_level_hour where hour < now() - ${days} * interval '1 day'`.execute(db);
    },
  };
}
