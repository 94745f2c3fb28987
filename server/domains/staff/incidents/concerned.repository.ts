import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { EVER_ADMITTED } from '#shared/lifecycles/trade-application.ts';
import type { IncidentTime } from './incident-tables.ts';

interface Rows {
  limit: number;
  offset: number;
}

export interface ConcernedRoom {
  lotId: number;
  title: LocalizedText;
  fromUs: number;
  /** null: it goes on. */
  untilUs: number | null;
  people: number;
}

/** Microseconds, as the core counts them. */
const microseconds = (at: Date | null) =>
  at === null ? sql`9223372036854775807` : sql`${at.getTime() * 1_000}::bigint`;

/** A deadline that staff moved was no interruption; rehearsals concern no one. */
export const interruptionsIn = ({ since, until }: Pick<IncidentTime, 'since' | 'until'>) => sql`
  select i.* from auction_interruption i join lot l on l.id = i.lot_id
  where not l.practice and (i.kind = 'suspended' or i.cause <> 'staff')
    and i.began_us <= ${microseconds(until)} and (i.ended_us is null or i.ended_us >= ${microseconds(since)})`;

const admitted = sql`a.status = any(${[...EVER_ADMITTED]}::text[]) and a.confirmed_at is not null`;

/** Rooms that were interrupted in a time, and who was admitted to them: read from what the core and the applications record. */
export function createConcernedRepository(db: AnyDb) {
  return {
    async counts(time: IncidentTime): Promise<{ rooms: number; people: number }> {
      const { rows } = await sql<{ rooms: number; people: number }>`
        with rooms as (select distinct lot_id from (${interruptionsIn(time)}) i)
        select (select count(*)::int from rooms) as rooms,
          (select count(distinct a.person_id)::int from trade_application a join rooms r on r.lot_id = a.lot_id
            where ${admitted}) as people`.execute(db);
      return rows[0] ?? { rooms: 0, people: 0 };
    },

    /** Rooms interrupted in that time. */
    async lotIds(time: IncidentTime): Promise<number[]> {
      const { rows } = await sql<{ lotId: number }>`
        select distinct lot_id as "lotId" from (${interruptionsIn(time)}) i order by 1`.execute(db);
      return rows.map(({ lotId }) => lotId);
    },

    /** Those of them that are not over, without these. */
    async openLotIds(time: IncidentTime, without: readonly number[]): Promise<number[]> {
      const { rows } = await sql<{ lotId: number }>`
        select distinct lot_id as "lotId" from (${interruptionsIn(time)}) i join lot on lot.id = i.lot_id
        where lot.outcome is null and lot_id <> all(${[...without]}::bigint[]) order by 1`.execute(db);
      return rows.map(({ lotId }) => lotId);
    },

    async rooms(time: IncidentTime, { limit, offset }: Rows): Promise<ConcernedRoom[]> {
      const { rows } = await sql<ConcernedRoom>`
        with rooms as (
          select lot_id, min(began_us) as from_us,
            case when count(*) = count(ended_us) then max(ended_us) end as until_us
          from (${interruptionsIn(time)}) i group by lot_id
        )
        select r.lot_id as "lotId", l.title, r.from_us as "fromUs", r.until_us as "untilUs",
          (select count(*)::int from trade_application a where a.lot_id = r.lot_id and ${admitted}) as people
        from rooms r join lot l on l.id = r.lot_id
        order by r.from_us, r.lot_id limit ${limit} offset ${offset}`.execute(db);
      return rows;
    },

    /** @param without rooms whose participants the reader must not see */
    async people(
      time: IncidentTime,
      without: readonly number[],
      { limit, offset }: Rows,
    ): Promise<{ items: { personId: string; name: string; rooms: number }[]; total: number }> {
      const { rows } = await sql<{ personId: string; name: string; rooms: number; total: number }>`
        with rooms as (
          select distinct lot_id from (${interruptionsIn(time)}) i where lot_id <> all(${[...without]}::bigint[])
        ),
        people as (
          select a.person_id, count(distinct a.lot_id)::int as rooms
          from trade_application a join rooms r on r.lot_id = a.lot_id
          where ${admitted} group by a.person_id
        )
        select p.person_id as "personId", coalesce(who.name, p.person_id) as name, p.rooms,
          (select count(*)::int from people) as total
        from people p left join person who on who.id::text = p.person_id
        order by name, p.person_id limit ${limit} offset ${offset}`.execute(db);
      return {
        items: rows.map(({ total: _total, ...person }) => person),
        total: rows[0]?.total ?? 0,
      };
    },

    /** Which of these rooms were interrupted in that time. */
    async among(time: IncidentTime, lotIds: readonly number[]): Promise<number[]> {
      if (lotIds.length === 0) return [];
      const { rows } = await sql<{ lotId: number }>`
        select distinct lot_id as "lotId" from (${interruptionsIn(time)}) i
        where lot_id = any(${[...lotIds]}::bigint[])`.execute(db);
      return rows.map(({ lotId }) => lotId);
    },

    /** The next people after this one, by number: each is in one part only. */
    async next(time: IncidentTime, after: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ personId: string }>`
        with rooms as (select distinct lot_id from (${interruptionsIn(time)}) i)
        select distinct a.person_id as "personId"
        from trade_application a join rooms r on r.lot_id = a.lot_id
        where ${admitted} and a.person_id > ${after}
        order by a.person_id limit ${limit}`.execute(db);
      return rows.map(({ personId }) => personId);
    },
  };
}
